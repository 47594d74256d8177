import * as v from "valibot";
import {
  COMPLETIONS,
  IO_CALL_KINDS,
  PARAMETER_ROLES,
  RECEIVERS,
  type AsyncFunction,
  type FileAnalysis,
  type Language,
} from "../../analysis/model.ts";
import { plainSchema, rangeSchema, type Question } from "./questions.ts";

/**
 * What the extension and its analysis thread say to each other. The thread works on one text at a time; its analysis
 * comes in parts, each sent when it is asked for, so that none of them is long to take in. The answer to a question is
 * one message.
 */
export type ToThread =
  /** A piece of a long text that the next `analyze` or `ask` of that id has the end of. */
  | { readonly type: "text"; readonly id: number; readonly text: string }
  | { readonly type: "analyze"; readonly id: number; readonly text: string; readonly language: Language }
  | {
      readonly type: "ask";
      readonly id: number;
      readonly text: string;
      readonly language: Language;
      readonly question: Question;
    }
  | { readonly type: "next"; readonly id: number };

/** Longer texts are sent in pieces: to copy one holds up the extension host. */
export const CHARACTERS_A_PIECE = 1_000_000;

/** Functions in one part of an answer. */
export const FUNCTIONS_A_PART = 200;

/** A part of an analysis: some of the functions; the rest is the same in each. */
export interface AnalysisPart extends FileAnalysis {
  readonly id: number;
  readonly isLast: boolean;
}

/** What answers a question; what it is depends on the question, see `parseAnswer`. */
export interface QuestionAnswer {
  readonly id: number;
  readonly answer: unknown;
}

/** What the thread says. */
export type FromThread = AnalysisPart | QuestionAnswer;

const positionSchema = v.object({ line: v.number(), column: v.number() });

const ioCallsSchema = v.array(
  v.object({
    expression: v.string(),
    kind: v.picklist(IO_CALL_KINDS),
    range: rangeSchema,
    position: positionSchema,
  }),
);

const functionSchema = v.object({
  ...plainSchema.entries,
  range: rangeSchema,
  position: positionSchema,
  endLine: v.number(),
  ownTokens: v.number(),
  ioCalls: ioCallsSchema,
  helpers: v.exactOptional(ioCallsSchema),
  parameters: v.array(
    v.object({
      name: v.string(),
      role: v.picklist(PARAMETER_ROLES),
      type: v.nullable(v.string()),
      optional: v.boolean(),
      rest: v.boolean(),
    }),
  ),
  completion: v.picklist(COMPLETIONS),
  parent: v.nullable(v.number()),
  exported: v.nullable(v.string()),
  reach: v.nullable(
    v.object({
      expression: v.string(),
      receiver: v.nullable(v.object({ how: v.picklist(RECEIVERS), expression: v.string() })),
    }),
  ),
  unreachable: v.exactOptional(v.string()),
  storedCallback: v.exactOptional(v.string()),
  // What is not named here would be left out.
} satisfies Record<keyof AsyncFunction, v.GenericSchema | v.ExactOptionalSchema<v.GenericSchema, undefined>>);

const partSchema = v.object({
  id: v.number(),
  isLast: v.boolean(),
  tokens: v.number(),
  functions: v.array(functionSchema),
  problems: v.array(v.object({ line: v.number(), column: v.optional(v.number()), reason: v.string() })),
});

const answerSchema = v.object({ id: v.number(), answer: v.unknown() });

/** Reads a part of an analysis; undefined when the message is none. */
export function parsePart(message: unknown): AnalysisPart | undefined {
  const parsed = v.safeParse(partSchema, message);
  return parsed.success ? parsed.output : undefined;
}

/** Reads the answer to a question; undefined when the message is none. */
export function parseQuestionAnswer(message: unknown): QuestionAnswer | undefined {
  const parsed = v.safeParse(answerSchema, message);
  return parsed.success ? parsed.output : undefined;
}

import * as v from "valibot";
import type { Breakdown } from "../../analysis/breakdown/breakdown.ts";
import type { Explanation } from "../../analysis/explain/explain.ts";
import { EXPLANATION_KINDS } from "../../analysis/explain/kinds.ts";
import type { AsyncFunction, Language } from "../../analysis/model.ts";
import { GENERATOR_RUNNERS, PATTERNS } from "../../analysis/pattern.ts";

/** What is asked about a text now and then, beside what is in it: each answer takes reading the text once more. */
export type Question =
  /** What the tokens are there for, of the asynchronous function that starts at an offset. */
  | { readonly kind: "breakdown"; readonly start: number }
  /** Why the function around an offset has a hint, or has none. */
  | { readonly kind: "explanation"; readonly offset: number }
  /** Which function begins at an offset, or has that place among those of its name, where it may be asynchronous though no text tells. */
  | { readonly kind: "asked-for"; readonly which: number | Pick<AskedFor, "name" | "ordinal"> }
  /**
   * Which functions of an earlier version of the text are which of its present one. The earlier text, of that length,
   * stands in front of the present one in what is read.
   */
  | { readonly kind: "matches"; readonly baseCharacters: number; readonly baseLanguage: Language };

/** A kind of {@link Question}. */
export type QuestionKind = Question["kind"];

/** A function of the earlier text, which does not tell that it is asynchronous: it has no place among those that are. */
export type PlainFunction = Pick<
  AsyncFunction,
  "name" | "tokens" | "pattern" | "runner" | "criticalPath" | "textHash"
>;

/** Pairs of functions: the index of one among those of the earlier text, and of the same one among those of the present. */
export type FunctionPairs = readonly (readonly [base: number | PlainFunction, head: number])[];

/** A function that somebody asks for, where it is none of those whose text tells that they are asynchronous. */
export interface AskedFor {
  readonly name: string;
  /** Which of its name it is: those that are told come first. */
  readonly ordinal: number;
  readonly start: number;
}

/** What answers each kind of question. */
export interface Answers {
  /** Null where there is none, or it is not asynchronous. */
  readonly "asked-for": AskedFor | null;
  /** Null where no asynchronous function starts there. */
  readonly breakdown: Breakdown | null;
  readonly explanation: Explanation;
  readonly matches: FunctionPairs;
}

/** A part of a text. */
export const rangeSchema = v.object({ start: v.number(), end: v.number() });
const partSchema = v.object({ tokens: v.number(), ranges: v.array(rangeSchema) });

/** What is told of any function of a text. */
export const plainSchema = v.object({
  name: v.string(),
  tokens: v.number(),
  pattern: v.picklist(PATTERNS),
  runner: v.exactOptional(v.picklist(GENERATOR_RUNNERS)),
  criticalPath: v.object({ ioCalls: v.number(), inLoop: v.boolean() }),
  textHash: v.string(),
});

const answerSchemas: { readonly [Kind in QuestionKind]: v.GenericSchema<unknown, Answers[Kind]> } = {
  breakdown: v.nullable(
    v.object({
      tokens: v.number(),
      parts: v.object({
        rest: partSchema,
        "io-calls": partSchema,
        plumbing: partSchema,
        "error-handling": partSchema,
        nested: partSchema,
      }),
    }),
  ),
  explanation: v.object({
    kind: v.picklist(EXPLANATION_KINDS),
    name: v.string(),
    range: v.nullable(rangeSchema),
    nameRange: v.nullable(rangeSchema),
    why: v.string(),
  }),
  "asked-for": v.nullable(v.object({ name: v.string(), ordinal: v.number(), start: v.number() })),
  matches: v.array(v.tuple([v.union([v.number(), plainSchema]), v.number()])),
};

/** Reads what a thread said in answer to a question; undefined when that is no answer to it. */
export function parseAnswer<Kind extends QuestionKind>(
  kind: Kind,
  answer: unknown,
): Answers[Kind] | undefined {
  const parsed = v.safeParse(answerSchemas[kind], answer);
  return parsed.success ? parsed.output : undefined;
}

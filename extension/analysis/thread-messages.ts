import * as v from "valibot";
import type { AsyncFunction, FileAnalysis, Language } from "../../analysis/model.ts";

/**
 * What the extension and its analysis thread say to each other. The thread works on one text at a time; its answer
 * comes in parts, each sent when it is asked for, so that none of them is long to take in.
 */
export type ToThread =
  | { readonly type: "analyze"; readonly id: number; readonly text: string; readonly language: Language }
  | { readonly type: "next"; readonly id: number };

/** Functions in one part of an answer. */
export const FUNCTIONS_A_PART = 200;

/** A part of the answer: some of the functions; the rest is the same in each. */
export interface FromThread extends FileAnalysis {
  readonly id: number;
  readonly isLast: boolean;
}

// What the functions are made of is not looked through: it is our own code that sends them, and there may be many.
const partSchema = v.object({
  id: v.number(),
  isLast: v.boolean(),
  tokens: v.number(),
  functions: v.array(v.custom<AsyncFunction>((entry) => typeof entry === "object" && entry !== null)),
  problems: v.array(v.object({ line: v.number(), column: v.optional(v.number()), reason: v.string() })),
});

/** Reads a message of the thread; undefined when it is none. */
export function parsePart(message: unknown): FromThread | undefined {
  const parsed = v.safeParse(partSchema, message);
  return parsed.success ? parsed.output : undefined;
}

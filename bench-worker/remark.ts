import * as v from "valibot";
import { line } from "./numbers.ts";

/**
 * What a user must know of a result, by its code: `decisive`, the number may be that of another call than the program makes. A code is one where at
 * least half of the functions of public repositories that have it make other I/O calls in their own program: `npm run bench -- truth`.
 */
const SEVERITIES = {
  "stand-ins-called": "decisive",
  "clients-called": "caution",
  "taken-to-compute": "caution",
  "handed-in": "caution",
  "stand-ins-timed": "caution",
  "without-io": "decisive",
  "left-out": "decisive",
  "left-out-elsewhere": "caution",
  "package-made-up": "caution",
  "control-flow-made-up": "decisive",
  "file-made-up": "decisive",
  "file-not-loaded": "caution",
  "globals-made-up": "decisive",
  "variables-made-up": "caution",
  "way-chosen": "caution",
  "early-return": "decisive",
  "keys-made-up": "decisive",
  "number-made-up": "decisive",
  rounds: "caution",
  grouped: "caution",
  "items-alike": "decisive",
  "growth-unknown": "caution",
  "helpers-made-up": "decisive",
  apart: "decisive",
  "apart-without-io": "caution",
  "branches-decided": "decisive",
  "gaps-filled": "decisive",
  "loops-ended": "decisive",
  "path-of-failure": "decisive",
  "end-unknown": "decisive",
  "answers-emptied": "caution",
  "fails-always": "caution",
  made: "caution",
  "own-instances": "caution",
  "values-cut-off": "caution",
  "values-unlike": "caution",
} as const satisfies Readonly<Record<string, "decisive" | "caution">>;

/** By what programs tell remarks. */
export type RemarkCode = keyof typeof SEVERITIES;

const names = v.optional(v.array(v.string()));

export const remarkSchema = v.object({
  /** More codes may come. */
  code: v.string(),
  severity: v.picklist(["decisive", "caution"]),
  /** As `warnings` have it. */
  text: v.string(),
  /** What it is about; what was done to the function `preparations` tell. */
  data: v.optional(
    v.object({
      calls: v.optional(
        v.array(
          v.object({
            expression: v.string(),
            line: v.nullable(line),
            /** Of one that was not come to: I/O calls of another branch were made in its place. */
            isReplaced: v.optional(v.literal(true)),
            /** Of such a one: the lines that decide how often it is made, and when. */
            around: v.optional(v.array(line)),
          }),
        ),
      ),
      packages: names,
      files: names,
      globals: names,
      variables: names,
      /** Where the call left before them. */
      left: v.optional(line),
      /** Of the time, from 0 to 1. */
      share: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
    }),
  ),
});

/** More are not told of one target. */
export const REMARKS_AT_MOST = 100;

/** A remark on a result. */
export type Remark = v.InferOutput<typeof remarkSchema>;

/** A remark with the weight of its code. */
export function remark(code: RemarkCode, text: string, data?: Remark["data"]): Remark {
  return { code, severity: SEVERITIES[code], text, ...(data && { data }) };
}

import * as v from "valibot";
import { elapsedSchema, pairOutcomeSchema } from "./contract/played-scenario.ts";
import { itemLawSchema } from "./item-law.ts";
import { count, estimateSchema, finite } from "./numbers.ts";
import { targetSchema } from "./target-result.ts";

const notMeasuredSchema = v.object({
  verdict: v.literal("not-measured"),
  reason: v.string(),
  /**
   * Where that is no fault of the function: others kept the machine so busy that too little could be measured, or only one of
   * the two came to all of its I/O calls.
   */
  cause: v.optional(v.picklist(["busy-machine", "in-part"])),
});

/** Why two were not set against each other. */
export type NotMeasured = v.InferOutput<typeof notMeasuredSchema>;

const judged = <const D extends readonly [string, string]>(different: D) => ({
  /** Head over base: below 1, head costs less. */
  ratio: estimateSchema,
  verdict: v.picklist([...different, "no-difference", "too-noisy"]),
  /** One sentence: what the verdict rests on. */
  reason: v.string(),
  /** The share, 0.02 for 2 %, from which on a difference would have been found in 95 of 100 comparisons like this. */
  smallestDetectable: v.optional(finite),
  /** Processes in which both were measured; the interval is drawn over them. */
  processes: count,
});

const timeVerdictSchema = v.variant("verdict", [
  notMeasuredSchema,
  v.object({
    ...judged(["faster", "slower"]),
    /** The same of the cost above the floor, that is without the fake I/O itself. */
    ratioAboveFloor: v.optional(estimateSchema),
  }),
]);

/** Whether head takes more or less time than base, and how sure that is. */
export type TimeVerdict = v.InferOutput<typeof timeVerdictSchema>;

const bytesVerdictSchema = v.variant("verdict", [notMeasuredSchema, v.object(judged(["less", "more"]))]);

/** Whether head takes more or less memory than base, and how sure that is. */
export type BytesVerdict = v.InferOutput<typeof bytesVerdictSchema>;

const ofBoth = v.object({ base: v.nullable(count), head: v.nullable(count) });

export const pairSchema = v.object({
  /** The function's name, or both where they differ. */
  name: v.string(),
  base: targetSchema,
  head: targetSchema,
  /** Where the two stand in `results`. */
  baseResult: count,
  headResult: count,
  tokens: v.object({ base: count, head: count, delta: v.pipe(v.number(), v.integer()) }),
  time: timeVerdictSchema,
  /** Bytes that a call in flight holds; `allocated` is the same of the bytes that a call allocates. */
  memory: v.variant("verdict", [
    v.object({ ...notMeasuredSchema.entries, allocated: bytesVerdictSchema }),
    v.object({ ...judged(["less", "more"]), allocated: bytesVerdictSchema }),
  ]),
  /** Levels; null where it was not measured. */
  stackTraces: ofBoth,
  /**
   * I/O calls of one call, and how many of them come one after the other; null where it was not called. Left out by
   * versions that did not tell.
   */
  ioCalls: v.optional(ofBoth),
  criticalPath: v.optional(ofBoth),
  /** How many come one after the other for lists of N items; left out where neither has more for longer lists, or nobody knows. */
  criticalPathByItems: v.optional(v.object({ base: itemLawSchema, head: itemLawSchema })),
  /** How many come one after the other for lists of so many items, where one of the two follows no law. */
  criticalPathAtItems: v.optional(v.object({ items: count, base: count, head: count })),
  /** Why their I/O calls are not judged although both have some; left out where both were prepared alike. */
  preparedUnlike: v.optional(v.string()),
  /**
   * I/O calls that are still under way when a call settles; I/O calls of which an error does not reach the caller; and the share of
   * injected errors whose stack names a line of the function. Null where it was not measured.
   */
  endings: v.optional(
    v.object({
      underWay: ofBoth,
      hidden: ofBoth,
      /** Operations that both have, of which errors reach the base's caller and not the head's. */
      lost: v.nullable(count),
      /** Of those, how many end as unhandled rejections; left out by older versions. */
      unhandled: v.optional(v.nullable(count)),
      namesLine: v.object({ base: v.nullable(finite), head: v.nullable(finite) }),
    }),
  ),
  /** Where both played the same recorded call: whether they came to the same outcome. */
  outcome: v.optional(pairOutcomeSchema),
  /** Where both played the same recorded call: how long each waits for its I/O, by the times that were recorded. */
  elapsed: v.optional(v.object({ base: elapsedSchema, head: elapsedSchema })),
  /** Of what changed since a revision, functions of tests: they decide neither the summary nor an exit code. */
  isOfTests: v.optional(v.literal(true)),
  warnings: v.array(v.string()),
});

/** Two targets that were measured in turn, in the same processes. */
export type Pair = v.InferOutput<typeof pairSchema>;

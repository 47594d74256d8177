import * as v from "valibot";
import { factSchema } from "./contract/fact.ts";
import { STAND_INS_AT_MOST, standInSchema } from "./contract/stand-in.ts";
import { count } from "./numbers.ts";

/** A name: what is longer is no part of a way. */
const TEXT_AT_MOST = 2_000;
/** Entries of one list of a way. */
const ENTRIES_AT_MOST = 500;

const text = v.pipe(v.string(), v.maxLength(TEXT_AT_MOST));

/**
 * How the first process that called a target got it to run: the attempt that did, and what those before it had told. The
 * processes after it begin with that instead of looking for it again. It comes from a worker, so that it may say anything:
 * whoever follows it calls the function once, and looks for another way where that comes to no good end.
 */
export const waySchema = v.object({
  /** How many times as long as usual calls may take before they count as endless. */
  patience: v.pipe(v.number(), v.finite(), v.minValue(0)),
  /** Of the one call that was watched: who comes to another number has not got there. */
  ioCalls: count,
  /** How functions answer that it imports from its project: by specifier and name. */
  answers: v.optional(
    v.pipe(
      v.array(v.object({ of: text, answer: v.picklist(["plain", "later"]) })),
      v.maxLength(ENTRIES_AT_MOST),
    ),
  ),
  rung: count,
  facts: v.pipe(v.array(factSchema), v.maxLength(ENTRIES_AT_MOST)),
  /** What stand-ins were to its calls: plain values take their places. Left out where they stay. */
  standIns: v.optional(v.pipe(v.array(standInSchema), v.maxLength(STAND_INS_AT_MOST))),
});

/** How a process got a target to run. */
export type Way = v.InferOutput<typeof waySchema>;

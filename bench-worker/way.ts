import * as v from "valibot";
import { STAND_INS_AT_MOST, standInSchema } from "./contract/stand-in.ts";

/** A name, a line of an error, a value: what is longer is no part of a way. */
const TEXT_AT_MOST = 2_000;
/** Entries of one list of a way. */
const ENTRIES_AT_MOST = 500;

const text = v.pipe(v.string(), v.maxLength(TEXT_AT_MOST));
const texts = v.pipe(v.array(text), v.maxLength(ENTRIES_AT_MOST));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A value instead of a fake, as JSON can carry it: `undefined` is the value left out, a bigint its digits. */
const shapeSchema = v.variant("is", [
  v.object({
    is: v.literal("value"),
    value: v.optional(v.union([text, v.pipe(v.number(), v.finite()), v.boolean()])),
  }),
  v.object({ is: v.literal("bigint"), digits: v.pipe(text, v.regex(/^-?\d+$/)) }),
  v.object({ is: v.literal("instance"), of: text }),
  v.object({
    is: v.literal("made"),
    make: v.picklist(["buffer", "json", "list", "object", "url", "fake", "promise", "json-bytes"]),
  }),
]);

/** What an attempt is told beside values. */
export const wayFlagsSchema = v.object({
  makesBodies: v.boolean(),
  /** Each call has an instance of its own, as a call uses one up: where the next one fails. Left out where one is enough. */
  ownInstances: v.optional(v.object({ usedUpAt: v.nullable(count) })),
});

/** They are turned on one after the other, as failures tell. */
export type WayFlags = v.InferOutput<typeof wayFlagsSchema>;

/**
 * How the first process that called a target got it to run: the attempt that did, and what those before it had told. The
 * processes after it begin with that instead of looking for it again. It comes from a worker, so that it may say anything:
 * whoever follows it calls the function once, and looks for another way where that comes to no good end.
 */
export const waySchema = v.object({
  ...wayFlagsSchema.entries,
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
  shapes: v.pipe(v.array(v.object({ name: text, shape: shapeSchema })), v.maxLength(ENTRIES_AT_MOST)),
  /** By which rule a value of `shapes`, or an operation of `promises` or `plain`, came to be there. */
  because: v.optional(v.pipe(v.array(v.object({ name: text, rule: text })), v.maxLength(ENTRIES_AT_MOST))),
  promises: texts,
  plain: texts,
  gaps: v.pipe(v.array(v.object({ line: count, member: text })), v.maxLength(ENTRIES_AT_MOST)),
  freeNames: texts,
  lists: texts,
  /** What stand-ins were to its calls: plain values take their places. Left out where they stay. */
  standIns: v.optional(v.pipe(v.array(standInSchema), v.maxLength(STAND_INS_AT_MOST))),
  /** Packages that are made up. */
  replaced: texts,
  /** Files of the project that are. */
  replacedFiles: texts,
  replacesMissing: v.boolean(),
  /** Its calls end the process, which is their end. */
  exits: v.boolean(),
});

/** How a process got a target to run. */
export type Way = v.InferOutput<typeof waySchema>;

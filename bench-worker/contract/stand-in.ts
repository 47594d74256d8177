import * as v from "valibot";
import { count } from "../numbers.ts";

/** More stand-ins of one call are not told: they stay what answers anything. */
export const STAND_INS_AT_MOST = 500;

/** More members of one are not told, nor names that are longer. */
const MEMBERS_AT_MOST = 200;
const CHARACTERS_AT_MOST = 500;

const text = v.pipe(v.string(), v.maxLength(CHARACTERS_AT_MOST));

const memberSchema = v.object({
  /** `id`; `@@iterator` for the symbol that engines know by that name. */
  key: text,
  value: v.variant("is", [
    v.object({ is: v.literal("value"), value: v.nullable(v.union([text, v.number(), v.boolean()])) }),
    /** Another stand-in, by its name: each holder has its own. */
    v.object({ is: v.literal("stand-in"), name: text }),
    /** What an error, a type or the user told of it, made for each holder. */
    v.object({ is: v.literal("told"), name: text }),
    /** What all of that name have alike; asked for at each reading where that is another each time. */
    v.object({ is: v.literal("alike"), isAskedEachTime: v.boolean() }),
  ]),
});

/**
 * What a stand-in was to the calls that were watched: so much of it is there when calls are timed and weighed, as a plain value.
 */
export const standInSchema = v.object({
  /** `db.query().rows[0]` */
  name: text,
  /** Text and numbers are what nobody looked into. */
  is: v.picklist(["text", "number", "list", "object", "function"]),
  /** Of a list: so many items, which are named after it. */
  items: v.optional(count),
  members: v.optional(v.pipe(v.array(memberSchema), v.maxLength(MEMBERS_AT_MOST))),
  /** The members that are its own; left out where all are. */
  ownKeys: v.optional(v.pipe(v.array(text), v.maxLength(MEMBERS_AT_MOST))),
  /** How all of its calls were answered; left out where that is found out at each call. */
  answers: v.optional(
    v.variant("by", [
      v.object({ by: v.literal("promise") }),
      v.object({ by: v.literal("return") }),
      /** It runs the function that it is given at that place, and answers what that does, or by itself where that returns nothing. */
      v.object({ by: v.literal("run"), at: count, returnsNothing: v.boolean() }),
      /** Calls of so many arguments, of which the last is called back with an error and a value. */
      v.object({ by: v.literal("callback"), parameters: v.pipe(count, v.minValue(1)) }),
    ]),
  ),
});

/** What a stand-in was to the calls that were watched. */
export type StandIn = v.InferOutput<typeof standInSchema>;

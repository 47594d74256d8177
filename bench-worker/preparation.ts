import * as v from "valibot";

const line = v.pipe(v.number(), v.integer(), v.minValue(1));
/** More functions are not named. */
const HELPERS_AT_MOST = 50;
/** More values that could not be alike are not named, nor is more told of a name. */
export const NAMES_AT_MOST = 5;
export const NAME_AT_MOST = 200;

const lines = v.pipe(v.array(line), v.minLength(1));

/**
 * What was done to a function beyond giving it made-up values, before it was measured: two that were prepared differently
 * may make other I/O calls for that alone.
 */
export const preparationSchema = v.variant("what", [
  /** Loops that wait without end on made-up values were ended after a few rounds: by versions before, whose documents are kept. */
  v.object({ what: v.literal("loops-ended"), lines }),
  /** It was led past conditions that kept it from its I/O calls: by versions before, too. */
  v.object({ what: v.literal("branches-decided"), lines }),
  /** A property of undefined or null is read there, and in other files of its project: it was made up. */
  v.object({
    ...{ what: v.literal("gaps-filled"), lines: v.array(line) },
    elsewhere: v.optional(v.array(v.object({ file: v.pipe(v.string(), v.maxLength(1_000)), line }))),
  }),
  /** It gives values without end: a call ended with so many. */
  v.object({ what: v.literal("values-cut-off"), after: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
  /** It failed after it had tried an operation, by its last name, again and again: what that answers was made empty. */
  v.object({ what: v.literal("answers-emptied"), operation: v.pipe(v.string(), v.maxLength(200)) }),
  /** It could not run where it stands: what it takes from its surroundings, or from its whole module, was made up. */
  v.object({ what: v.literal("apart"), from: v.picklist(["surroundings", "module"]) }),
  /** Functions of its project that its I/O calls stand for, by their last names: made up with all that it was taken apart from, by versions before, too. */
  v.object({
    what: v.literal("helpers-made-up"),
    names: v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(HELPERS_AT_MOST)),
  }),
  /** It exists only while what is around it runs: the outermost, by its name, was called on made-up values to make it. */
  v.object({ what: v.literal("made"), by: v.pipe(v.string(), v.maxLength(200)), line }),
  /**
   * Each call got an instance of its own: a call uses one up, so that the next fails at `usedUpAt`, where that is known. By versions before
   * also as one that all share makes calls take longer the more there were, or lets only one of them go on at a time, which it asks at `line`.
   */
  v.object({
    what: v.literal("own-instances"),
    usedUpAt: v.optional(v.nullable(line)),
    line: v.optional(line),
  }),
  /** It does nothing but fail, whatever it is called with: its failure is its end. */
  v.object({ what: v.literal("fails-always"), line }),
  /** What another with which it is compared has shown of values and operations that both have does not fit with it. */
  v.object({
    what: v.literal("values-unlike"),
    names: v.optional(
      v.pipe(v.array(v.pipe(v.string(), v.maxLength(NAME_AT_MOST))), v.maxLength(NAMES_AT_MOST)),
    ),
  }),
  /** It caught an error of made-up values at that line, or handed one to what it was given, and every other attempt did worse. */
  v.object({
    what: v.literal("path-of-failure"),
    line,
    handedTo: v.optional(v.pipe(v.string(), v.maxLength(200))),
  }),
]);

/** More than there are kinds of: a worker that says more is not believed. */
export const PREPARATIONS_AT_MOST = 20;

/** One thing that was done to a function. */
export type Preparation = v.InferOutput<typeof preparationSchema>;

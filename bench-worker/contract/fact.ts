import * as v from "valibot";
import { count, finite } from "../numbers.ts";

/** A name, what an error said, a value: what is longer is no part of a fact. */
const TEXT_AT_MOST = 2_000;

/** Keys of an object of the source. */
export const KEYS_AT_MOST = 100;

const text = v.pipe(v.string(), v.maxLength(TEXT_AT_MOST));

/** By its id, the rule that told it. */
const because = text;

/** What a value is where a stand-in that answers anything does not do: itself, an instance, or one of a kind. */
const shapeSchema = v.union([
  v.object({ value: v.union([text, finite, v.boolean(), v.null()]) }),
  v.object({ instanceOf: text }),
  /** An instance of a class of the project, as a file exports it. */
  v.object({ classOf: text, exported: text }),
  v.object({
    /**
     * `fake`: a stand-in like any other, although its name made it something else; `json`: text that has what the source reads of it,
     * and `json-bytes` its bytes; `date`: text that is one; `lines`: text with as many pieces as lists have items; `record`: an object with keys that nobody knows;
     * `nothing`: undefined.
     */
    make: v.picklist([
      "buffer",
      "json",
      "json-bytes",
      "lines",
      "list",
      "object",
      "record",
      "url",
      "fake",
      "promise",
      "bigint",
      "date",
      "nothing",
    ]),
  }),
]);

/**
 * One thing that attempts which failed have told of a target, or the version that it is compared with, so that its call comes to its end.
 * It comes from a worker, so that it may say anything.
 */
export const factSchema = v.variant("about", [
  /** What goes by a name, as stand-ins are named: `options.path`, `isReady()`; `*.ready` is any `ready`. `among`: a key, of which there are these. */
  v.object({
    ...{ about: v.literal("value"), name: text, is: shapeSchema, because },
    among: v.optional(v.pipe(v.array(text), v.maxLength(KEYS_AT_MOST))),
  }),
  /** An operation, by its last name, or by its whole name where others of its last name are otherwise: whether it gives a promise. */
  v.object({
    about: v.literal("operation"),
    name: text,
    is: v.picklist(["promise", "plain", "goes-on"]),
    because,
  }),
  /** What is read piece by piece, and is a list in what the target is compared with: `db.query()`. */
  v.object({ about: v.literal("stream"), name: text, because }),
  /** A global that nobody defines is a stand-in. */
  v.object({ about: v.literal("global"), name: text, because }),
  /** What a variable of the environment is that the project reads and nothing sets. */
  v.object({ about: v.literal("variable"), name: text, is: text, because }),
  /** A package is a stand-in, for what it threw, or for another package that it uses. */
  v.object({
    ...{ about: v.literal("package"), name: text, because },
    ...{ evidence: v.optional(text), through: v.optional(text) },
  }),
  /** A file of the project is a stand-in, for what it threw. */
  v.object({ about: v.literal("file"), name: text, because, evidence: text }),
  /** The same of one that does not load where the target's program is not set up, such as one that checks the environment. */
  v.object({ about: v.literal("unloaded-file"), name: text, because, evidence: text }),
  /** Files of the project that are imported and not there are stand-ins. */
  v.object({ about: v.literal("missing-files"), because }),
  /** What is nothing on a line of a file, and a member is read of, is a stand-in there. */
  v.object({ about: v.literal("line"), name: text, line: count, member: text, because }),
  /** The test of a branch of a file, by where it begins there, is taken for true, false, or what the first `case` is for. */
  v.object({
    ...{ about: v.literal("branch"), name: text, line: count, at: count, end: count, test: text, because },
    is: v.union([v.boolean(), v.picklist(["case", "once"])]),
  }),
  /** Text that fakes give has as many pieces as lists have items, with that between them: lines, mostly. */
  v.object({ about: v.literal("lines"), by: text, because }),
  /** What a call reads of files, or asks of them, at once, and is not there, is made up as if it was. */
  v.object({ about: v.literal("files"), because }),
  /** Each call has an instance of its own, as a call uses one up: on which line the next one fails. */
  v.object({ about: v.literal("instances"), usedUpAt: v.nullable(count), because }),
  /** What types name as classes of the project are stand-ins: with instances of them calls fail. */
  v.object({ about: v.literal("classes"), because }),
  /** Its calls end the process, which is their end. */
  v.object({ about: v.literal("exit"), because }),
]);

/** One thing that was learnt of a target. */
export type Fact = v.InferOutput<typeof factSchema>;

/** The facts about one kind of thing. */
export type FactAbout<About extends Fact["about"]> = Extract<Fact, { about: About }>;

/** What a value is where a stand-in that answers anything does not do. */
export type Shape = FactAbout<"value">["is"];

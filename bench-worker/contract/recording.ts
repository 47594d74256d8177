import * as v from "valibot";
import { count, finite, line } from "../numbers.ts";
import { parseAs } from "../parse-as.ts";

/**
 * A recording: what the calls of one source file's functions were while a command of the user ran. One JSON file a source
 * file, under `.async-cost/recordings/`. It holds data only: functions are named by their place and the hash of their text.
 */

/** Modules of Node whose functions only compute: as values they are told by their names, and are the same in a replay. */
export const COMPUTING_MODULES: readonly string[] = ["path", "querystring", "url", "util"];

/** The same of what hangs on the engine's global objects, such as `JSON.parse`. */
export const COMPUTING_GLOBALS: readonly string[] = [
  ...["Array", "BigInt", "Buffer", "Date", "JSON", "Math", "Number"],
  ...["Object", "Promise", "Reflect", "String", "Symbol", "URL"],
];

/** Version of this shape. Readers refuse a recording with a higher one. */
export const RECORDING_VERSION = 1;

/** Relative to the project's folder, which holds `.async-cost/`, with forward slashes. */
const relativeFile = v.pipe(
  v.string(),
  v.check(
    (file) => file !== "" && !/^(?:[/\\]|[A-Za-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(file),
    "lies outside of the project",
  ),
);

/**
 * A value as JSON: null, booleans, finite numbers, texts, lists and plain objects stand as they are. Everything else is an
 * object with the one word `$` that says what it is:
 *
 * | `$` | with | is |
 * | --- | --- | --- |
 * | `undefined`, `NaN`, `Infinity`, `-Infinity`, `-0` | | that value |
 * | `bigint`, `regexp`, `url` | `text` | `12n`, `/a/g`, `new URL(text)` |
 * | `symbol` | `text`, `of` (`registry`, `engine`; left out: of a module) | `Symbol.for(text)`, `Symbol[text]`, or one that a module made: `Symbol(text)` |
 * | `date` | `milliseconds` (null: invalid) | a Date |
 * | `bytes` | `class`, `base64` or only `length` | a Buffer, typed array or ArrayBuffer |
 * | `map` | `entries` | a Map: a list of pairs |
 * | `set` | `items` | a Set |
 * | `arguments` | `items` | what a function knows its arguments by |
 * | `object` | `entries` | a plain object one of whose keys is `$` or a symbol, or that has no prototype: a list of pairs |
 * | `error` | `class`, `message`, `properties`; `file` and `line` of a class of the project | an Error, with its own enumerable properties |
 * | `instance` | `class`, `file`, `line`, `properties`, `private`, `symbols` | an instance of a class of the project; its `#private` fields by their names, and what it has under symbols, a list of pairs; `base` of one that also is a map, a set or `pairs`; `of`: its class, where a call of a function had made that; and a list of what is `held` of it |
 * | `held` | `file`, `variable`, `value` | what a `WeakMap` of a module has for an instance, as compilers keep private members; of a `WeakSet` there is no value |
 * | `handle` | `class`, `properties`, `symbols`; `module` of a class of Node, `of` (`engine`) of a global one; `extends`: those of others that its class extends | an instance of another class, which no data can make again: a connection, a response |
 * | `proxy` | `target`, `handler` | a proxy that the project has made of these |
 * | `pairs` | `class`, `entries` | a `URLSearchParams` or `Headers` of the web: a list of pairs |
 * | `function` | `name`; `file` and `line` of one of the project; `of`: `engine` for a global one, with `on` where it hangs on another (`JSON`), `node` with `module` for one that computes; and see below | a function |
 * | `scope` | `variables`; `around`, another scope, or `file` | what functions have captured of one call of the function around them, or of a block; `this` is one of its variables where arrow functions read it |
 * | `made` | `file`, `line`, `expression`, `arguments`; `value` of an object | what a package gave at a call of the project's text, which is called again |
 * | `promise` | `state` (`value`, `error`, `pending`), `value` | a promise and how it had settled |
 * | `shared` | `id`, `value` | a value that occurs more than once in this call |
 * | `same` | `id` | the value that is `shared` by this id, before or around: `this` comes first, then arguments, variables, answers, outcome |
 * | `cut` | `was` | what was left out, as it was too large or too deep |
 *
 * A function of the project among what a call began with also has `column`, `textHash`, its own `properties`, and `around`: the
 * scope of what it captured; so has a class that a call of a function had made, without a column and a hash. One that the project has made by `bind` has `bound`: its `target`, `this` and `arguments`. Another one has
 * its number of `parameters` and its `kind` (`async`, `generator`, `async-generator`), which libraries ask for.
 * Where a call of a package has given it, `made` says which. Functions, instances and handles also have `getters` of the project; and
 * instances and handles what they inherit from objects that are no class: `inherits`, and what they have themselves that is not
 * enumerable: `unlisted`.
 */
export type RecordedValue = unknown;

const valueSchema = v.unknown();

const functionReferenceSchema = v.object({
  file: relativeFile,
  name: v.string(),
  line,
  /** Of its text, comments and white space left out. */
  textHash: v.string(),
});

/** One call that project code makes of something that is none, during a recorded call. */
export const answerSchema = v.object({
  /** The place of the call's text. */
  file: relativeFile,
  line,
  column: line,
  /**
   * The same by tokens, which tells its place where lines have moved: of which of the call's `functions` it is part, and at
   * which token of that. Left out where it is in none of them.
   */
  within: v.optional(v.object({ function: count, token: count })),
  /** What is called, as the source names it: `db.get`. */
  expression: v.string(),
  /** Of a timer that another file of the project has set: the last call in the recorded function's own file that led there. */
  calledAt: v.optional(
    v.object({
      file: relativeFile,
      line,
      column: line,
      within: v.optional(v.object({ function: count, token: count })),
      expression: v.string(),
    }),
  ),
  /**
   * What made it: `core` Node's or the engine's own; `package` of `node_modules`; `double` a function of a test; `clock` of
   * time or chance; `project` another call of the project.
   */
  kind: v.picklist(["core", "package", "double", "clock", "project"]),
  /**
   * How it answers. `sync` ones are no I/O calls: they are kept where nothing could answer in their place. `wake`: it is no call of the
   * recorded one, but another call of the project that had it go on, by the function whose text is at its place: one that it had
   * made, or, where `callbacks` have a path in `at`, one that this function was given.
   */
  style: v.picklist(["promise", "callback", "event", "iterator", "sync", "wake"]),
  /** Of a wake: which of the functions of that text it is by, in the order in which others called them; 0 where it is left out. */
  instance: v.optional(count),
  /** Why it is an I/O call: an async resource such as `FSREQPROMISE`, `handle`, or `double`; left out where it is none. */
  evidence: v.optional(v.string()),
  /** Since the recorded call began. */
  startMilliseconds: finite,
  /** Null: it had not answered when the recorded call ended. */
  endMilliseconds: v.nullable(finite),
  /** Other I/O calls of the recorded call that were under way as it began. */
  inFlight: count,
  arguments: v.array(valueSchema),
  outcome: v.picklist(["value", "error", "pending"]),
  /** What it gave: the promise's value or reason, what was returned, or what it threw. Of a wake: what the function was called on. */
  value: v.optional(valueSchema),
  /** Of an iteration: what the stream is like at its end, unlike as that began. */
  state: v.optional(v.record(v.string(), v.union([finite, v.boolean()]))),
  /** Index in `answers` of the one that gave what it was called on: the response of `response.json()`. */
  receiverFrom: v.optional(count),
  /** Calls of functions that it was given. */
  callbacks: v.optional(
    v.array(
      v.object({
        /** Index in `arguments`; a path leads into an object: `[0, "callback"]`. */
        at: v.array(v.union([count, v.string()])),
        milliseconds: finite,
        arguments: v.array(valueSchema),
        /** Of an event: what the stream that it came from is like then, unlike as that was listened to. */
        state: v.optional(v.record(v.string(), v.union([finite, v.boolean()]))),
        /** Of an event: index in `answers` of the call that it came during, as of what is written to a stream. */
        during: v.optional(count),
      }),
    ),
  ),
});

/** The place by which an answer is named in its path: of a timer the call that led to it. */
export function namedPlace<Place>(answer: Place & { readonly calledAt?: Place | undefined }): Place {
  return answer.calledAt ?? answer;
}

/** What an answer is of, as it is told: what is called, or the function by which another call had this one go on. */
export function nameOfAnswer({ style, expression }: Pick<RecordedAnswer, "style" | "expression">): string {
  return style === "wake" ? `${expression}, by another call` : expression;
}

/** One answer that a recorded call got. */
export type RecordedAnswer = v.InferOutput<typeof answerSchema>;

/** How calls end. */
export const OUTCOMES = ["value", "error", "callback", "over", "event", "pending"] as const;

export const variableSchema = v.object({
  file: relativeFile,
  scope: v.picklist(["module", "closure", "global"]),
  name: v.string(),
  value: valueSchema,
});

export const recordedCallSchema = v.object({
  /** When it began: ISO 8601. */
  recordedAt: v.string(),
  /** What was run: `npm test`. */
  command: v.string(),
  /** Version of Node. */
  node: v.string(),
  this: v.optional(valueSchema),
  arguments: v.array(valueSchema),
  /** A `scope`: what it captured of the functions around it. */
  around: v.optional(valueSchema),
  /** What it and the functions it called read of what stands around them, as it was when they first did. */
  variables: v.array(variableSchema),
  /**
   * How it ended. `callback`: the function among its arguments at `at` was called with the list `value`. `over`: it gave nothing to wait for, and
   * was over when the response of HTTP that it was given had ended, by the call that is `by` in `answers`, where that is known. `event`: the
   * emitter that it gave has told its end, with `value`.
   */
  outcome: v.object({
    how: v.picklist(OUTCOMES),
    by: v.optional(count),
    at: v.optional(v.array(v.union([count, v.string()]))),
    value: v.optional(valueSchema),
  }),
  milliseconds: finite,
  /** In the order in which they were made. */
  answers: v.array(answerSchema),
  /** Functions of the project that ran in it, itself first. It is stale once the text of one of them changed. */
  functions: v.pipe(v.array(functionReferenceSchema), v.minLength(1)),
  /** In one sentence each: what was not kept. */
  cut: v.optional(v.array(v.string())),
  /** Texts that were replaced, as they may be secrets. */
  redacted: v.optional(count),
  /** Where they stood: `.token of argument 0`. */
  redactedAt: v.optional(v.array(v.string())),
});

/** One call, kept whole. */
export type RecordedCall = v.InferOutput<typeof recordedCallSchema>;

const pathSchema = v.object({
  /** The I/O calls in their order: `12:9 db.get`; with its file before where that is another one. */
  sites: v.array(v.string()),
  /** Calls that took this path, kept or not. */
  calls: v.pipe(count, v.minValue(1)),
  kept: v.array(recordedCallSchema),
});

const recordedFunctionSchema = v.object({
  /** With its class: `Orders.place`. */
  name: v.string(),
  line,
  column: line,
  textHash: v.string(),
  /** Those that end well first, of these the most frequent. */
  paths: v.array(pathSchema),
});

/** The calls of one function. */
export type RecordedFunction = v.InferOutput<typeof recordedFunctionSchema>;

export const recordingSchema = v.object({
  version: v.literal(RECORDING_VERSION),
  file: relativeFile,
  /** In the order of the source. */
  functions: v.array(recordedFunctionSchema),
});

/** The calls of one file's functions. */
export type Recording = v.InferOutput<typeof recordingSchema>;

/**
 * Reads a recording out of untrusted data.
 *
 * @throws {TypeError} one line that names the first field that is wrong.
 */
export function parseRecording(data: unknown): Recording {
  return parseAs(recordingSchema, data, "recording");
}

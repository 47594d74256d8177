import type { GeneratorRunner, Pattern } from "./pattern.ts";

/** The languages that are read. */
export const LANGUAGES = ["js", "jsx", "ts", "tsx"] as const;

/** One of {@link LANGUAGES}. */
export type Language = (typeof LANGUAGES)[number];

/** A stretch of source text in UTF-16 code units, `end` excluded. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A place in a file as editors and stack traces count: both from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * `callback`: a node-style callback `(error, value)`; `resume`: a generator runner's resume function; `response`: what an HTTP handler
 * answers with.
 */
export const PARAMETER_ROLES = ["value", "callback", "resume", "response"] as const;

/** One of {@link PARAMETER_ROLES}. */
export type ParameterRole = (typeof PARAMETER_ROLES)[number];

/** One argument position of a function as its source declares it. */
export interface Parameter {
  /** The identifier, or the source text of a pattern such as `{ a, b }`. */
  readonly name: string;
  readonly role: ParameterRole;
  /** The type the source gives: a TypeScript annotation or a JSDoc `@param {…}`; null where it gives none. */
  readonly type: string | null;
  /** Where it gives none: the same by the type of the variable that the function is the value of, `Parameters<Handler>[0]`. */
  readonly typeOfVariable?: string;
  readonly optional: boolean;
  readonly rest: boolean;
}

/** How an I/O call gives its answer back. */
export const IO_CALL_KINDS = ["promise", "callback", "thunk", "stream", "sync"] as const;

/** One of {@link IO_CALL_KINDS}. */
export type IoCallKind = (typeof IO_CALL_KINDS)[number];

/** A place in the source where the function calls an operation and waits for its answer. */
export interface IoCall {
  /** The callee as written, without arguments: `blob.put`, `Version.insert().execWithin`. */
  readonly expression: string;
  readonly kind: IoCallKind;
  readonly range: TextRange;
  /** Of the callee's last name, where engines point a stack frame. */
  readonly position: Position;
}

/** The longest chain of I/O calls that must happen one after another. */
export interface CriticalPath {
  /** Call sites in it; never more than the function has. */
  readonly ioCalls: number;
  /** Whether a loop waits for I/O calls in each of its rounds, of which one is counted. */
  readonly inLoop: boolean;
}

/** How a caller learns that a call of the function has settled. */
export const COMPLETIONS = [
  "promise",
  "callback",
  "thunk",
  "async-iterator",
  "observable",
  "emitter",
] as const;

/** One of {@link COMPLETIONS}. */
export type Completion = (typeof COMPLETIONS)[number];

/** How a method's `this` comes from an expression: it is its value, or an instance that must be constructed of it. */
export const RECEIVERS = ["value", "construct"] as const;

/** How the function's value is got at once its module has been evaluated. */
export interface Reach {
  /**
   * An expression that gives the callable in the module's own scope, after its last statement: `upload`,
   * `module.exports`, `Store.prototype.upload`. An ES module's default export is `exports.default`.
   */
  readonly expression: string;
  /** What `this` must be: nothing, the value of `expression`, or an instance that must be constructed of it. */
  readonly receiver: null | { readonly how: (typeof RECEIVERS)[number]; readonly expression: string };
}

/** One asynchronous function of a file. */
export interface AsyncFunction {
  /**
   * `upload`, `Store.upload`, `Store.#flush`; `get /orders` where the function is given to a call behind a string, as in
   * `app.get("/orders", async …)`; else `(anonymous)`.
   */
  readonly name: string;
  readonly pattern: Pattern;
  /** Only with the pattern `generator`. */
  readonly runner?: GeneratorRunner;
  /** From its first keyword or modifier to its closing brace; comments before it are not part of it. */
  readonly range: TextRange;
  /** Of `range.start`. */
  readonly position: Position;
  readonly endLine: number;
  /** Tokens in `range`. */
  readonly tokens: number;
  /** Tokens in `range` that belong to no nested asynchronous function with an entry of its own. */
  readonly ownTokens: number;
  /**
   * Its call sites of I/O, in source order, with those of asynchronous functions in it that run as part of it, as in
   * `await Promise.all(ids.map(async (id) => …))`; those of other nested entries are left out.
   */
  readonly ioCalls: readonly IoCall[];
  /**
   * Calls that it waits for and that wait themselves for a function that they are given, whose I/O calls are in
   * `ioCalls` in their stead: `retry` of `await retry(async () => …)`. Left out where there are none.
   */
  readonly helpers?: readonly IoCall[];
  readonly criticalPath: CriticalPath;
  readonly parameters: readonly Parameter[];
  readonly completion: Completion;
  /** The index in `functions` of the asynchronous function it is nested in. */
  readonly parent: number | null;
  /** `default`, the export's name, or null. CommonJS counts: `module.exports = f` is `default`. */
  readonly exported: string | null;
  /** Null where the module's scope cannot name it, as for a closure; `unreachable` says why. */
  readonly reach: Reach | null;
  /** Present exactly when `reach` is null: one sentence for the user. */
  readonly unreachable?: string;
  /** The member of `this` that it calls back, where others store the callback before. */
  readonly storedCallback?: string;
  /** Changes when the function's tokens do; not with white space or comments. Lower-case hexadecimal. */
  readonly textHash: string;
}

/** What is wrong in a file, and where; what ails a file as a whole is at its first line and has no column. */
export interface Problem {
  readonly line: number;
  readonly column?: number | undefined;
  readonly reason: string;
}

/** How a function answers: `plain` at once, `later` by a promise or another way that is waited for. */
export type Answering = "plain" | "later";

/** A function that a file imports from another file of the project. */
export interface ImportedFunction {
  /** Relative, as it is written. */
  readonly specifier: string;
  /** `default`, or the name that the other file exports it by. */
  readonly name: string;
}

/** How imported functions answer, as far as somebody has read their files: by specifier and name with a space between. */
export type Answers = ReadonlyMap<string, Answering>;

/** All that is read off one file. */
export interface FileAnalysis {
  /** Tokens of the whole file, as Esprima counts them. */
  readonly tokens: number;
  /** In order of `range.start`. */
  readonly functions: readonly AsyncFunction[];
  /** Where the text is not well-formed; the rest of the analysis then is the best answer there is. */
  readonly problems: readonly Problem[];
  /**
   * Functions of other files of which it matters how they answer: without that their names decide whether calls of them that are
   * given back are I/O calls. Left out where there are none.
   */
  readonly imports?: readonly ImportedFunction[];
}

import { tokenText } from "../../../analysis/functions/scan.ts";
import { lex } from "../../../analysis/lexer/lex.ts";
import { BracketRole, type TokenList } from "../../../analysis/lexer/tokens.ts";
import { withInserted, type Insertion } from "../../insertions.ts";

/** What watched code calls in a clause, and around what handles a rejection. */
const CLAUSE = "__asyncCostCaught";
const HANDLERS = "__asyncCostHandlers";
/** The same around the promises whose rejections are taken as results. */
const SETTLED = "__asyncCostSettled";
/** The binding of a clause that has none. */
const BINDING = "__asyncCostError";

/** An error that code of a watched file took for itself. */
export interface CaughtError {
  /** Undefined where the clause takes it apart. */
  readonly error: unknown;
  /** Of the `catch`. */
  readonly line: number;
  /** The file that caught it. */
  readonly file: string;
}

/**
 * Hears of the errors that the `catch` clauses and rejection handlers of files take: with them a call takes its path of failure and comes to a good end nevertheless. The files are compiled with calls for that, which never is measured.
 */
class CatchWatch {
  #isWatched: ((file: string) => boolean) | null = null;
  /** Those that were compiled so, by the number that their calls name. */
  readonly #files: string[] = [];
  #isListening = false;
  #caught: CaughtError[] = [];
  readonly #told = new WeakSet();

  /** Whether code of a file is to be compiled with what tells. */
  watches(file: string): boolean {
    return this.#isWatched?.(file) === true;
  }

  /** Whether any file is. */
  get isOn(): boolean {
    return this.#isWatched !== null;
  }

  /** Gives what `work` does with the files `isWatched` compiled so that they tell what they catch. */
  async during<T>(isWatched: (file: string) => boolean, work: () => Promise<T>): Promise<T> {
    this.#isWatched = isWatched;
    this.#files.length = 0;
    this.#caught = [];
    Object.defineProperty(globalThis, CLAUSE, { value: this.#hear, configurable: true });
    Object.defineProperty(globalThis, HANDLERS, { value: this.#heard, configurable: true });
    Object.defineProperty(globalThis, SETTLED, { value: this.#settled, configurable: true });
    try {
      return await work();
    } finally {
      this.#isWatched = null;
    }
  }

  /** JavaScript of `file` that tells what it catches. Lines stay where they are. */
  withCatchesTold(code: string, file: string): string {
    if (!this.#files.includes(file)) this.#files.push(file);
    return withCatchesTold(code, this.#files.indexOf(file));
  }

  /** Gives what `call` gives; what is caught meanwhile, and only that, is heard. */
  async listen<T>(call: () => Promise<T>): Promise<T> {
    this.#caught = [];
    this.#isListening = this.isOn;
    try {
      return await call();
    } finally {
      this.#isListening = false;
    }
  }

  /** What was caught, the first first. */
  get caught(): readonly CaughtError[] {
    return this.#caught;
  }

  /** Says of an error that somebody asked for it. */
  tell(error: unknown): void {
    if (typeof error === "object" && error !== null) this.#told.add(error);
  }

  readonly #hear = (of: number, line: number, error?: unknown): void => {
    if (!this.#isListening) return;
    if (typeof error === "object" && error !== null && this.#told.has(error)) return;
    this.#caught.push({ error, line, file: this.#files[of] ?? "" });
  };

  /** Of what is given to `catch`, or `then`, the last says when it is called. */
  readonly #heard = (of: number, line: number, parameters: readonly unknown[]): readonly unknown[] => {
    const handler = parameters.at(-1);
    if (typeof handler !== "function") return parameters;
    const hear = this.#hear;
    const telling = function (this: unknown, ...given: unknown[]): unknown {
      hear(of, line, given[0]);
      return Reflect.apply(handler, this, given);
    };
    return [...parameters.slice(0, -1), telling];
  };

  /** Of the promises that are given to `Promise.allSettled` those that are rejected. */
  readonly #settled = (of: number, line: number, parameters: readonly unknown[]): readonly unknown[] => {
    const [given, ...more] = parameters;
    if (!isIterable(given)) return parameters;
    const promises = [...given];
    for (const promise of promises) {
      if (promise instanceof Promise) promise.catch((error: unknown) => this.#hear(of, line, error));
    }
    return [promises, ...more];
  };
}

export const catchWatch = new CatchWatch();

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}

/** Whether a text may catch anything. */
export function mayCatch(text: string): boolean {
  return /\bcatch\b|\ballSettled\b|\.\s*then\s*\(/.test(text);
}

/** JavaScript whose `catch` clauses and rejection handlers tell what they get, and that they are of that file. */
function withCatchesTold(code: string, of: number): string {
  const tokens = lex(code, "js");
  const line = lineCounter(code);
  const place = (at: number): string => `${of},${line(at, tokens)}`;
  const insertions: Insertion[] = [];
  for (let at = 0; at < tokens.count; at++) {
    const name = tokenText(tokens, at);
    if (name !== "catch" && name !== "then" && name !== "allSettled") continue;
    const before = tokenText(tokens, at - 1);
    if (name === "allSettled") {
      if (tokenText(tokens, at - 2) === "Promise")
        insertions.push(...aroundArguments(tokens, at, SETTLED, place(at)));
      continue;
    }
    if (before === "." || before === "?.") insertions.push(...aroundHandlers(tokens, at, place(at)));
    else if (name === "catch" && before === "}") insertions.push(...inClause(tokens, at, place(at)));
  }
  return withInserted(code, insertions);
}

function inClause(tokens: TokenList, at: number, place: string): Insertion[] {
  const { ends, match, roles } = tokens;
  const hasBinding = tokenText(tokens, at + 1) === "(";
  const open = hasBinding ? match[at + 1]! + 1 : at + 1;
  if (open <= at || tokenText(tokens, open) !== "{" || roles[open] !== BracketRole.Block) return [];
  if (!hasBinding) {
    return [
      { at: ends[at]!, text: `(${BINDING})` },
      { at: ends[open]!, text: `${CLAUSE}(${place},${BINDING});` },
    ];
  }
  const name = match[at + 1] === at + 3 ? `,${tokenText(tokens, at + 2)}` : "";
  return [{ at: ends[open]!, text: `${CLAUSE}(${place}${name});` }];
}

/** `.catch(handler)`, `.then(go, handler)`. */
function aroundHandlers(tokens: TokenList, at: number, place: string): Insertion[] {
  const open = at + 1;
  const close = tokenText(tokens, open) === "(" ? tokens.match[open]! : -1;
  if (tokenText(tokens, at) === "then" && close > open && !hasSeveral(tokens, open, close)) return [];
  return aroundArguments(tokens, at, HANDLERS, place);
}

/** The arguments of the call behind a name go through a function. */
function aroundArguments(tokens: TokenList, at: number, through: string, place: string): Insertion[] {
  const open = at + 1;
  const close = tokenText(tokens, open) === "(" ? tokens.match[open]! : -1;
  if (close <= open + 1) return [];
  return [
    { at: tokens.ends[open]!, text: `...${through}(${place},[` },
    { at: tokens.starts[close]!, text: "])" },
  ];
}

/** Whether something stands behind a comma between two brackets, itself in none. */
function hasSeveral(tokens: TokenList, open: number, close: number): boolean {
  for (let at = open + 1; at < close; at++) {
    if ((tokens.match[at] ?? -1) > at) at = tokens.match[at]!;
    else if (tokenText(tokens, at) === "," && at + 1 < close) return true;
  }
  return false;
}

/** Lines are asked for in order. */
function lineCounter(code: string): (at: number, tokens: TokenList) => number {
  let line = 1;
  let counted = 0;
  return (at, { starts }) => {
    for (; counted < starts[at]!; counted++) if (code.charCodeAt(counted) === 10) line++;
    return line;
  };
}

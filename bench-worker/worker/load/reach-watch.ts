import { tokenText } from "../../../analysis/functions/scan.ts";
import { lex } from "../../../analysis/lexer/lex.ts";
import { TokenKind, type TokenList } from "../../../analysis/lexer/tokens.ts";
import { lineProbes, type LinesOfFunction } from "./line-probes.ts";
import { withInserted, type Insertion } from "../../insertions.ts";

/** What watched code calls when it has come to a call, when it leaves by a `return`, goes on to the next round or leaves items out of a list, and when it runs lines. */
const REACHED = "__asyncCostReached";
const LEFT = "__asyncCostLeft";
const RAN = "__asyncCostRan";
const SKIPPED = "__asyncCostSkipped";
const FILTERED = "__asyncCostFiltered";

/** A call in a file, as it is watched for. */
export interface WatchedCall {
  /** Of the callee's last name; counted from 1. */
  readonly line: number;
  /** The callee's last name: `query` of `db.query(…)`. */
  readonly name: string;
  /** The name by which the module that it is imported from has it, where that is another. */
  readonly importedAs?: string;
}

/** What of a file is watched. */
interface Watched {
  readonly calls: readonly WatchedCall[];
  /** The lines of the `return`s of the function that is called. */
  readonly returns: ReadonlySet<number>;
  /** Those of what goes on to the next round of a loop. */
  readonly skips?: ReadonlySet<number>;
  /** Those of what leaves items out of a list by a function that it is given. */
  readonly filters?: ReadonlySet<number>;
  readonly lines?: LinesOfFunction;
}

/** What was heard. */
interface Heard {
  /** The calls that were not come to, by their numbers. */
  readonly missed: readonly number[];
  /** The lines of each `filter` that kept no item, and of the last `continue` that was come to. */
  readonly skippedAt: readonly number[];
  /** The line of the last `return` that was come to; null where none was. */
  readonly leftAt: number | null;
  /** Of the lines that tell: those that ran, and those that did not, ascending. */
  readonly run: readonly number[];
  readonly notRun: readonly number[];
  /** Of those that ran, the one that did last; null where none did. */
  readonly lastRun: number | null;
}

/**
 * Hears which calls of a file are come to. The file is compiled with code that tells, which never is measured: stacks
 * do not tell it of a call whose work another file or a library does later.
 */
class ReachWatch {
  #file: string | null = null;
  #watched: Watched = { calls: [], returns: new Set() };
  #isListening = false;
  readonly #told = new Set<number>();
  readonly #reached = new Set<number>();
  readonly #toldLines = new Set<number>();
  readonly #ran = new Set<number>();
  #leftAt: number | null = null;
  #skippedAt: readonly number[] = [];
  /** Whether a `filter` kept an item, by its line. */
  readonly #keeps = new Map<number, boolean>();
  #lastRun: number | null = null;

  /** Whether code of a file is to be compiled with what tells. */
  watches(file: string): boolean {
    return this.#file === file;
  }

  /**
   * Does `work` with `file` compiled so that it tells of what is watched, and gives the calls that were not come to while it was
   * {@link listen listened} to. Those that the compiled text does not name as they were named are not among them.
   */
  async during(file: string, watched: Watched, work: () => Promise<unknown>): Promise<Heard> {
    this.#file = file;
    this.#watched = watched;
    this.#leftAt = null;
    this.#skippedAt = [];
    this.#lastRun = null;
    this.#told.clear();
    this.#reached.clear();
    this.#toldLines.clear();
    this.#ran.clear();
    this.#keeps.clear();
    Object.defineProperty(globalThis, REACHED, { value: this.#hear, configurable: true });
    Object.defineProperty(globalThis, LEFT, { value: this.#hearLeaving, configurable: true });
    Object.defineProperty(globalThis, SKIPPED, { value: this.#hearSkipping, configurable: true });
    Object.defineProperty(globalThis, FILTERED, { value: this.#hearFilter, configurable: true });
    Object.defineProperty(globalThis, RAN, { value: this.#hearLines, configurable: true });
    try {
      await work();
      const missed = [...this.#told].filter((index) => !this.#reached.has(index)).sort((a, b) => a - b);
      const lines = [...this.#toldLines].sort((a, b) => a - b);
      const run = lines.filter((line) => this.#ran.has(line));
      const notRun = lines.filter((line) => !this.#ran.has(line));
      const filteredAt = [...this.#keeps].flatMap(([line, keeps]) => (keeps ? [] : [line]));
      return {
        missed,
        leftAt: this.#leftAt,
        skippedAt: [...filteredAt, ...this.#skippedAt],
        run,
        notRun,
        lastRun: this.#lastRun,
      };
    } finally {
      this.#file = null;
    }
  }

  /** Gives what `call` gives; calls that are come to meanwhile, and only those, are heard. */
  async listen<T>(call: () => Promise<T>): Promise<T> {
    this.#isListening = this.#file !== null;
    try {
      return await call();
    } finally {
      this.#isListening = false;
    }
  }

  /** JavaScript that tells of what is watched. Lines stay where they are. */
  withReachTold(code: string): string {
    const byPlace = new Map<string, number>();
    for (const [index, { line, name, importedAs = name }] of this.#watched.calls.entries())
      for (const one of new Set([importedAs, name])) byPlace.set(placeKey(line, one), index);
    const tokens = lex(code, "js");
    const insertions: Insertion[] = [...this.#lineProbes(code)];
    let line = 1;
    let counted = 0;
    for (let at = 0; at < tokens.count; at++) {
      for (; counted < tokens.starts[at]!; counted++) if (code.charCodeAt(counted) === 10) line++;
      if (this.#watched.returns.has(line) && tokenText(tokens, at) === "return")
        insertions.push({ at: tokens.ends[at]!, text: leavingAt(code, tokens, at, line) });
      if (this.#watched.skips?.has(line) === true && tokenText(tokens, at) === "continue")
        insertions.push(...skippingAt(code, tokens, at, line));
      if (this.#watched.filters?.has(line) === true && tokenText(tokens, at) === "filter")
        insertions.push(...filterAt(tokens, at, line));
      const index = byPlace.get(placeKey(line, tokenText(tokens, at)));
      const open = index === undefined ? -1 : argumentsBehind(tokens, at);
      if (index === undefined) continue;
      if (open < 0) {
        const told = templateBehind(tokens, at, `${REACHED}(${index},[]),`);
        if (told.length > 0) this.#told.add(index);
        insertions.push(...told);
        continue;
      }
      this.#told.add(index);
      // Among the arguments, so that neither `this` nor what begins a statement changes.
      insertions.push({
        at: tokens.ends[lastBeforeArguments(tokens, open)]!,
        text: `...${REACHED}(${index},[`,
      });
      insertions.push({ at: tokens.starts[tokens.match[open]!]!, text: "])" });
    }
    return withInserted(code, insertions);
  }

  #lineProbes(code: string): readonly Insertion[] {
    const { lines } = this.#watched;
    if (lines === undefined) return [];
    const { insertions, told } = lineProbes(code, lines, (own) => `${RAN}(${own.join()})`);
    for (const line of told) this.#toldLines.add(line);
    return insertions;
  }

  readonly #hearLines = (...lines: readonly number[]): void => {
    if (!this.#isListening) return;
    for (const line of lines) this.#ran.add(line);
    this.#lastRun = lines.at(-1) ?? this.#lastRun;
  };

  readonly #hear = (index: number, parameters: readonly unknown[]): readonly unknown[] => {
    if (this.#isListening) this.#reached.add(index);
    return parameters;
  };

  readonly #hearLeaving = (line: number): void => {
    if (this.#isListening) this.#leftAt = line;
  };

  readonly #hearSkipping = (line: number): void => {
    if (this.#isListening) this.#skippedAt = [line];
  };

  /** The arguments of a `filter`, with a callback that tells whether it keeps an item. */
  readonly #hearFilter = (line: number, given: readonly unknown[]): readonly unknown[] => {
    const [keeps, ...others] = given;
    if (!this.#isListening || typeof keeps !== "function") return given;
    const hear = (isKept: unknown): unknown => {
      this.#keeps.set(line, Boolean(isKept) || this.#keeps.get(line) === true);
      return isKept;
    };
    const heard = function (this: unknown, ...item: unknown[]): unknown {
      return hear(Reflect.apply(keeps, this, item));
    };
    Object.defineProperties(heard, { length: { value: keeps.length }, name: { value: keeps.name } });
    return [heard, ...others];
  };
}

export const reachWatch = new ReachWatch();

/** What stands behind the keyword of a `return` that tells of itself, in front of what it gives. */
function leavingAt(code: string, tokens: TokenList, at: number, line: number): string {
  const next = tokenText(tokens, at + 1);
  const isLast = next === ";" || next === "}" || at + 1 >= tokens.count;
  const ends = isLast || code.slice(tokens.ends[at], tokens.starts[at + 1]).includes("\n");
  // Nothing of a line that follows may become part of it.
  return ends ? ` void ${LEFT}(${line})${next === ";" ? "" : ";"}` : ` ${LEFT}(${line}),`;
}

/** What makes a `continue` tell of itself: a block around it. Nothing where it names its loop. */
function skippingAt(code: string, tokens: TokenList, at: number, line: number): Insertion[] {
  const isLast = at + 1 < tokens.count && code.slice(tokens.ends[at], tokens.starts[at + 1]).includes("\n");
  const isBare = isLast || tokenText(tokens, at + 1) === ";" || tokenText(tokens, at + 1) === "}";
  if (!isBare || code[tokens.starts[at]! - 1] === ".") return [];
  return [
    { at: tokens.starts[at]!, text: `{${SKIPPED}(${line});` },
    { at: tokens.ends[at + (tokenText(tokens, at + 1) === ";" ? 1 : 0)]!, text: "}" },
  ];
}

/** What makes a `filter` tell whether it keeps an item. */
function filterAt(tokens: TokenList, at: number, line: number): Insertion[] {
  const open = argumentsBehind(tokens, at);
  if (open < 0) return [];
  return [
    { at: tokens.ends[open]!, text: `...${FILTERED}(${line},[` },
    { at: tokens.starts[tokens.match[open]!]!, text: "])" },
  ];
}

function placeKey(line: number, name: string): string {
  return `${line} ${name}`;
}

/**
 * The bracket that opens the arguments behind a callee's last name, as in `name(`, `name?.(`, `(0, a.name)(` and, of what is
 * imported, `a.name.call(void 0, `; -1 for none.
 */
function argumentsBehind(tokens: TokenList, at: number): number {
  let open = at + 1;
  if (lastBeforeArguments(tokens, open + 2) > open + 2) return open + 2;
  if (tokenText(tokens, open) === ")" && tokens.match[open]! >= 0) open++;
  if (tokenText(tokens, open) === "?.") open++;
  if (tokenText(tokens, open) !== "(" || tokens.match[open]! < open) return -1;
  const behind = tokenText(tokens, tokens.match[open]! + 1);
  // Parameters of a function, a method or an arrow.
  return tokenText(tokens, at - 1) === "function" || behind === "{" || behind === "=>" ? -1 : open;
}

/**
 * What is to be inserted so that a tagged template tells of itself, ``sql`select ${id}` ``, in front of its first value, or of a tag that is no member; nothing
 * where no template is behind a name.
 */
function templateBehind(tokens: TokenList, at: number, telling: string): Insertion[] {
  const open = tokenText(tokens, at + 1) === ")" ? at + 2 : at + 1;
  const text = tokens.kinds[open] === TokenKind.Template ? tokenText(tokens, open) : "";
  if (!text.startsWith("`")) return [];
  if (text.endsWith("${")) return [{ at: tokens.ends[open]!, text: telling }];
  if (open > at + 1 || tokenText(tokens, at - 1) === ".") return [];
  return [
    { at: tokens.starts[at]!, text: `(${telling}` },
    { at: tokens.ends[at]!, text: ")" },
  ];
}

/** The last token before arguments whose bracket is at `open`: what an import is called with is behind `void 0,`. */
function lastBeforeArguments(tokens: TokenList, open: number): number {
  const isOfImport = [".", "call", "(", "void", "0", ","].every(
    (text, index) => tokenText(tokens, open - 2 + index) === text,
  );
  return isOfImport ? open + 3 : open;
}

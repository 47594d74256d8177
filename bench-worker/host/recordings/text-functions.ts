import { analyze } from "../../../analysis/analyze.ts";
import { codeOfFile } from "../../../analysis/components/code-of.ts";
import { findFunctions } from "../../../analysis/functions/find.ts";
import { lex } from "../../../analysis/lexer/lex.ts";
import { Word } from "../../../analysis/lexer/words.ts";
import type { Language, Position } from "../../../analysis/model.ts";
import { lineStartsOf, positionAt } from "../../../analysis/source/lines.ts";
import { textHashes } from "../../../analysis/source/text-hash.ts";

/** A function of a source text, of whatever kind. */
export interface TextFunction extends Position {
  /** Offset of its text. */
  readonly start: number;
  /** Indices of its tokens, the last one excluded. */
  readonly firstToken: number;
  readonly endToken: number;
  /** Whether it is a member of a class or an object by its form. */
  readonly isMethod: boolean;
  /** Of its tokens: comments and white space do not count. */
  readonly textHash: string;
}

/** What may stand before a function's name; compilers say of different ones that it begins there. */
const BEFORE_NAMES = new Set<number>([
  ...[Word.export, Word.default, Word.async, Word.static, Word.public, Word.protected, Word.private],
  ...[Word.override, Word.abstract, Word.readonly, Word.declare, Word.accessor],
]);

/** The functions of a source text in its order, and where its tokens are. */
export class TextFunctions {
  readonly functions: readonly TextFunction[];
  readonly #text: string;
  readonly #language: Language;
  readonly #lines: readonly number[];
  /** Offsets. */
  readonly #tokens: ArrayLike<number>;
  readonly #codes: ArrayLike<number>;
  #names: ReadonlyMap<number, string> | undefined;

  constructor(text: string, language: Language) {
    this.#text = text;
    this.#language = language;
    this.#lines = lineStartsOf(text);
    const { tokens, functions } = findFunctions(lex(text, language), language);
    this.#tokens = tokens.starts.slice(0, tokens.count);
    this.#codes = tokens.codes.slice(0, tokens.count);
    const hashes = textHashes(
      tokens,
      functions,
      Int32Array.from(functions, ({ parent }) => parent),
    );
    this.functions = functions.map(({ start: firstToken, end: endToken, form }, index) => {
      const isMethod = form !== "function" && form !== "arrow";
      const start = this.#tokens[firstToken]!;
      return {
        ...positionAt(this.#lines, start),
        start,
        firstToken,
        endToken,
        isMethod,
        textHash: hashes[index]!,
      };
    });
  }

  /** The name that hints and targets have for an asynchronous function; undefined for any other. */
  nameOf({ start }: TextFunction): string | undefined {
    this.#names ??= new Map(
      analyze(this.#text, this.#language).functions.map(({ range, name }) => [range.start, name]),
    );
    return this.#names.get(start);
  }

  /**
   * The function that begins at a place, or at another word before its name; of a method also where its decorators begin, of an arrow
   * function its only parameter: a compiler that leaves out the parenthesis before that has the function begin there.
   */
  beginningAt(place: Position): TextFunction | undefined {
    const offset = this.#offsetOf(place);
    if (offset !== undefined && this.#text[offset] === "@")
      return this.functions.find(({ start, isMethod }) => isMethod && start > offset);
    const token = this.tokenAt(place);
    return token === undefined
      ? undefined
      : (this.functions.find(({ firstToken }) => firstToken === token) ??
          this.functions.find(({ firstToken }) => this.#hasOnlyWordsBetween(firstToken, token)) ??
          this.functions.find(
            ({ firstToken }) => firstToken === token - 1 && this.#text[this.#tokens[firstToken]!] === "(",
          ));
  }

  /** The innermost function that a place is in. */
  around(place: Position): TextFunction | undefined {
    const token = this.tokenAt(place);
    if (token === undefined) return undefined;
    return this.functions
      .filter(({ firstToken, endToken }) => firstToken <= token && token < endToken)
      .sort((one, other) => other.firstToken - one.firstToken)[0];
  }

  /** Whether only words that may stand before a function's name stand between two tokens, the later one left out. */
  #hasOnlyWordsBetween(one: number, other: number): boolean {
    const end = Math.max(one, other);
    for (let at = Math.min(one, other); at < end; at++) if (!BEFORE_NAMES.has(this.#codes[at]!)) return false;
    return true;
  }

  /** The index of the token that begins at a place. */
  tokenAt(place: Position): number | undefined {
    const offset = this.#offsetOf(place);
    if (offset === undefined) return undefined;
    let low = 0;
    let high = this.#tokens.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#tokens[middle]! < offset) low = middle + 1;
      else high = middle;
    }
    return this.#tokens[low] === offset ? low : undefined;
  }

  #offsetOf({ line, column }: Position): number | undefined {
    const start = this.#lines[line - 1];
    return start === undefined ? undefined : start + column - 1;
  }

  /** Where a token begins. */
  placeOf(token: number): Position {
    return positionAt(this.#lines, this.#tokens[token]!);
  }
}

/** The functions of a file; null where it is no source code by its name. */
export function textFunctionsOf(file: string, text: string): TextFunctions | null {
  const code = codeOfFile(file, text);
  return code === undefined ? null : new TextFunctions(code.text, code.language);
}

/** {@link textFunctionsOf} of the present text of a file, relative to the project; null where there is none. */
export type PresentText = (file: string) => TextFunctions | null;

/** Reads each file once. */
export function presentTexts(read: (file: string) => string | null): PresentText {
  const known = new Map<string, TextFunctions | null>();
  return (file) => {
    const before = known.get(file);
    if (before !== undefined) return before;
    const text = read(file);
    const now = text === null ? null : textFunctionsOf(file, text.replace(/^\uFEFF/, ""));
    known.set(file, now);
    return now;
  };
}

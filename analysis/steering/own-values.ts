import { expressionEnd, statementEnd } from "../breakdown/statements.ts";
import type { FoundFunction, TokenSpan } from "../functions/found.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { LAST_RESERVED_WORD, Word } from "../lexer/words.ts";
import { functionStartingAt, textAt, type FileView } from "../patterns/file-view.ts";

/** What every engine has, and nobody else gives: the machine's clock, its network and its files are not among them. */
const ENGINE =
  /^(?:Array|ArrayBuffer|Atomics|BigInt|Boolean|Buffer|Error|Infinity|JSON|Map|Math|NaN|Number|Object|Promise|RangeError|Reflect|RegExp|Set|SharedArrayBuffer|String|Symbol|TypeError|WeakMap|WeakSet|\w+Array|clearTimeout|console|isFinite|isNaN|parseFloat|parseInt|queueMicrotask|setImmediate|setTimeout|structuredClone|undefined)$/;
/** What holds a value from elsewhere, without a name of its own. */
const FROM_ELSEWHERE: ReadonlySet<number> = new Set([Word.this, Word.super, Word.import, Word.yield]);
/** Places of one name, and names that are made of one another, that are looked at: of more it is not sure. */
const PLACES_AT_MOST = 300;
const DEPTH_AT_MOST = 60;
const ASSIGNS = /^(?:[-+*/%&|^]|\*\*|<<|>>>?|&&|\|\||\?\?)?=$/;
/** Words that may be names elsewhere. */
const CONTEXTUAL: ReadonlySet<number> = new Set([Word.await, Word.let, Word.of, Word.async]);
const UPDATES = /^(?:\+\+|--)$/;
const DECLARES = /^(?:const|let|var)$/;

/**
 * Tells values that a text gives itself, by what it writes there, from those that it gets: by a parameter, an import, an answer, a
 * name that is set elsewhere. Where it is not sure, a value is one that it gets.
 */
export class OwnValues {
  readonly #view: FileView;
  readonly #owner: Int32Array;
  readonly #function: number;
  readonly #places = new Map<string, number[]>();
  /** Tokens that declare their names. */
  readonly #declared = new Set<number>();
  readonly #known = new Map<string, boolean>();
  #depth = 0;

  /** @param at A token of the function that reads the values: what others set while it runs is none of its own. */
  constructor(view: FileView, at: number) {
    this.#view = view;
    const { count, kinds } = view.tokens;
    this.#owner = new Int32Array(count).fill(-1);
    // Those within come behind those around them.
    view.functions.forEach(({ start, end }, index) => this.#owner.fill(index, start, end));
    this.#function = this.#owner[at]!;
    for (let token = 0; token < count; token++) {
      if (DECLARES.test(textAt(view, token))) this.#declaredFrom(token);
      if (kinds[token] !== TokenKind.Identifier || !this.#isName(token)) continue;
      if (this.#functionNamed(token) !== undefined) this.#declared.add(token);
      const name = textAt(view, token);
      const places = this.#places.get(name);
      if (places === undefined) this.#places.set(name, [token]);
      else places.push(token);
    }
  }

  /** Whether all values that a run of tokens works on are own ones. */
  areIn(start: number, end: number): boolean {
    const { kinds, codes } = this.#view.tokens;
    // What a function within is called with stands there, too.
    const own = new Set<string>();
    for (let at = start; at < end; at++) {
      const within = this.#view.functions[functionStartingAt(this.#view, at) ?? -1];
      if (within !== undefined)
        for (let one = within.parameters.start; one < within.parameters.end; one++)
          own.add(textAt(this.#view, one));
      if (FROM_ELSEWHERE.has(codes[at]!) && this.#isName(at)) return false;
      if (kinds[at] !== TokenKind.Identifier || !this.#isName(at)) continue;
      const name = textAt(this.#view, at);
      if (!own.has(name) && !this.#isOwn(name)) return false;
    }
    return true;
  }

  /** Whether a loop with such a head ends by itself, as it sets what it asks for: `while (page < 3) { … page++; }`. */
  endIn(head: TokenSpan, loop: TokenSpan): boolean {
    if (!this.areIn(head.start, head.end)) return false;
    const { kinds } = this.#view.tokens;
    for (let at = head.start; at < head.end; at++) {
      if (kinds[at] !== TokenKind.Identifier || !this.#isName(at)) continue;
      const places = this.#places.get(textAt(this.#view, at)) ?? [];
      if (places.some((place) => loop.start <= place && place < loop.end && this.#isSetAt(place)))
        return true;
    }
    return false;
  }

  /** Whether a token stands for itself: it is no member, and no word of the language. */
  #isName(at: number): boolean {
    const { codes, inType } = this.#view.tokens;
    const before = at > 0 ? textAt(this.#view, at - 1) : "";
    const code = codes[at]!;
    const isReserved = (code >= Word.break && code <= LAST_RESERVED_WORD) || CONTEXTUAL.has(code);
    return before !== "." && before !== "?." && inType[at] !== 1 && (!isReserved || FROM_ELSEWHERE.has(code));
  }

  #isOwn(name: string): boolean {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const places = this.#places.get(name) ?? [];
    if (places.length > PLACES_AT_MOST || this.#depth >= DEPTH_AT_MOST) return false;
    this.#depth++;
    // What is made of itself is as the rest of it is.
    this.#known.set(name, true);
    const declared = places.find((at) => this.#declared.has(at));
    // What is counted is a number, and stays what it is whoever is given it.
    const isNumber = places.some((at) => this.#isCountedAt(at));
    const isOwn =
      declared === undefined
        ? places.every((at) => !this.#isParameter(at)) && ENGINE.test(name)
        : places.every((at) => this.#isOwnAt(at, this.#owner[declared]!, isNumber));
    this.#depth--;
    if (isOwn) return true;
    // What was taken for own until now may be made of it.
    for (const [other, was] of this.#known) if (was) this.#known.delete(other);
    this.#known.set(name, false);
    return false;
  }

  /** `let name`, be it one of several. */
  #declaredFrom(keyword: number): void {
    const { kinds, inType, count } = this.#view.tokens;
    let at = keyword + 1;
    while (at < count && kinds[at] === TokenKind.Identifier) {
      this.#declared.add(at);
      at++;
      while (at < count && inType[at] === 1) at++;
      if (textAt(this.#view, at) === "=") at = expressionEnd(this.#view, at + 1, count, true);
      if (textAt(this.#view, at) !== ",") return;
      at++;
    }
  }

  #functionNamed(at: number): FoundFunction | undefined {
    const found = this.#view.functions[this.#owner[at]!];
    return found?.nameToken === at ? found : undefined;
  }

  #isParameter(at: number): boolean {
    const found = this.#view.functions[this.#owner[at]!];
    return found !== undefined && found.parameters.start <= at && at < found.parameters.end;
  }

  /** Whether what is done with a name at a place gives it no value from elsewhere. */
  #isOwnAt(at: number, declaredBy: number, isNumber: boolean): boolean {
    const { count } = this.#view.tokens;
    const found = this.#functionNamed(at);
    if (found !== undefined) return this.areIn(found.parameters.start, found.end);
    if (this.#isParameter(at)) return false;
    const [before, behind] = [textAt(this.#view, at - 1), textAt(this.#view, at + 1)];
    if (/^(?:of|in)$/.test(behind) && DECLARES.test(before)) return false;
    const isBegun = /^(?:[;{}]|)$/.test(before) && /^(?:\.|\[)$/.test(behind);
    const isHanded = !isNumber && /^[(,]$/.test(before) && /^[),]$/.test(behind) && !this.#declared.has(at);
    if (!isBegun && !isHanded && !this.#isSetAt(at)) return true;
    const owner = this.#owner[at]!;
    if (owner !== declaredBy && owner !== this.#function) return false;
    const end = isBegun
      ? statementEnd(this.#view, at, count)
      : expressionEnd(this.#view, at + 1, count, true);
    return this.areIn(isHanded ? this.#callBefore(at) : at, Math.max(end, at + 1));
  }

  #isSetAt(at: number): boolean {
    return ASSIGNS.test(textAt(this.#view, at + 1)) || this.#isCountedAt(at);
  }

  #isCountedAt(at: number): boolean {
    return UPDATES.test(textAt(this.#view, at + 1)) || UPDATES.test(textAt(this.#view, at - 1));
  }

  /** The first token of the statement, or block, in which something is handed to a call. */
  #callBefore(at: number): number {
    let first = at;
    while (first > 0 && !/^[;{}]$/.test(textAt(this.#view, first - 1))) first--;
    return first;
  }
}

import { wider8, wider16, wider32 } from "./columns.ts";
import { BracketRole } from "./tokens.ts";
import type { LexicalProblem, TokenKind, TokenList } from "./tokens.ts";

/** Arrays for more tokens than this do not outlive their text when much shorter ones follow. */
const LARGE = 1 << 18;

const MARGIN = 8;

/** A token list that is being written. It keeps its arrays from text to text and lets them grow. */
export class TokenBuffer implements TokenList {
  text = "";
  bytes: Uint8Array = new Uint8Array(0);
  count = 0;
  starts = new Int32Array(0);
  ends = new Int32Array(0);
  kinds = new Uint8Array(0);
  codes = new Uint8Array(0);
  keys = new Uint16Array(0);
  newlineBefore = new Uint8Array(0);
  match = new Int32Array(0);
  roles = new Uint8Array(0);
  inType = new Uint8Array(0);
  templates: number[] = [];
  problems: LexicalProblem[] = [];
  isBalanced = true;
  hasTypes = false;
  hasFlow = false;
  capacity = 0;

  /** Empties the list for another text. */
  begin(text: string, bytes: Uint8Array): void {
    this.text = text;
    this.bytes = bytes;
    this.templates = [];
    this.problems = [];
    this.isBalanced = true;
    // Source text has four characters or more to a token, most of the time.
    const usual = Math.max(8192, text.length >> 2);
    if (this.capacity > LARGE && usual < this.capacity >> 3) this.#renew(usual);
    else if (this.capacity === 0) this.#renew(usual);
    else this.cut(0);
  }

  /**
   * Adds a token behind the others and gives its index. It stands on the line of the one before it, is part of no
   * type and no bracket, until the columns of these say otherwise.
   */
  add(kind: TokenKind, code: number, key: number, start: number, end: number): number {
    const i = this.count;
    if (i === this.capacity) this.#grow();
    this.starts[i] = start;
    this.ends[i] = end;
    this.kinds[i] = kind;
    this.codes[i] = code;
    this.keys[i] = key;
    this.count = i + 1;
    return i;
  }

  /** Makes room for so many more tokens. */
  reserve(more: number): void {
    while (this.count + more > this.capacity) this.#grow();
  }

  /** Ends the list: what is read a few tokens behind its end is 0, as for a name. */
  end(): void {
    if (this.count + MARGIN > this.capacity) this.#grow();
    this.codes.fill(0, this.count, this.count + MARGIN);
  }

  /** Drops the tokens from an index on. */
  cut(count: number): void {
    const end = this.count;
    this.newlineBefore.fill(0, count, end);
    this.inType.fill(0, count, end);
    this.roles.fill(BracketRole.None, count, end);
    this.match.fill(-1, count, end);
    while (this.templates.length > 0 && this.templates.at(-1)! >= count) this.templates.pop();
    this.count = count;
  }

  /** The code of the last token but `back`; 0 before the first. */
  code(back: number): number {
    const i = this.count - 1 - back;
    return i < 0 ? 0 : this.codes[i]!;
  }

  #renew(capacity: number): void {
    this.count = 0;
    this.capacity = capacity;
    this.starts = new Int32Array(capacity);
    this.ends = new Int32Array(capacity);
    this.kinds = new Uint8Array(capacity);
    this.codes = new Uint8Array(capacity);
    this.keys = new Uint16Array(capacity);
    this.newlineBefore = new Uint8Array(capacity);
    this.match = new Int32Array(capacity).fill(-1);
    this.roles = new Uint8Array(capacity);
    this.inType = new Uint8Array(capacity);
  }

  #grow(): void {
    const from = this.capacity;
    const capacity = from * 2;
    this.starts = wider32(this.starts, capacity);
    this.ends = wider32(this.ends, capacity);
    this.kinds = wider8(this.kinds, capacity);
    this.codes = wider8(this.codes, capacity);
    this.keys = wider16(this.keys, capacity);
    this.newlineBefore = wider8(this.newlineBefore, capacity);
    this.match = wider32(this.match, capacity);
    this.roles = wider8(this.roles, capacity);
    this.inType = wider8(this.inType, capacity);
    this.match.fill(-1, from);
    this.capacity = capacity;
  }
}

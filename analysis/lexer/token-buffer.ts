import { BracketRole } from "./tokens.ts";
import type { LexicalProblem, TokenKind, TokenList } from "./tokens.ts";

/** A token list that is being written. It keeps its arrays from text to text and lets them grow. */
export class TokenBuffer implements TokenList {
  text = "";
  count = 0;
  starts = new Int32Array(0);
  ends = new Int32Array(0);
  kinds = new Uint8Array(0);
  codes = new Uint8Array(0);
  newlineBefore = new Uint8Array(0);
  match = new Int32Array(0);
  roles = new Uint8Array(0);
  inType = new Uint8Array(0);
  problems: LexicalProblem[] = [];
  #capacity = 0;

  /** Empties the list for another text. */
  begin(text: string): void {
    this.text = text;
    this.count = 0;
    this.problems = [];
    // Source text has four characters or more to a token, most of the time.
    if (this.#capacity === 0) this.#grow(Math.max(1024, text.length >> 2));
  }

  /** Adds a token behind the others. */
  add(kind: TokenKind, code: number, start: number, end: number, newline: number, inType: number): void {
    const i = this.count;
    if (i === this.#capacity) this.#grow(this.#capacity * 2);
    this.starts[i] = start;
    this.ends[i] = end;
    this.kinds[i] = kind;
    this.codes[i] = code;
    this.newlineBefore[i] = newline;
    this.match[i] = -1;
    this.roles[i] = BracketRole.None;
    this.inType[i] = inType;
    this.count = i + 1;
  }

  /** The code of the last token but `back`; 0 before the first. */
  code(back: number): number {
    const i = this.count - 1 - back;
    return i < 0 ? 0 : this.codes[i]!;
  }

  #grow(capacity: number): void {
    this.starts = widened(this.starts, new Int32Array(capacity));
    this.ends = widened(this.ends, new Int32Array(capacity));
    this.kinds = widened(this.kinds, new Uint8Array(capacity));
    this.codes = widened(this.codes, new Uint8Array(capacity));
    this.newlineBefore = widened(this.newlineBefore, new Uint8Array(capacity));
    this.match = widened(this.match, new Int32Array(capacity));
    this.roles = widened(this.roles, new Uint8Array(capacity));
    this.inType = widened(this.inType, new Uint8Array(capacity));
    this.#capacity = capacity;
  }
}

function widened<Column extends Int32Array | Uint8Array>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}

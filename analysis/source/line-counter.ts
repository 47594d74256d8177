import type { Position } from "../model.ts";

const CHUNK = 4096;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** A line feed in each byte of a word, and the bits that tell which bytes of a difference are zero. */
const LINE_FEEDS = 0x0a0a0a0a;
const LOW_BITS = 0x7f7f7f7f;

/**
 * Lines and columns in a text of which few places are asked for: it counts as far as the farthest of them, several
 * characters at a time, and remembers how far it had got every 4,096 characters.
 */
export class LineCounter {
  readonly #bytes: Uint8Array;
  readonly #words: Int32Array;
  readonly #hasCarriageReturns: boolean;
  /** For each chunk, the lines that end before it, and where the line starts that it begins in. */
  readonly #lines: number[] = [0];
  readonly #starts: number[] = [0];
  #line = 0;
  #start = 0;

  /** `bytes` are the text's, one a code unit, in a buffer of their own; zeros may follow them. */
  constructor(text: string, bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#words = new Int32Array(bytes.buffer, 0, bytes.buffer.byteLength >> 2);
    this.#hasCarriageReturns = text.includes("\r");
  }

  /** Line and column of an offset, both from 1. Lines end as in editors: at LF, CR LF, or CR. */
  positionAt(offset: number): Position {
    const chunk = Math.floor(offset / CHUNK);
    while (this.#lines.length <= chunk) {
      const last = this.#lines.length - 1;
      this.#goOn(last, (last + 1) * CHUNK);
      this.#lines.push(this.#line);
      this.#starts.push(this.#start);
    }
    this.#goOn(chunk, offset);
    return { line: this.#line + 1, column: offset - this.#start + 1 };
  }

  /** Counts from the start of a chunk to an offset. */
  #goOn(chunk: number, to: number): void {
    this.#line = this.#lines[chunk]!;
    this.#start = this.#starts[chunk]!;
    const from = chunk * CHUNK;
    if (this.#hasCarriageReturns) {
      this.#count(from, to);
      return;
    }
    const words = this.#words;
    const last = to >> 2;
    let line = this.#line;
    let start = this.#start;
    for (let word = from >> 2; word < last; word++) {
      const difference = words[word]! ^ LINE_FEEDS;
      // The high bit of a byte stays clear where the byte of the difference is zero, as it is for a line feed.
      const others = ((difference & LOW_BITS) + LOW_BITS) | difference | LOW_BITS;
      if (others === -1) continue;
      const found = ~others;
      line += ((found >>> 7) & 1) + ((found >>> 15) & 1) + ((found >>> 23) & 1) + (found >>> 31);
      start = (word << 2) + ((31 - Math.clz32(found)) >> 3) + 1;
    }
    this.#line = line;
    this.#start = start;
    this.#count(last << 2, to);
  }

  #count(from: number, to: number): void {
    const bytes = this.#bytes;
    for (let at = from; at < to; at++) {
      const byte = bytes[at]!;
      if (byte === LINE_FEED || (byte === CARRIAGE_RETURN && bytes[at + 1] !== LINE_FEED)) {
        this.#line++;
        this.#start = at + 1;
      }
    }
  }
}

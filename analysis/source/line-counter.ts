import type { Position } from "../model.ts";

const CHUNK = 4096;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** A line feed in each byte of a word, the bits that tell which bytes of a difference are zero, and a 1 in each byte. */
const LINE_FEEDS = 0x0a0a0a0a;
const LOW_BITS = 0x7f7f7f7f;
const ONES = 0x01010101;
/** Words whose other bytes are counted in the four bytes of one number, before any of these could overflow. */
const MOST_WORDS = 255;

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
  /** The last place that was asked for, at the start of its word; the lines that end before it, and where its own starts. */
  #near = 0;
  #nearLines = 0;
  #nearStart = 0;

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
      const end = (last + 1) * CHUNK;
      const lines = this.#count(last * CHUNK, end);
      this.#starts.push(lines === 0 ? this.#starts[last]! : this.#startOfLine(end));
      this.#lines.push(this.#lines[last]! + lines);
    }
    // Most places are asked for in order: where the one before stands in the same chunk, the way from there is shorter.
    const isBehind = this.#near <= offset && this.#near >= chunk * CHUNK;
    const from = isBehind ? this.#near : chunk * CHUNK;
    const near = offset & ~3;
    const lines = this.#count(from, near);
    if (!isBehind || lines > 0) this.#nearStart = lines > 0 ? this.#startOfLine(near) : this.#starts[chunk]!;
    this.#nearLines = (isBehind ? this.#nearLines : this.#lines[chunk]!) + lines;
    this.#near = near;
    const rest = this.#count(near, offset);
    const start = rest > 0 ? this.#startOfLine(offset) : this.#nearStart;
    return { line: this.#nearLines + rest + 1, column: offset - start + 1 };
  }

  /** Where the line starts in which an offset lies; one that ends before it must be near. */
  #startOfLine(offset: number): number {
    let at = offset;
    while (!this.#endsLine(at - 1)) at--;
    return at;
  }

  #endsLine(at: number): boolean {
    const byte = this.#bytes[at]!;
    return byte === LINE_FEED || (byte === CARRIAGE_RETURN && this.#bytes[at + 1] !== LINE_FEED);
  }

  /** The lines that end from the start of a word up to an offset. */
  #count(from: number, to: number): number {
    let at = from;
    let lines = 0;
    if (!this.#hasCarriageReturns) {
      lines = countLineFeeds(this.#words, from >> 2, to >> 2);
      at = (to >> 2) << 2;
    }
    for (; at < to; at++) if (this.#endsLine(at)) lines++;
    return lines;
  }
}

/** Line feeds in some words, counted without a branch for each. */
function countLineFeeds(words: Int32Array, from: number, to: number): number {
  let others = 0;
  for (let word = from; word < to;) {
    const end = Math.min(word + MOST_WORDS, to);
    let sums = 0;
    for (; word < end; word++) {
      // The high bit of a byte stays clear where the byte of the difference is zero, as it is for a line feed: 0x8a, of which
      // only the high bit differs, is no byte of a text.
      sums = (sums + (((((words[word]! ^ LINE_FEEDS) & LOW_BITS) + LOW_BITS) >>> 7) & ONES)) | 0;
    }
    const pairs = (sums & 0x00ff00ff) + ((sums >>> 8) & 0x00ff00ff);
    others += (pairs & 0xffff) + (pairs >>> 16);
  }
  return (to - from) * 4 - others;
}

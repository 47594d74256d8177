import { WIDE } from "./characters.ts";

/** Zeros behind the text, so that who looks a little ahead need not ask where it ends. */
const MARGIN = 16;

/** Texts beyond this many code units do not leave their array behind. */
const LARGE = 1 << 20;

const HIGH_BITS = 0x80808080 | 0;

const encoder = new TextEncoder();

/**
 * A text as one byte a code unit: an ASCII character's own, {@link WIDE} for any other. Typed arrays are read
 * several times faster than strings, whose representation has to be asked for at every character; and nearly all
 * of the source code in the world is ASCII. The array is used again for the next text.
 */
export class SourceBytes {
  bytes = new Uint8Array(0);
  /** How far the array may hold anything but zeros. */
  #used = 0;

  /** Reads a text. The array has it from index 0 on, with zeros behind it. */
  read(text: string): Uint8Array {
    const { length } = text;
    const isTooShort = this.bytes.length < length + MARGIN;
    if (isTooShort || (this.bytes.length > LARGE && length < LARGE >> 3)) {
      this.bytes = new Uint8Array(length + (length >> 4) + MARGIN);
      this.#used = 0;
    }
    const { read, written } = encoder.encodeInto(text, this.bytes);
    if (read < length || written > length) this.#readWide(text, read < length ? -1 : written);
    const used = Math.max(written, length);
    if (Math.max(used, this.#used) > length) this.bytes.fill(0, length, Math.max(used, this.#used));
    this.#used = length;
    return this.bytes;
  }

  /** Makes one byte a code unit of UTF-8, of which `written` bytes stand in the array; -1: not all had room. */
  #readWide(text: string, written: number): void {
    let from = this.bytes;
    let end = written;
    if (written < 0) {
      from = new Uint8Array((text.length * 3 + MARGIN) & ~3);
      end = encoder.encodeInto(text, from).written;
    }
    const to = this.bytes;
    const words = new Int32Array(from.buffer, 0, from.byteLength >> 2);
    let at = 0;
    let length = 0;
    while (at < end) {
      const stretch = at;
      at = endOfAscii(from, words, at, end);
      if (at > stretch) {
        if (from === to) to.copyWithin(length, stretch, at);
        else to.set(from.subarray(stretch, at), length);
        length += at - stretch;
      }
      while (at < end && from[at]! >= 0x80) {
        const lead = from[at++]!;
        if (lead >= 0xc0) to[length++] = WIDE;
        // Four bytes are two code units.
        if (lead >= 0xf0) to[length++] = WIDE;
      }
    }
  }
}

/** Where the run of ASCII characters from `start` on ends. */
function endOfAscii(bytes: Uint8Array, words: Int32Array, start: number, end: number): number {
  let at = start;
  while (at < end && (at & 3) !== 0) {
    if (bytes[at]! >= 0x80) return at;
    at++;
  }
  const last = end >> 2;
  let word = at >> 2;
  while (word < last && (words[word]! & HIGH_BITS) === 0) word++;
  at = Math.max(at, Math.min(word << 2, end));
  while (at < end && bytes[at]! < 0x80) at++;
  return at;
}

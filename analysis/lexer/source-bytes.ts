import { WIDE } from "./characters.ts";
import { canReadWide, readWide } from "./wide-text.ts";

/** Zeros behind the text, so that who looks a little ahead need not ask where it ends. */
const MARGIN = 16;

/** Texts beyond this many code units do not leave their array behind. */
const LARGE = 1 << 20;

/**
 * Code units that are encoded at a time. Engines copy a piece that is ASCII throughout, and go through any other one by
 * one: a few letters of other alphabets in a long text are not to make all of it slow.
 */
const PIECE = 1 << 14;

/** Bytes of UTF-8 that a code unit takes at most. */
const MOST_BYTES = 3;

const BEYOND_LATIN1 = /[\u0100-\uffff]/;

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
  /** Whether the last text had letters beyond Latin-1: the next one may be the same again. */
  #isWide = false;

  /** Reads a text. The array has it from index 0 on, with zeros behind it. */
  read(text: string): Uint8Array {
    const { length } = text;
    const room = length + (MOST_BYTES - 1) * PIECE + MARGIN;
    if (this.bytes.length < room || (this.bytes.length > LARGE && length < LARGE >> 3)) {
      this.bytes = new Uint8Array(room + (length >> 4));
      this.#used = 0;
    }
    const { bytes } = this;
    for (let from = 0; from < length; from += PIECE) {
      if (this.#isWide && canReadWide) {
        this.#isWide = readWide(text, from, bytes) || from > 0;
        break;
      }
      const piece = text.slice(from, from + PIECE);
      const { written } = encoder.encodeInto(piece, bytes.subarray(from));
      this.#used = Math.max(this.#used, from + written);
      if (written === piece.length) continue;
      narrow(bytes, from, from + written);
      this.#isWide = BEYOND_LATIN1.test(piece);
    }
    bytes.fill(0, length, Math.max(length, this.#used));
    this.#used = length;
    return bytes;
  }
}

/** Makes one byte a code unit of the UTF-8 between two indices. */
function narrow(bytes: Uint8Array, start: number, end: number): void {
  let to = start;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte < WIDE) bytes[to++] = byte;
    else if (byte >= 0xc0) {
      bytes[to++] = WIDE;
      // Four bytes are two code units.
      if (byte >= 0xf0) bytes[to++] = WIDE;
    }
  }
}

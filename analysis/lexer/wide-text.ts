import { WIDE } from "./characters.ts";

/** Code units that are read at a time: of those with a letter beyond ASCII among them, each is looked at. */
const PIECE = 1 << 13;

/** What any of two code units has that is not ASCII, and what it has beyond Latin-1. */
const BEYOND_ASCII = 0xff80ff80;
const BEYOND_LATIN1 = 0xff00ff00;

const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** Whether {@link readWide} can be called: browsers have no way to copy a text's code units. */
export const canReadWide = typeof Buffer !== "undefined" && isLittleEndian;

interface Room {
  readonly buffer: Buffer;
  readonly units: Uint16Array;
  readonly words: Int32Array;
}

let room: Room | undefined;

/** Room for one piece's code units. */
function roomForUnits(): Room {
  const units = new Uint16Array(PIECE);
  return { buffer: Buffer.from(units.buffer), units, words: new Int32Array(units.buffer) };
}

/**
 * Writes a text that engines keep in two bytes a code unit as one byte a code unit, from an index on: an ASCII character's own,
 * {@link WIDE} for any other. Such a text is encoded unit by unit, where its units are copied many at a time.
 *
 * @returns Whether it has a letter beyond Latin-1, without which engines keep a text in one byte a code unit.
 */
export function readWide(text: string, start: number, bytes: Uint8Array): boolean {
  const { buffer, units, words } = (room ??= roomForUnits());
  const target = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let all = 0;
  for (let from = start; from < text.length; from += PIECE) {
    const piece = text.slice(from, from + PIECE);
    const { length } = piece;
    buffer.write(piece, 0, "utf16le");
    units.fill(0, length);
    const bits = bitsOf(words);
    all |= bits;
    if ((bits & BEYOND_ASCII) === 0) target.write(piece, from, "latin1");
    else for (let at = 0; at < length; at++) bytes[from + at] = units[at]! < WIDE ? units[at]! : WIDE;
  }
  return (all & BEYOND_LATIN1) !== 0;
}

/** All bits that are set in any word. */
function bitsOf(words: Int32Array): number {
  let some = 0;
  let others = 0;
  for (let at = 0; at < PIECE >> 1; at += 8) {
    some |= words[at]! | words[at + 1]! | words[at + 2]! | words[at + 3]!;
    others |= words[at + 4]! | words[at + 5]! | words[at + 6]! | words[at + 7]!;
  }
  return some | others;
}

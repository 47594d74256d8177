/** A longer column of the same numbers, with room for `capacity` of them. */
export function wider8(from: Uint8Array, capacity: number): Uint8Array<ArrayBuffer> {
  const to = new Uint8Array(capacity);
  to.set(from);
  return to;
}

/** The same of numbers of 16 bits. */
export function wider16(from: Uint16Array, capacity: number): Uint16Array<ArrayBuffer> {
  const to = new Uint16Array(capacity);
  to.set(from);
  return to;
}

/** The same of numbers of 32 bits. */
export function wider32(from: Int32Array, capacity: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(capacity);
  to.set(from);
  return to;
}

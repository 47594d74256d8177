/** Bytes of zeros behind the name. */
const BYTES_BEHIND = 64;

/**
 * Made-up bytes: a name, and behind it zeros, so that whoever reads a binary format finds numbers in it that are not large, and not
 * its end.
 */
export function bytesNamed(name: string): Buffer {
  return Buffer.concat([Buffer.from(name), Buffer.alloc(BYTES_BEHIND)]);
}

/** Bytes of zeros behind the name, where numbers are read. */
const BYTES_BEHIND = 64;

/** What reads numbers of a binary format: `data.readUInt16BE(4)`. */
export const READS_NUMBERS = /\.\s*(?:read(?:U?[iI]nt|Float|Double|Big)|getU?[iI]nt|getFloat|getBig)\w*\s*\(/;

/**
 * Made-up bytes: a name. Whoever reads numbers of a binary format gets zeros behind it, so that they are not large, and it is not at
 * its end.
 */
export function bytesNamed(name: string, readsNumbers: boolean): Buffer {
  const bytes = Buffer.from(name);
  return readsNumbers ? Buffer.concat([bytes, Buffer.alloc(BYTES_BEHIND)]) : bytes;
}

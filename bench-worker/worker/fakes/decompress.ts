import type { Transform } from "node:stream";
import zlib from "node:zlib";

type Sync = (data: Buffer, options?: object) => Buffer;
type Done = (error?: Error | null, data?: unknown) => void;
type Maker = (options?: object) => Transform;

/** What decompresses, and what makes what it takes. */
const FORMATS = [
  { stream: "createGunzip", sync: "gunzipSync", compress: "gzipSync" },
  { stream: "createUnzip", sync: "unzipSync", compress: "gzipSync" },
  { stream: "createInflate", sync: "inflateSync", compress: "deflateSync" },
  { stream: "createInflateRaw", sync: "inflateRawSync", compress: "deflateRawSync" },
  { stream: "createBrotliDecompress", sync: "brotliDecompressSync", compress: "brotliCompressSync" },
  { stream: "createZstdDecompress", sync: "zstdDecompressSync", compress: "zstdCompressSync" },
] as const;

/**
 * What decompresses at once or piece by piece, for made-up files and answers, which nobody has compressed: what is no such
 * data is compressed first, so that it does its work on it and gives it back.
 */
export function decompressing(): Record<string, unknown> {
  const real = zlib as unknown as Record<string, unknown>;
  const module: Record<string, unknown> = {};
  for (const { stream, sync, compress } of FORMATS) {
    if (!(stream in real)) continue;
    const decompressNow = real[sync] as Sync;
    const compressNow = real[compress] as Sync;
    module[sync] = (data: unknown, ...options: [object?]): Buffer => {
      try {
        return decompressNow(data as Buffer, ...options);
      } catch (error) {
        if (!ArrayBuffer.isView(data)) throw error;
        const made = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
        if (isPartOf(decompressNow, made)) throw error;
        return decompressNow(compressNow(made), ...options);
      }
    };
    module[stream] = (options?: object) =>
      taking((real[stream] as Maker)(options), (data) => isPartOf(decompressNow, data), compressNow);
  }
  return module;
}

/** Whether data is the beginning of what was compressed: what follows is all that it lacks. */
function isPartOf(decompressNow: Sync, data: Buffer): boolean {
  try {
    decompressNow(data);
    return true;
  } catch (error) {
    return (
      error instanceof Error && "code" in error && /^Z_BUF_ERROR$|unexpected end/i.test(String(error.code))
    );
  }
}

/** Has a stream that decompresses take data that is not compressed, too: all of it together, once it has come. */
function taking(stream: Transform, isCompressed: (data: Buffer) => boolean, compressNow: Sync): Transform {
  const transform = stream._transform.bind(stream);
  const flush = stream._flush.bind(stream);
  let plain: Buffer[] | undefined;
  let isKnown = false;
  stream._transform = (chunk: Buffer, encoding: BufferEncoding, done: Done) => {
    if (!isKnown && chunk.length > 0) {
      isKnown = true;
      if (!isCompressed(chunk)) plain = [];
    }
    if (plain === undefined) return transform(chunk, encoding, done);
    plain.push(chunk);
    done();
  };
  stream._flush = (done) => {
    const kept = plain;
    plain = undefined;
    if (kept === undefined) return flush(done);
    transform(compressNow(Buffer.concat(kept)), "buffer" as BufferEncoding, (error) => {
      if (error == null) flush(done);
      else done(error);
    });
  };
  return stream;
}

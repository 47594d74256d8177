import { Transform } from "node:stream";
import zlib from "node:zlib";
import type { IoCore } from "../io/io-core.ts";
import { PipedWork } from "./piped-work.ts";

type Sync = (data: Buffer, options?: object) => Buffer;

const COMPRESS = [
  "createGzip",
  "createDeflate",
  "createDeflateRaw",
  "createBrotliCompress",
  "createZstdCompress",
] as const;

/** What decompresses, and what makes what it takes. */
const DECOMPRESS = [
  { stream: "createGunzip", sync: "gunzipSync", compress: "gzipSync" },
  { stream: "createUnzip", sync: "unzipSync", compress: "gzipSync" },
  { stream: "createInflate", sync: "inflateSync", compress: "deflateSync" },
  { stream: "createInflateRaw", sync: "inflateRawSync", compress: "deflateRawSync" },
  { stream: "createBrotliDecompress", sync: "brotliDecompressSync", compress: "brotliCompressSync" },
  { stream: "createZstdDecompress", sync: "zstdDecompressSync", compress: "zstdCompressSync" },
] as const;

/**
 * Streams of `zlib` that give on what they are given, each piece after the latency, as real ones work in the background; and
 * what decompresses takes made-up files and answers, which nobody has compressed. What was compressed in earnest comes out
 * as it is.
 *
 * @param expression What they are told of by; by their own names where it is left out.
 */
export function fakeZlibStreams(core: IoCore, expression?: string): Record<string, unknown> {
  const real = zlib as unknown as Record<string, unknown>;
  const module: Record<string, unknown> = {};
  for (const name of COMPRESS) {
    if (name in real) module[name] = () => zlibStream(core, expression ?? `zlib.${name}`, null);
  }
  for (const { stream, sync, compress } of DECOMPRESS) {
    if (!(stream in real)) continue;
    const decompressNow = real[sync] as Sync;
    const compressNow = real[compress] as Sync;
    module[stream] = () => zlibStream(core, expression ?? `zlib.${stream}`, decompressNow);
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
  }
  return module;
}

/** `decompressNow`: what decompresses at once; null where the stream compresses. */
function zlibStream(core: IoCore, expression: string, decompressNow: Sync | null): Transform {
  core.noteUse(expression, "stream");
  let isNoted = true;
  let isFirst = true;
  let compressed: Buffer[] | null = null;
  let bytesWritten = 0;
  const work = new PipedWork(core, expression);
  const stream = new Transform({
    transform(piece: Buffer, _encoding, done) {
      if (isFirst && decompressNow !== null && isPartOf(decompressNow, piece)) compressed = [];
      isFirst = false;
      bytesWritten += piece.length;
      if (!isNoted) core.noteUse(expression, "stream");
      isNoted = false;
      work.piece((error) => {
        compressed?.push(piece);
        if (error === null) done(null, compressed === null ? piece : undefined);
        else done(error);
      });
    },
    flush(done) {
      try {
        if (compressed === null || decompressNow === null) done();
        else done(null, decompressNow(Buffer.concat(compressed)));
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
  work.beginsWithPipeInto(stream);
  const called = (...parameters: unknown[]): void => {
    const callback = parameters.at(-1);
    if (typeof callback === "function") process.nextTick(callback);
  };
  const close = (...parameters: unknown[]): void => {
    stream.destroy();
    called(...parameters);
  };
  Object.assign(stream, { flush: called, params: called, reset: called, close });
  return Object.defineProperty(stream, "bytesWritten", { get: () => bytesWritten });
}

/** Whether data is the beginning of what was compressed: what follows is all that it lacks. */
function isPartOf(decompressNow: Sync, data: Buffer): boolean {
  try {
    decompressNow(data);
    return true;
  } catch (error) {
    return error instanceof Error && /unexpected end/i.test(error.message);
  }
}

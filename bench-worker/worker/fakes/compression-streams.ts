import { Duplex } from "node:stream";
import type { IoCore } from "../io/io-core.ts";
import { fakeZlibStreams } from "./zlib-streams.ts";

type Makers = Readonly<Record<string, string>>;

const COMPRESS: Makers = {
  gzip: "createGzip",
  deflate: "createDeflate",
  "deflate-raw": "createDeflateRaw",
  brotli: "createBrotliCompress",
};
const DECOMPRESS: Makers = {
  gzip: "createGunzip",
  deflate: "createInflate",
  "deflate-raw": "createInflateRaw",
  brotli: "createBrotliDecompress",
};

/** The web's streams that compress and decompress: on Node they are those of `zlib`, which work in the background. */
export function fakeCompressionStreams(core: IoCore): Record<string, unknown> {
  return {
    CompressionStream: streamOf(core, "CompressionStream", COMPRESS),
    DecompressionStream: streamOf(core, "DecompressionStream", DECOMPRESS),
  };
}

/** @param makers What `zlib` has for each format. */
function streamOf(core: IoCore, name: string, makers: Makers): unknown {
  const zlib = fakeZlibStreams(core, name) as Readonly<Record<string, () => Duplex>>;
  const made = class {
    readonly #pair;
    constructor(format: unknown) {
      const maker = makers[String(format)];
      if (maker === undefined) throw new TypeError(`${name} knows no format '${String(format)}'.`);
      this.#pair = Duplex.toWeb(zlib[maker]!());
    }
    get readable(): unknown {
      return this.#pair.readable;
    }
    get writable(): unknown {
      return this.#pair.writable;
    }
  };
  return Object.defineProperty(made, "name", { value: name });
}

import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { IoCore } from "../io/io-core.ts";
import { fakeCompressionStreams } from "./compression-streams.ts";

describe("the web's streams that compress", () => {
  const core = new IoCore(new VirtualClock(), 1);
  const { CompressionStream: Compress, DecompressionStream: Decompress } = fakeCompressionStreams(core) as {
    CompressionStream: typeof CompressionStream;
    DecompressionStream: typeof DecompressionStream;
  };
  const through = async (
    data: Uint8Array,
    stream: CompressionStream | DecompressionStream,
  ): Promise<string> => await new Response(new Blob([Buffer.from(data)]).stream().pipeThrough(stream)).text();

  it("give on what they are given, each piece as one operation of their name", async () => {
    const used = new Set<string>();
    core.noteUse = (expression) => void used.add(expression);
    const before = core.calls;
    for (const format of ["gzip", "deflate"] as const) {
      assert.equal(await through(Buffer.from("{}"), new Compress(format)), "{}");
      assert.equal(await through(Buffer.from("{}"), new Decompress(format)), "{}", "which nobody compressed");
    }
    assert.equal(core.calls - before, 4);
    assert.deepEqual([...used], ["CompressionStream", "DecompressionStream"]);
  });

  it("decompress what was compressed, and know the formats that real ones know", async () => {
    assert.equal(await through(gzipSync("a text"), new Decompress("gzip")), "a text");
    assert.throws(() => new Compress("zip" as "gzip"), TypeError);
  });
});

import assert from "node:assert/strict";
import { Readable, type Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import zlib from "node:zlib";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { IoCore } from "../io/io-core.ts";
import { fakeZlibStreams } from "./zlib-streams.ts";

const core = new IoCore(new VirtualClock(), 1);
const fake = fakeZlibStreams(core) as Record<string, () => Transform> & typeof zlib;
const through = async (pieces: Buffer[], stream: Transform): Promise<string> =>
  String(await buffer(Readable.from(pieces).pipe(stream)));

describe("a stream that compresses or decompresses", () => {
  it("gives on made-up data, which nobody has compressed, each piece as one step", async () => {
    const before = core.calls;
    const pieces = [Buffer.from('{"a":'), Buffer.from("1}")];
    for (const make of ["createGzip", "createGunzip", "createInflate", "createBrotliDecompress"] as const)
      assert.equal(await through(pieces, fake[make]()), '{"a":1}', make);
    assert.equal(core.calls - before, 8);
    assert.equal(String(fake.gunzipSync(Buffer.from("{}"))), "{}");
    assert.equal(String(fake.inflateSync(Buffer.from("{}"))), "{}");
  });

  it("takes data that was compressed as ever, and finds where it is cut off", async () => {
    const data = zlib.gzipSync("some text");
    assert.equal(await through([data.subarray(0, 12), data.subarray(12)], fake.createGunzip()), "some text");
    await assert.rejects(through([data.subarray(0, 12)], fake.createGunzip()), /unexpected end/);
    assert.equal(String(fake.gunzipSync(data)), "some text");
    assert.throws(() => fake.gunzipSync(data.subarray(0, 12)), /unexpected end/);
    assert.throws(() => fake.gunzipSync(7 as unknown as Buffer), TypeError);
  });

  it("can be flushed and closed", async () => {
    const stream = fake.createGzip();
    await new Promise<void>((resolve) => stream.flush(resolve));
    await new Promise<void>((resolve) => stream.close(resolve));
    assert.deepEqual([stream.destroyed, stream.bytesWritten], [true, 0]);
  });
});

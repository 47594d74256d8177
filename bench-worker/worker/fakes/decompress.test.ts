import assert from "node:assert/strict";
import { Readable, type Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import zlib from "node:zlib";
import { decompressing } from "./decompress.ts";

const fake = decompressing() as Record<string, (...parameters: unknown[]) => Transform> & typeof zlib;
const through = async (pieces: Buffer[], stream: Transform): Promise<string> =>
  String(await buffer(Readable.from(pieces).pipe(stream)));

describe("what decompresses", () => {
  it("takes made-up data, which nobody has compressed, in pieces and at once", async () => {
    for (const make of ["createGunzip", "createUnzip", "createInflate", "createBrotliDecompress"] as const)
      assert.equal(await through([Buffer.from('{"a":'), Buffer.from("1}")], fake[make]()), '{"a":1}', make);
    assert.equal(String(fake.gunzipSync(Buffer.from("{}"))), "{}");
    assert.equal(String(fake.inflateSync(Buffer.from("{}"))), "{}");
  });

  it("takes data that was compressed as ever, and finds where it is cut off", async () => {
    const data = zlib.gzipSync("some text");
    assert.equal(await through([data.subarray(0, 12), data.subarray(12)], fake.createGunzip()), "some text");
    assert.equal(String(fake.gunzipSync(data)), "some text");
    assert.throws(() => fake.gunzipSync(data.subarray(0, 12)), /unexpected end/);
    assert.throws(() => fake.gunzipSync(7 as unknown as Buffer), TypeError);
  });
});

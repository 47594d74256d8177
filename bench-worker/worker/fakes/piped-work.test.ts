import assert from "node:assert/strict";
import { pipeline } from "node:stream/promises";
import { Readable, type Transform } from "node:stream";
import type nodeFs from "node:fs";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { IoCore } from "../io/io-core.ts";
import { fakeFs } from "./fs.ts";
import { fakeZlibStreams } from "./zlib-streams.ts";

/** Fakes whose operations are watched. */
function fakes(): { core: IoCore; fs: typeof nodeFs; gzip: () => Transform } {
  const core = new IoCore(new VirtualClock(), 10);
  core.watch({ onCall: () => null });
  const fs = fakeFs(core, []).callbacks as typeof nodeFs;
  return { core, fs, gzip: (fakeZlibStreams(core) as Record<string, () => Transform>)["createGzip"]! };
}

describe("the work of piped streams", () => {
  it("of a pipeline goes on at the same time", async () => {
    const { core, fs, gzip } = fakes();
    await pipeline(fs.createReadStream("/no/such/file"), gzip(), fs.createWriteStream("/no/such/copy"));
    assert.deepEqual([core.calls, core.mostInFlight], [3, 3]);
  });

  it("takes a step for each piece after the first, and for each that was not piped", async () => {
    const { core, fs } = fakes();
    await pipeline(
      Readable.from([Buffer.from("a"), Buffer.from("b")]),
      fs.createWriteStream("/no/such/copy"),
    );
    assert.deepEqual([core.calls, core.mostInFlight], [2, 1]);
    await new Promise<void>((resolve) => fs.createWriteStream("/no/such/file").end("x", () => resolve()));
    assert.deepEqual([core.calls, core.mostInFlight], [3, 1]);
  });

  it("is waited for where nothing is piped", async () => {
    const { core, fs } = fakes();
    await pipeline(Readable.from([]), fs.createWriteStream("/no/such/copy"));
    assert.equal(core.inFlight, 0);
  });

  it("fails the pipeline where it fails, be it before there is anything to work upon", async () => {
    const { core, fs } = fakes();
    const failure = new Error("disk full");
    core.step = (expression, run) => {
      const error = expression === "fs.createWriteStream" ? failure : null;
      core.clock.after(1, () => run(error), undefined, undefined);
    };
    const copy = pipeline(fs.createReadStream("/no/such/file"), fs.createWriteStream("/no/such/copy"));
    await assert.rejects(copy, failure);
  });
});

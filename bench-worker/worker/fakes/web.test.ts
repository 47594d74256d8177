import assert from "node:assert/strict";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { fake } from "../fixtures/universal-fake.ts";
import { IoCore } from "../io/io-core.ts";
import { fakeWeb } from "./web.ts";

describe("blobs and files", () => {
  const { Blob: Blobs, File: Files = File } = fakeWeb(new IoCore(new VirtualClock(), 1)) as {
    Blob: typeof Blob;
    File?: typeof File;
  };

  it("take fakes among their parts for text", async () => {
    const { fakes } = fake({});
    const part: unknown = fakes.make("row.text");
    const parts = [part] as string[];
    assert.equal(await new Blobs([...parts, "a"]).text(), `${String(part)}a`);
    assert.equal(await new Files(parts, "a.txt").text(), String(part));
    assert.equal(typeof (await new Blobs(fakes.make("rows") as string[]).text()), "string");
  });

  it("are what they are of other parts", async () => {
    class Own extends Blobs {}
    const own = new Own(["a", Buffer.from("b"), new Blobs(["c"])], { type: "text/plain" });
    assert.ok(own instanceof Own && own instanceof Blob);
    assert.deepEqual([await own.text(), own.type], ["abc", "text/plain"]);
    assert.equal(new Blobs([]).size, 0);
    assert.throws(() => new Blobs("a" as unknown as string[]), TypeError);
  });
});

import assert from "node:assert/strict";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { fake } from "../fixtures/universal-fake.ts";
import { IoCore } from "../io/io-core.ts";
import { fakeWeb, whenAsked } from "./web.ts";

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

describe("structuredClone", () => {
  const { structuredClone: clone } = fakeWeb(new IoCore(new VirtualClock(), 1)) as {
    structuredClone: typeof structuredClone;
  };

  it("gives fakes, and what holds them, as they are, and clones the rest", () => {
    const { fakes } = fake({});
    const row: unknown = fakes.make("row");
    const rows = { all: [row] };
    assert.equal(clone(row), row);
    assert.equal(clone(rows), rows);
    const plain = { at: new Date(0) };
    assert.deepEqual(clone(plain), plain);
    assert.notEqual(clone(plain), plain);
    assert.throws(() => clone({ run: () => undefined }), /could not be cloned/);
  });
});

describe("what Node loads undici for", () => {
  const [theirs, its] = [Symbol.for("undici.test.theirs"), Symbol.for("undici.test.its")];
  const own: unknown = { of: "the web" };
  let loads = 0;

  beforeEach(() => {
    loads = 0;
    const get = (): unknown => {
      loads++;
      Object.defineProperty(globalThis, "TestedWeb", { value: own });
      Object.defineProperty(globalThis, its, { value: "a client", writable: true, configurable: true });
      return own;
    };
    Object.defineProperty(globalThis, "TestedWeb", { get, configurable: true });
    Object.defineProperty(globalThis, theirs, { value: "a client", writable: true, configurable: true });
  });

  afterEach(() => {
    for (const key of ["TestedWeb", theirs, its]) Reflect.deleteProperty(globalThis, key);
  });

  it("is loaded when somebody asks, once, and its client is taken away while that of others stays", () => {
    const given = whenAsked("TestedWeb");
    assert.equal(loads, 0);
    assert.equal(Reflect.get(globalThis, "TestedWeb"), own);
    assert.deepEqual([given(), Reflect.get(globalThis, "TestedWeb"), loads], [own, own, 1]);
    assert.deepEqual(
      [Reflect.get(globalThis, its), Reflect.get(globalThis, theirs)],
      [undefined, "a client"],
    );
  });

  it("is given as the runtime has it where a target has put something else in its place", () => {
    const given = whenAsked("TestedWeb");
    Reflect.set(globalThis, "TestedWeb", "another");
    assert.deepEqual([given(), loads, Reflect.get(globalThis, "TestedWeb")], [own, 1, "another"]);
  });
});

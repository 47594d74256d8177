import assert from "node:assert/strict";
import vm from "node:vm";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { fake } from "../fixtures/universal-fake.ts";
import { IoCore } from "../io/io-core.ts";
import { fakeWebAssembly } from "./web-assembly.ts";

interface Instance {
  readonly exports: { readonly seven: () => unknown };
}

/** What is used here of it. */
interface Engine {
  readonly Module: (new (bytes: unknown) => object) & { exports(module: object): unknown[] };
  readonly Instance: new (module: object, imports?: object) => Instance;
  compile(bytes: unknown): Promise<object>;
  instantiate(
    module: object,
    imports?: unknown,
  ): Promise<Instance & { instance?: Instance; module?: object }>;
  instantiateStreaming(answer: unknown, imports?: unknown): Promise<{ instance: Instance }>;
  readonly validate: (bytes: unknown) => boolean;
}

const HEAD = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7f];
/** Exports `seven`, a function that gives 7. */
const SEVEN = Uint8Array.of(
  ...HEAD,
  ...[3, 2, 1, 0, 7, 9, 1, 5, ...Buffer.from("seven"), 0, 0, 10, 6, 1, 4, 0, 0x41, 7, 0x0b],
);
/** Imports the function `b` of `a`. */
const IMPORTS = Uint8Array.of(...HEAD, 2, 7, 1, 1, 0x61, 1, 0x62, 0, 0);

describe("WebAssembly", () => {
  const used = new Set<string>();
  let core: IoCore;
  let engine: Engine;
  beforeEach(() => {
    core = new IoCore(new VirtualClock(), 1);
    used.clear();
    core.noteUse = (expression) => void used.add(expression);
    core.makeUp = (name) => fake({}).fakes.make(name);
    engine = fakeWebAssembly(core) as Engine;
  });

  it("compiles in one operation, the same bytes once, and makes instances in another", async () => {
    const module = await engine.compile(SEVEN);
    assert.equal(await engine.compile(SEVEN), module);
    assert.ok(module instanceof engine.Module);
    assert.equal((await engine.instantiate(module)).exports.seven(), 7);
    assert.equal((await engine.instantiate(SEVEN)).instance?.exports.seven(), 7);
    assert.equal(core.calls, 4);
    assert.deepEqual([...used], ["WebAssembly.compile", "WebAssembly.instantiate"]);
  });

  it("makes up what bytes export that nobody has compiled to it, and that of fakes", async () => {
    const { fakes } = fake({});
    for (const bytes of [Buffer.from("{}"), new ArrayBuffer(8), fakes.make("bytes")]) {
      const module = await engine.compile(bytes);
      const { exports } = await engine.instantiate(module, {});
      assert.notEqual(exports.seven(), 7);
      assert.ok(new engine.Instance(new engine.Module(bytes)).exports.seven());
    }
    const { instance } = await engine.instantiateStreaming(Promise.resolve(new Response("{}")));
    assert.ok(instance.exports.seven());
    const either = await engine.instantiate(fakes.make("module") as object);
    assert.ok(either.exports.seven() && either.instance?.exports.seven());
  });

  it("makes up what is to be imported where that was made up, and fails later as the engine does where it was not", async () => {
    const { fakes } = fake({});
    const given = await engine.instantiate(IMPORTS, { a: fakes.make("imports") });
    assert.ok(given.instance);
    await assert.rejects(engine.instantiate(IMPORTS, { a: {} }), /Import/);
    await assert.rejects(engine.compile(IMPORTS.subarray(0, 12)), { name: "CompileError" });
    assert.throws(() => new engine.Module(IMPORTS.subarray(0, 12)), { name: "CompileError" });
  });

  it("is the engine's own for what Node does itself", async () => {
    const ofNode = vm.runInThisContext("(engine, bytes) => engine.instantiate(bytes)", {
      filename: "node:internal/deps/undici/undici",
    }) as (engine: Engine, bytes: unknown) => Promise<{ instance: Instance }>;
    assert.equal((await ofNode(engine, SEVEN)).instance.exports.seven(), 7);
    assert.deepEqual([core.calls, ...used], [0]);
  });

  it("has all else of the engine", () => {
    assert.equal(engine.validate(SEVEN), true);
    assert.equal(Object.prototype.toString.call(engine), "[object WebAssembly]");
    assert.deepEqual(engine.Module.exports(new engine.Module(SEVEN)), [{ name: "seven", kind: "function" }]);
  });
});

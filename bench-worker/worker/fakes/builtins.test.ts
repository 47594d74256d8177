import assert from "node:assert/strict";
import type nodeDomain from "node:domain";
import type nodeFs from "node:fs";
import type fsPromises from "node:fs/promises";
import type readline from "node:readline";
import type readlinePromises from "node:readline/promises";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { IoCore } from "../io/io-core.ts";
import { fakeBuiltins } from "./builtins.ts";
import { fakeReadline } from "./readline.ts";
import { fakeTimers } from "./timers.ts";

/** Fakes that are made by hand. */
const WHOLE = [
  "fs",
  "fs/promises",
  "dns",
  "dns/promises",
  "readline",
  "readline/promises",
  "http",
  "https",
  "child_process",
  "crypto",
  "zlib",
  "timers",
  "timers/promises",
  "os",
];
/** Nobody outside of Node calls these. */
const OF_NODE_ITSELF = ["active", "enroll", "unenroll"];
const SOCKETS = ["net", "tls", "http2", "dgram", "worker_threads"];

describe("Node's modules as the project gets them", () => {
  const core = new IoCore(new VirtualClock(), 1);

  it("answer what is asked at the terminal, and nowhere else", async () => {
    const terminal = Readable.from([]);
    const before = core.calls;
    const { callbacks, promises } = fakeReadline(core, terminal) as {
      callbacks: typeof readline;
      promises: typeof readlinePromises;
    };
    const asked = callbacks.createInterface({ input: terminal });
    assert.equal(await new Promise((resolve) => asked.question("Who? ", resolve)), "answer");
    const question = Reflect.get(asked, "question") as object;
    const ask = Reflect.get(question, promisify.custom) as (query: string) => Promise<unknown>;
    assert.equal(await ask("Who? "), "answer");
    assert.equal(await promises.createInterface({ input: terminal }).question("Who? "), "answer");
    assert.equal(core.calls - before, 3);
    const file = callbacks.createInterface({ input: Readable.from(["a line\n"]) });
    assert.equal(await new Promise((resolve) => file.question("", resolve)), "a line");
    assert.equal(core.calls - before, 3);
  });

  const builtins = fakeBuiltins({ core, timers: fakeTimers(core), process, console, folders: [] });
  const ofProject = (name: string): object => builtins(name, () => undefined, true) as object;

  it("run what is run in a domain, and leave the process alone", () => {
    const { create } = ofProject("domain") as { create: () => ReturnType<typeof nodeDomain.create> };
    const domain = create();
    const heard: unknown[] = [];
    domain.on("error", (error) => heard.push(error));
    const listeners = process.listenerCount("uncaughtException");
    assert.equal(
      domain.run((a: number) => a + 1, 1),
      2,
    );
    const withoutError = domain.intercept((value: unknown) => heard.push(value)) as (
      ...all: unknown[]
    ) => void;
    withoutError(null, 5);
    withoutError(new Error("no"));
    assert.deepEqual(heard, [5, new Error("no")]);
    assert.equal(process.listenerCount("uncaughtException"), listeners);
  });

  it("have all that Node's have: what has no fake refuses by its name", () => {
    for (const name of SOCKETS) {
      const real = Object.entries(process.getBuiltinModule(name) as object);
      const missing = real.filter(([key, value]) => typeof value === "function" && !(key in ofProject(name)));
      assert.deepEqual(missing, []);
      assert.equal(ofProject(name), ofProject(name));
    }
    const { BroadcastChannel } = ofProject("worker_threads") as {
      BroadcastChannel: new (name: string) => object;
    };
    assert.throws(() => new BroadcastChannel("x"), { api: "worker_threads.BroadcastChannel" });
    const { Http2ServerRequest } = ofProject("http2") as { Http2ServerRequest: new () => object };
    assert.throws(() => new Http2ServerRequest(), { api: "http2.Http2ServerRequest" });
  });

  it("can be listened to where they are emitters", () => {
    const cluster = ofProject("cluster") as NodeJS.EventEmitter & { readonly isPrimary: boolean };
    const listener = (): void => undefined;
    cluster.on("message", listener);
    assert.deepEqual([cluster.isPrimary, cluster.listeners("message")], [true, [listener]]);
    assert.throws(() => Reflect.get(cluster, "fork").call(cluster), { api: "cluster.fork" });
  });

  it("lack nothing that programs use of Node's where they are fakes as a whole", () => {
    for (const name of WHOLE) {
      const fake = ofProject(name);
      const missing = Object.keys(process.getBuiltinModule(name) as object).filter(
        (key) =>
          !key.startsWith("_") && !OF_NODE_ITSELF.includes(key) && Reflect.get(fake, key) === undefined,
      );
      assert.deepEqual([name, missing], [name, []]);
    }
  });

  it("give a folder that is read entry by entry, and is closed", async () => {
    const { opendir } = ofProject("fs/promises") as typeof fsPromises;
    const folder = await opendir("/folder");
    const names: string[] = [];
    for await (const entry of folder) names.push(entry.name);
    assert.equal(names.length, 2);
    assert.equal((await folder.read())?.name, names[0]);
    await new Promise<void>((done) => folder.close(() => done()));
  });

  it("write all of the buffers that a file is given together", async () => {
    const file = await (ofProject("fs/promises") as typeof fsPromises).open("/file");
    const buffers = [Buffer.from("one"), Buffer.from("three")];
    assert.equal((await file.writev(buffers)).bytesWritten, 8);
    const fake = ofProject("fs") as typeof nodeFs;
    await new Promise<void>((done) =>
      fake.writev(3, buffers, (_error, written) => {
        assert.equal(written, 8);
        done();
      }),
    );
  });
});

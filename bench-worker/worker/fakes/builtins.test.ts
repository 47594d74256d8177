import assert from "node:assert/strict";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { IoCore } from "../io/io-core.ts";
import { fakeBuiltins } from "./builtins.ts";
import { fakeTimers } from "./timers.ts";

const SOCKETS = ["net", "tls", "http2", "dgram", "worker_threads"];

describe("Node's modules as the project gets them", () => {
  const core = new IoCore(new VirtualClock(), 1);
  const builtins = fakeBuiltins({ core, timers: fakeTimers(core), process, console, folders: [] });
  const ofProject = (name: string): object => builtins(name, () => undefined, true) as object;

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
});

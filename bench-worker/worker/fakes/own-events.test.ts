import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { IoCore } from "../io/io-core.ts";
import { bringOwnEvents, listensToItself } from "./own-events.ts";

describe("events of an object that nobody else uses", () => {
  it("come once for each who listens, a step later, but for bad news", async () => {
    const core = new IoCore(new VirtualClock(), 1);
    const emitter = new EventEmitter();
    bringOwnEvents(emitter, core, (name) => `made-up ${name}`, 'this.emit("progress", 1)');
    emitter.on("progress", () => heard.push("progress"));
    const heard: unknown[] = [];
    for (const method of ["on", "once", "prependOnceListener"] as const) {
      emitter[method]("paid", (order: unknown) => heard.push([method, order]));
    }
    emitter.on("error", (error) => heard.push(error));
    const late = (): unknown => heard.push("late");
    emitter.once("gone", late);
    emitter.off("gone", late);
    assert.deepEqual(heard, []);
    assert.deepEqual(await once(emitter, "ready"), ["made-up ready"]);
    assert.deepEqual(heard, [
      ["on", "made-up paid"],
      ["once", "made-up paid"],
      ["prependOnceListener", "made-up paid"],
    ]);
    assert.equal(emitter.listenerCount("paid"), 1);
  });

  it("are those of an emitter, where the text listens", () => {
    const emitter = new EventEmitter();
    assert.equal(listensToItself(emitter, 'this.once("paid", done)'), true);
    assert.equal(listensToItself(emitter, "await this.load()"), false);
    assert.equal(listensToItself({ once: 1 }, 'this.once("paid", done)'), false);
  });
});

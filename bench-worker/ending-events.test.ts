import assert from "node:assert/strict";
import type { EventEmitter } from "node:events";
import { endingEventsOf } from "./ending-events.ts";

const CERTAIN = ["end", "finish", "close", "done"];

describe("the events that end a call which gives an emitter back", () => {
  it("are end and its like only, where the function emits one of them itself", () => {
    const emits = (emitter: EventEmitter) => {
      emitter.emit("ready");
      setImmediate(() => emitter.emit("end"));
      return emitter;
    };
    assert.deepEqual(endingEventsOf(emits), CERTAIN);
    const method = function (this: EventEmitter) {
      setImmediate(() => this.emit(`close`, 0));
      return this;
    };
    assert.deepEqual(endingEventsOf(method), CERTAIN);
  });

  it("are all that may tell of an end, where it emits none of them or only in a comment", () => {
    const emits = (emitter: EventEmitter) => {
      // emitter.emit("end");
      setImmediate(() => emitter.emit("result", "end"));
      return emitter;
    };
    for (const run of [emits, (emitter: EventEmitter) => emitter, Math.max]) {
      const events = endingEventsOf(run);
      assert.ok(["result", "ready", ...CERTAIN].every((event) => events.includes(event)));
    }
  });
});

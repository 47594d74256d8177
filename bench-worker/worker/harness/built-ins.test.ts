import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { keepBuiltIns } from "./built-ins.ts";

describe("built-in objects", () => {
  it("are put back, whatever was done to them, and methods that were replaced are named", () => {
    const restore = keepBuiltIns();
    const methodsNow = (): unknown[] => [
      Reflect.get(Promise.prototype, "then"),
      Reflect.get(Array.prototype, "push"),
      Reflect.get(EventEmitter.prototype, "emit"),
    ];
    const methods = methodsNow();
    let named: string[];
    try {
      Reflect.defineProperty(Promise.prototype, "then", { value: () => "forged", configurable: true });
      Object.defineProperty(Array.prototype, "push", { get: () => assert.fail(), configurable: true });
      Object.defineProperty(Object.prototype, "polluted", { value: 1, enumerable: true, configurable: true });
      Object.defineProperty(Array.prototype, "0", { set: () => assert.fail(), configurable: true });
      Reflect.deleteProperty(Map.prototype, "get");
      EventEmitter.prototype.emit = () => true;
      JSON.stringify = () => "forged";
      // From here on every descriptor that inherits would be taken for an accessor.
      Reflect.set(Object.prototype, "get", () => assert.fail());
    } finally {
      named = restore();
    }
    assert.deepEqual(methodsNow(), methods);
    assert.ok(!("polluted" in {}) && !("get" in {}) && !(0 in Array.prototype));
    assert.equal(JSON.stringify({ a: [1] }), '{"a":[1]}');
    assert.deepEqual(named.sort(), [
      "Array.prototype.push",
      "EventEmitter.prototype.emit",
      "JSON.stringify",
      "Map.prototype.get",
      "Promise.prototype.then",
    ]);
    assert.deepEqual(restore(), []);
  });
});

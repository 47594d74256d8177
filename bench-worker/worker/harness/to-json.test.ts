import assert from "node:assert/strict";
import { toJson } from "./to-json.ts";

describe("JSON for the host", () => {
  const data = {
    text: 'a "quoted" line\n\u2028',
    list: [1, -0.5, 1e21, null, true, [], {}],
    "a key": { deep: [undefined, { b: false }] },
    absent: undefined,
    call: () => undefined,
    unreal: [NaN, Infinity],
  };

  it("is what JSON.stringify gives of plain data", () => {
    assert.equal(toJson(data), JSON.stringify(data));
  });

  it("is the same whatever built-in prototypes were given", () => {
    const expected = JSON.stringify(data);
    const polluted: [object, string][] = [
      [Object.prototype, "toJSON"],
      [Array.prototype, "toJSON"],
      [Array.prototype, "map"],
      [String.prototype, "toJSON"],
    ];
    const before = polluted.map(([owner, key]) => Object.getOwnPropertyDescriptor(owner, key));
    let said: string;
    try {
      for (const [owner, key] of polluted) {
        Object.defineProperty(owner, key, { value: () => "forged", configurable: true, writable: true });
      }
      said = toJson(data);
    } finally {
      polluted.forEach(([owner, key], index) => {
        const was = before[index];
        if (was === undefined) Reflect.deleteProperty(owner, key);
        else Object.defineProperty(owner, key, was);
      });
    }
    assert.equal(said, expected);
  });
});

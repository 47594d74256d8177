import assert from "node:assert/strict";
import { VALUE_CHARACTERS_AT_MOST } from "./played-scenario.ts";
import { argumentsText, valueText } from "./value-text.ts";

describe("a recorded value for a person", () => {
  for (const [recorded, text] of [
    [
      { id: "a1", items: [{ name: "tea", count: 2 }, null], "a b": true },
      '{ id: "a1", items: [{ name: "tea", count: 2 }, null], "a b": true }',
    ],
    [[], "[]"],
    [{}, "{}"],
    ["two\nlines", '"two\\nlines"'],
    ['{"tea":4.5}', `'{"tea":4.5}'`],
    [`a "b" 'c'`, `"a \\"b\\" 'c'"`],
    [{ $: "undefined" }, "undefined"],
    [{ $: "-0" }, "-0"],
    [{ $: "bigint", text: "12" }, "12n"],
    [{ $: "symbol", text: "kind" }, "Symbol(kind)"],
    [{ $: "date", milliseconds: 0 }, "1970-01-01T00:00:00.000Z"],
    [{ $: "date", milliseconds: null }, "Invalid Date"],
    [{ $: "bytes", class: "Buffer", base64: "AAECAw==" }, "Buffer of 4 bytes"],
    [{ $: "bytes", class: "Buffer", length: 90_000 }, "Buffer of 90000 bytes"],
    [{ $: "map", entries: [["a", 1]] }, 'Map { "a": 1 }'],
    [{ $: "set", items: [1, 2] }, "Set {1, 2}"],
    [{ $: "object", entries: [["$", 1]] }, '{ "$": 1 }'],
    [{ $: "error", class: "TypeError", message: "no", properties: {} }, "TypeError: no"],
    [
      {
        $: "instance",
        class: "Orders",
        file: "a.js",
        line: 1,
        properties: { db: { $: "handle", class: "Db" } },
        private: { file: "a.json" },
      },
      'Orders { db: Db {}, #file: "a.json" }',
    ],
    [{ $: "function", name: "" }, "function"],
    [{ $: "promise", state: "value", value: 3 }, "Promise of 3"],
    [{ $: "proxy", target: { a: 1 }, handler: {} }, "Proxy of { a: 1 }"],
    [{ $: "shared", id: 1, value: [1] }, "[1]"],
    [{ a: { b: { c: { d: { e: { f: 1 } } } } } }, "{ a: { b: { c: { d: { e: { … } } } } } }"],
  ] as const) {
    it(`is ${text}`, () => assert.deepEqual(valueText(recorded), { text, isCut: false }));
  }

  it("says what was left out", () => {
    const recorded = [1, { $: "cut", was: "30 more items" }];
    assert.deepEqual(valueText(recorded), { text: "[1, … 30 more items]", isCut: true });
  });

  it("is never longer than it may be, however large the value is", () => {
    const { text } = valueText(Array.from({ length: 5000 }, (_, at) => ({ at, text: "x".repeat(500) })));
    assert.equal(text.length, VALUE_CHARACTERS_AT_MOST);
    assert.ok(text.startsWith('[{ at: 0, text: "xxx') && text.endsWith("…"));
  });

  it("is a list of arguments", () => {
    assert.equal(argumentsText([null, { rows: 2 }]).text, "(null, { rows: 2 })");
  });
});

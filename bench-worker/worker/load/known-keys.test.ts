import assert from "node:assert/strict";
import { keyFor } from "./known-keys.ts";

describe("a key by which something would have been found", () => {
  for (const [text, name, value] of [
    ["commands.set('top', run); const command = commands.get(event.name);", "event.name", "top"],
    ["const all = new Map([['a', 1]]); command = all.get(name);", "name", "a"],
    [
      "const all: Record<string, Run> = {\n  top: run,\n};\nconst command = all[event.name];",
      "event.name",
      "top",
    ],
    ["const all = { async top() {} }; const command = all[event.name];", "event.name", "top"],
    ["this.commands.set('top', run); const command = this.commands.get(event.name);", "event.name", "top"],
  ] as const) {
    it(`is told by ${JSON.stringify(text)}`, () => {
      assert.deepEqual(keyFor("command", text), { name, shape: { value } });
    });
  }

  it("is not told where nothing is put in by name", () => {
    assert.equal(keyFor("command", "const command = commands.get(event.name);"), undefined);
    assert.equal(
      keyFor("other", "commands.set('top', 1); const command = commands.get(event.name);"),
      undefined,
    );
  });
});

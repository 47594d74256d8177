import assert from "node:assert/strict";
import { globalMembersIn } from "./global-members.ts";

describe("the members of the global object that a text names", () => {
  it("are those that it sets, and those that it reads with where it does so first", () => {
    const text =
      'global.File = class {}; globalThis.db = global.store; if (global.db == null) use(a.global.x, "global.y = 1"); global.store.z = 1;';
    const { set, read } = globalMembersIn({ text, language: "js" });
    assert.deepEqual([...set], ["File", "db"]);
    assert.deepEqual(
      [...read].map(([name, at]) => [name, text.slice(at, at + 14)]),
      [
        ["store", "global.store; "],
        ["db", "global.db == n"],
      ],
    );
  });
});

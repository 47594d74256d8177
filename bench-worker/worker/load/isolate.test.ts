import assert from "node:assert/strict";
import { surroundingsOf } from "../../../analysis/scopes/surroundings.ts";
import { isolatedText, type Isolation } from "./isolate.ts";

const TEXT = `import { log } from "./log.js";
const limit = 3;
function outer(db) {
  const cache = new Map();
  return {
    async get(id) {
      return cache.get(id) ?? db.load(id, limit, this.#x);
    },
  };
}
`;

function isolate(isolation: Isolation): string {
  return isolatedText(TEXT, surroundingsOf(TEXT, "js", TEXT.indexOf("async get"))!, isolation);
}

describe("a function taken out of its module", () => {
  it("keeps every line on its line", () => {
    const lines = isolate("closure").split("\n");
    assert.match(lines[6]!, /^ {6}return cache\.get\(id\) \?\? db\.load\(id, limit, this\._x\);$/);
    assert.match(lines[3]!, /cache=\(\s*new Map\(\)|cache=\( new Map\(\)/);
  });

  it("makes private names plain in what it takes along, too", () => {
    const text =
      "class A {\n  run() {\n    const id = this.#id;\n    return list.map(async () => this.#load(id));\n  }\n}";
    const surroundings = surroundingsOf(text, "js", text.indexOf("async () =>"))!;
    const lines = isolatedText(text, surroundings, "closure").split("\n");
    assert.match(lines[2]!, /this\._id/);
    assert.match(lines[3]!, /this\._load\(id\)/);
  });

  it("takes along what is asked for, and nothing else", () => {
    assert.doesNotMatch(isolate("closure"), /limit *=|import/);
    assert.match(isolate("closure"), /new Map/);
    assert.doesNotMatch(isolate("alone"), /new Map|limit *=|import/);
    assert.doesNotMatch(isolate("closure"), /function outer/);
  });
});

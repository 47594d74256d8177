import assert from "node:assert/strict";
import { analyze } from "../analyze.ts";
import { isCacheMiss } from "./cache-miss.ts";

describe("to go on behind a branch is a cache miss", () => {
  const misses = (text: string, line = 3): boolean =>
    isCacheMiss(text, "js", [line], analyze(text, "js").functions[0]!.ioCalls);
  const after = "const row = await db.get(id);\nreturn row;\n}";

  it("where what an I/O call answered would have been given back", () => {
    const cached = (test: string): string =>
      `async function f(id) {\nconst hit = await redis.get(id);\n${test}\n${after}`;
    assert.equal(misses(cached("if (hit) return JSON.parse(hit);")), true);
    assert.equal(misses(cached("if (hit !== null) {\nconst value = JSON.parse(hit);\nreturn hit;\n}")), true);
    assert.equal(misses(cached("if (hit) return JSON.parse(hit);"), 4), false);
    const ofPair =
      "async function f(id) {\nconst { value, at } = await redis.get(id);\nif (at > now) return value + at;\n";
    assert.equal(misses(ofPair + after), true);
    const called = `function f(id, cb) {\nredis.get(id, (error, hit) => {\nif (hit) return cb(null, hit);\ndb.get(id, cb);\n});\n}`;
    assert.equal(misses(called), true);
  });

  it("and not where something else would, or more would be asked", () => {
    const other = "async function f(from, to) {\nawait db.open();\nif (from >= to) return { from, to };\n";
    assert.equal(misses(other + after), false);
    const more =
      "async function f(id) {\nconst user = await db.get(id);\nif (user.team) return db.team(user.team);\n";
    assert.equal(misses(more + after), false);
    const otherwise =
      'async function f(id) {\nconst row = await db.get(id);\nif (row.state !== "open") return row;\n';
    assert.equal(misses(otherwise + after), false);
    const refused = "async function f(id) {\nconst user = await db.get(id);\nif (!user) return null;\n";
    assert.equal(misses(refused + after), false);
  });
});

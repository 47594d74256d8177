import assert from "node:assert/strict";
import { analyze } from "../../../analysis/analyze.ts";
import { TargetText } from "./target-text.ts";

/** Whether a call of the last function that came to the I/O calls on some lines, and to none after them, left as a cache does. */
function leavesByCache(text: string, ...lines: number[]): boolean {
  const found = analyze(text, "js").functions.at(-1)!;
  const functionStart = found.range.start;
  const source = { id: "f", file: "/project/f.js", text, language: "js" as const, functionStart };
  const missed = found.ioCalls.filter(({ position }) => !lines.includes(position.line));
  const operations = lines.map((line) => ({ line }) as never);
  return new TargetText(source, analyze).leavesByCache({ operations }, missed);
}

describe("a call that leaves its function before I/O calls", () => {
  const cached =
    "async function f(id) {\nconst hit = await redis.get(id);\nif (hit) return JSON.parse(hit);\n";

  it("does not where what it came to stands in another function", () => {
    const other =
      "async function other(db, cached) {\n const row = await db.get(1);\n if (cached) return cached;\n}\n";
    const text = `${other}async function f(db) {\n const row = await other(db);\n if (row.isOld) return null;\n await db.put(row);\n}`;
    assert.equal(leavesByCache(text, 2), false);
  });

  it("does so as a cache where it gives what it has found between them", () => {
    const text = `${cached}const row = await db.get(id);\nawait redis.set(id, row);\nreturn row;\n}`;
    assert.equal(leavesByCache(text, 2), true);
    assert.equal(leavesByCache(text), false);
    assert.equal(leavesByCache(text, 2, 4, 5), false);
    assert.equal(leavesByCache(text, 2, 4), false);
  });

  it("does not where it came to others after them", () => {
    const text = `${cached}if (id === "a") {\nawait db.get(id);\n} else {\nawait db.put(id);\n}\n}`;
    assert.equal(leavesByCache(text, 2), true);
    assert.equal(leavesByCache(text, 2, 7), false);
    const atLast = `${cached.replace("const hit", "try {\nconst hit")}await db.get(id);\n} finally {\nawait db.put(id);\n}\n}`;
    assert.equal(leavesByCache(atLast, 3, 7), true);
  });

  const leaves = (body: string): boolean =>
    leavesByCache(`async function f(id, data) {\nawait db.get(id);\n${body}\nawait db.put(1);\n}`, 2);

  it("does so as a cache where a condition found what it gives", () => {
    for (const body of [
      "if (cache.has(id)) return cache.get(id);",
      "if (known) {\nreturn JSON.parse(known); }",
      "if (hit) { metrics.hits++; return hit; }",
      "if (row && row.until > now) return row;",
      "if (row !== undefined) return row;",
      "if (fresh || stale) return fresh ?? stale;",
      "if (!row) await db.find(id); else return row;",
      "const parsed = JSON.parse(known);\nif (known) return parsed;",
    ])
      assert.ok(leaves(body), body);
  });

  it("does not where that is an argument, an error, compared or not there, or another function gives it", () => {
    for (const body of [
      "if (from >= to) return apply(from);",
      "if (!parsed.success) return refuse(parsed.error);",
      "if (state.kind === 2) return state.next();",
      "if (error) return { row: null, error };",
      "if (row || !rows) return { row };",
      "if (data.create) return data;",
      "if (row.hash !== hash) return null;",
      "emitter.on('data', (row) => {\nif (row) return row;\n});",
    ])
      assert.ok(!leaves(body), body);
  });

  it("does not where it gives nothing of it", () => {
    const text =
      "async function f(id) {\nconst user = await db.get(id);\nif (!user) return null;\nawait db.put(1);\n}";
    assert.equal(leavesByCache(text, 2), false);
  });
});

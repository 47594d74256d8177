import assert from "node:assert/strict";
import { givesWhatItAsksFor } from "./early-exit.ts";

describe("an early exit", () => {
  it("is one of a cache where it gives what it asks for", () => {
    const lines = [1, 2, 3, 4];
    const gives = (text: string): boolean => givesWhatItAsksFor(text, "js", lines);
    assert.ok(gives("async function f(key) {\n if (cache.has(key)) return cache.get(key);\n}"));
    assert.ok(
      gives("async function f(key) {\n const a = 1;\n if (known) {\n return JSON.parse(known); }\n}"),
    );
    assert.ok(gives("async function f(hit) {\n if (hit) { metrics.hits++; return hit; }\n}"));
    assert.ok(gives("async function f(id) {\n if (row && row.until > now) return row;\n}"));
    assert.ok(gives("async function f(id) {\n if (row !== undefined) return row;\n}"));
    assert.ok(!gives("async function f(from, to) {\n if (from >= to) return apply(from);\n}"));
    assert.ok(!gives("async function f(data) {\n if (!parsed.success) return refuse(parsed.error);\n}"));
    assert.ok(!gives("async function f(state) {\n if (state.kind === 2) return state.next();\n}"));
    assert.ok(gives("async function f(id) {\n if (fresh || stale) return fresh ?? stale;\n}"));
    assert.ok(!gives("async function f(id) {\n if (error) return { row: null, error };\n}"));
    assert.ok(!gives("async function f(id) {\n if (row || !rows) return { row };\n}"));
    const given = new Set(["op"]);
    assert.ok(
      !givesWhatItAsksFor("async function f(op) {\n if (op.create) return op;\n}", "js", lines, given),
    );
    assert.ok(!gives("async function f(row) {\n if (row.hash !== hash) return null;\n return row; }"));
    assert.ok(!gives("async function f(row) {\n\n\n\n if (row) return row; }"));
    assert.ok(
      !gives("async function f(row) {\n\n if (row.code === 2) {\n\n await row.text();\n return row; }\n}"),
    );
  });
});

import assert from "node:assert/strict";
import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import { viewOf } from "../patterns/file-view.ts";
import { membersWithDefault } from "./defaults.ts";

describe("members that are taken with a default", () => {
  const found = (text: string): Record<string, string[]> =>
    Object.fromEntries(
      [...membersWithDefault(viewOf(findFunctions(lex(text, "js"), "js")), -1)].map(([of, defaults]) => [
        of,
        [...defaults.keys()],
      ]),
    );

  it("are told by what they are taken of", () => {
    assert.deepEqual(
      found(`function f(options, request) {
        const { cwd = process.cwd(), hooks: all = [], name, nested: { deep = 1 } = {} } = options;
        const { page = 1, ...rest } = request.query;
      }`),
      { options: ["cwd", "hooks", "nested"], "request.query": ["page"] },
    );
  });

  it("are told where an operator gives the default, by a number, a text or a truth value", () => {
    assert.deepEqual(
      found(`const LIMIT = 50; const LATER = load();
      function f(options, request) {
        const limit = options.limit ?? 10, name = options?.name || "none";
        return list(request.query.page || LIMIT, options.force ?? false)
        const other = options.depth || -1
      }`),
      { options: ["limit", "name", "force", "depth"], "request.query": ["page"] },
    );
  });

  it("are none where the default is made or asked for, or more is asked of the value", () => {
    assert.deepEqual(
      found(`const LATER = load();
      function f(a, b) {
        const c = a.user || load(b), d = a.items || [], e = a.when ?? LATER, g = !a.h || true, i = a.j && a.k || 1;
        return load().l ?? 1 + (a.m ?? 2 + b);
      }`),
      {},
    );
  });

  it("are none of what a call gives, of a choice, or of an object that is made", () => {
    assert.deepEqual(
      found(`const { a = 1 } = load(); const { b = 2 } = c || d; const { e = 3 } = (await f); g = { h: i = 4 };
        const { j } = k; function l({ m = 5 } = {}) { if (n) { o = 6; } }`),
      {},
    );
  });
});

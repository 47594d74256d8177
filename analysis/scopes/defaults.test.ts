import assert from "node:assert/strict";
import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import { copyTokens } from "../lexer/tokens.ts";
import { viewOf } from "../patterns/file-view.ts";
import { callsThrough, emptyByDefault, linesWithDefault, membersWithDefault } from "./defaults.ts";

const viewFor = (text: string) => viewOf(findFunctions(copyTokens(lex(text, "js")), "js"));

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

describe("where members are taken with a default", () => {
  it("is told by their names and lines, whoever they are taken of", () => {
    const text = `export async function read(file, {
  cwd = process.cwd(), deep: { limit = 3 } = {},
} = {}) {
  const { hooks = [] } = load(); return file.size ?? 1;
}`;
    assert.deepEqual(Object.fromEntries(linesWithDefault(viewFor(text), text)), {
      cwd: [[1, 3]],
      deep: [[1, 3]],
      limit: [[2, 2]],
      hooks: [[4, 4]],
      size: [[4, 4]],
    });
  });
});

describe("lists that are empty unless somebody gives another", () => {
  const found = (text: string): string[] => [...emptyByDefault(viewFor(text))];

  it("are those of patterns and parameters, and of what is merged with options", () => {
    assert.deepEqual(
      found("async function f({ a = [], b: c = [], d = [1] } = {}, e = []) { const g = []; }"),
      ["a", "c", "e"],
    );
    for (const merged of [
      "const defaults = { limit: 4, hooks: [] }; use({ ...defaults, ...options });",
      "const defaults = { limit: 4, hooks: [] }; use(Object.assign({}, defaults, options));",
      "use({ limit: 4, hooks: [], ...options });",
      "use(Object.assign({ hooks: [] }, options));",
    ])
      assert.deepEqual(found(merged), ["hooks"], merged);
  });

  it("are none of what comes last, or is merged with nothing", () => {
    for (const text of [
      "use({ ...options, hooks: [] });",
      "use(Object.assign({}, options, { hooks: [] }));",
      "use({ hooks: [] });",
      "const defaults = { hooks: [] }; use(defaults);",
    ])
      assert.deepEqual(found(text), [], text);
  });

  it("are gone through by none of the calls in their loops", () => {
    const text = `async function f(a, { hooks, given }) {
      for (const hook of hooks) await a.one(hook);
      for (const hook of this.hooks) { await a.two(hook); }
      for (const one of given) await a.three(one);
      await a.four();
    }`;
    const isThrough = callsThrough(text, "js", new Set(["hooks"]));
    assert.deepEqual(
      ["one", "two", "three", "four"].map((name) => isThrough(text.indexOf(`a.${name}`))),
      [true, true, false, false],
    );
  });
});

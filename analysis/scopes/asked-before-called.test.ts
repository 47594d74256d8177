import assert from "node:assert/strict";
import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import { viewOf } from "../patterns/file-view.ts";
import { askedBeforeCalled } from "./asked-before-called.ts";

/** Of `options` and the parameters `x` and `y` of a function with a body. */
function found(body: string): string[] {
  const text = `async function f(x, y, options) {\n  ${body}\n  return use(x, y);\n}`;
  const all = askedBeforeCalled(viewOf(findFunctions(lex(text, "js"), "js")));
  return [...all].flatMap(([of, names]) => [...names].map((name) => `${of}.${name}`));
}

describe("functions that are asked for before they are called", () => {
  for (const [body, name] of [
    ["if (options.filter) await options.filter(x);", "options.filter"],
    ["if (options?.filter && !(await options.filter(x))) return false;", "options.filter"],
    ["if (!options.filter || (await options.filter(x))) await load(x);", "options.filter"],
    ["const z = options.map ? await options.map(x) : x;", "options.map"],
    ["if (typeof options.parse === 'function') { z = options.parse(x); }", "options.parse"],
    ["if (options.done !== undefined) options.done();", "options.done"],
    ["if (x && options.done instanceof Function) { options.done(); }", "options.done"],
    ["options.onEnd?.(x);", "options.onEnd"],
    ["if (y) y(x);", ".y"],
    ["y && y(x); y?.(1);", ".y"],
    ["const { onEnd, size = 1 } = options; if (onEnd) onEnd(size);", "options.onEnd"],
    ["const { onEnd: done } = options || {}; done?.(x);", "options.onEnd"],
    ["const z = async ({ each }) => each && (await each(x));", "options.each"],
    ["if (options.a) { for (const one of x) await options.a(one); }", "options.a"],
    ["if (options.force) await remove(x);", "options.force"],
    [
      "const z = options.dereference ? stat(x) : lstat(x); if (x && options.dereference) log(x);",
      "options.dereference",
    ],
    ["return !options.isDry && remove(x);", "options.isDry"],
  ] as const)
    it(`are told by ${body}`, () => assert.deepEqual(found(body), [name]));

  for (const body of [
    "if (!options.filter) throw new Error('filter'); await options.filter(x);",
    "if (options.filter) await options.filter(x); await options.filter(y);",
    "await options.filter(x); if (options.filter) log('done');",
    "if (db.filter) await db.filter(x);",
    "if (options.size) await load(options.size);",
    "if (x.isOpen) await close(x);",
    "if (!options.url) throw new Error('url');",
    "if (!options.url) { return; }",
    "options.force ||= true; if (options.force) await remove(x);",
    "await remove(x, options.force);",
    "const z = x.a || options.force;",
    "if (options.client.get) await options.client.get(x);",
    "if (!y) return y; y(x);",
    "if (typeof y !== 'function') throw new Error('y'); y(x);",
    "const z = typeof y === 'function' ? y(x) : y;",
    "if (y instanceof Function) y(x);",
    "if (y.isOpen) y.open(x);",
    "const use = (store) => store; const store = this.store; if (store.clear) await store.clear(); return use(store);",
    "const { get } = client; if (get) await get(x);",
    "const { get } = options.client; if (get) await get(x);",
  ])
    it(`are none in ${body}`, () => assert.deepEqual(found(body), []));
});

import assert from "node:assert/strict";
import type { Shape } from "../../../contract/fact.ts";
import { guard } from "./of-guard.ts";

/** What is said of an error that was made at `/*1*\/` in a text, below calls at `/*2*\/` and `/*3*\/`; of what is told already, something else. */
function said(text: string, told: readonly string[] = []): unknown {
  const error = new Error("no");
  const frames = ["/*1*/", "/*2*/", "/*3*/"].flatMap((mark) => {
    const at = text.indexOf(mark);
    const lines = text.slice(0, at + mark.length).split("\n");
    return at < 0 ? [] : [`    at f (/project/a.ts:${lines.length}:${lines.at(-1)!.length + 1})`];
  });
  error.stack = ["Error: no", ...frames].join("\n");
  return guard(
    error,
    (file) => (file === "/project/a.ts" ? text : null),
    (name) => !told.includes(name),
  );
}

const FAIL = "throw /*1*/new Error('no')";

/** What a condition that was true asks for, in a function that is given what the others name. */
const CONDITIONS: readonly (readonly [condition: string, name: string | null, shape?: Shape])[] = [
  ["this.closed", "this.closed", { value: false }],
  ["!this.isOpen()", null],
  ["isDone(task)", "isDone()", { value: false }],
  ["a.kind !== 'ok'", "a.kind", { value: "ok" }],
  ["'ok' != a.kind", "a.kind", { value: "ok" }],
  ["a.kind !== `ok`", "a.kind", { value: "ok" }],
  ["a!.kind !== ('ok' as Kind)", "a.kind", { value: "ok" }],
  ["a?.kind !== 'ok'", "a.kind", { value: "ok" }],
  ["a.kind === 'ok'", null],
  ["a.state !== OPEN", "a.state", { value: 1 }],
  ["a.state !== STATES.OPEN", "a.state", { value: 2 }],
  ["a.state !== Socket.OPEN", "a.state", { value: 3 }],
  ["a.state !== Socket.CLOSING", "a.state", { value: 4 }],
  ["a.state !== State.Closed", "a.state", { value: 1 }],
  ["a.state !== b", "a.state", { value: "b" }],
  ["a.author.id !== id", "a.author.id", { value: 1 }],
  ["a.state === b", null],
  ["a.n !== -1", "a.n", { value: -1 }],
  ["a.n !== 1n", "a.n", { make: "bigint" }],
  ["a.done !== true", "a.done", { value: true }],
  ["a.done === true", "a.done", { value: false }],
  ["a.last !== null", "a.last", { value: null }],
  ["a.last !== undefined", "a.last", { make: "nothing" }],
  ["a.last == null", "a.last", { make: "fake" }],
  ["typeof a !== 'function'", "a", { make: "fake" }],
  ["typeof a === 'function'", "a", { make: "object" }],
  ["typeof a.name !== 'string'", "a.name", { value: "a-name" }],
  ["typeof a === 'undefined'", "a", { make: "fake" }],
  ["!Array.isArray(a.rows)", "a.rows", { make: "list" }],
  ["!Number.isInteger(a.size)", "a.size", { value: 1 }],
  ["!Buffer.isBuffer(a.data)", "a.data", { make: "buffer" }],
  ["!(a.at instanceof Date)", "a.at", { instanceOf: "Date" }],
  ["!(a instanceof Socket)", null],
  ["!a.rows.some((row) => row.kind === 'ok')", "*.kind", { value: "ok" }],
  ["!a.rows.find(({ kind }) => kind === 'ok')", "*.kind", { value: "ok" }],
  ["!some('ok')", null],
  ["a.rows.length === 0", "a.rows", { make: "list" }],
  ["!a.rows.length", "a.rows", { make: "list" }],
  ["a.rows.length > 100", "a.rows", { make: "list" }],
  ["a.rows.length > 1", "a.rows.length", { value: 1 }],
  ["a.errors.length > 0", "a.errors.length", { value: 0 }],
  ["a.status >= 400", "a.status", { value: 200 }],
  ["a.status < 300 || a.status > 399", "a.status", { value: 300 }],
  ["a.n < 1", "a.n", { value: 1 }],
  ["5 > a.n", "a.n", { value: 5 }],
  ["!('id' in a)", "a.id", { make: "fake" }],
  ["!(a in STATES)", "a", { value: "OPEN" }],
  ["!STATES[a.kind]", "a.kind", { value: "OPEN" }],
  ["!KINDS.includes(a.kind)", "a.kind", { value: "get" }],
  ["KINDS.indexOf(a.kind) === -1", "a.kind", { value: "get" }],
  ["!KNOWN.has(a.kind)", "a.kind", { value: "put" }],
  ["!a.text.startsWith('<')", "a.text", { value: "<" }],
  ["a.done && !b.isForced", "a.done", { value: false }],
  ["a != null && typeof a !== 'function'", "a", { make: "fake" }],
  ["!a || a.kind !== 'ok'", "a.kind", { value: "ok" }],
  ["a > b", null],
];

const TOP = `
const OPEN = 1;
const STATES = Object.freeze({ NONE: 0, OPEN: 2 });
class Socket { static OPEN = 3; }
Socket.CLOSING = 4;
export enum State { Open, Closed }
const KINDS = ["get", "put"];
const KNOWN = new Set(["put"]);
`;

/** What is said of whole functions. */
const FUNCTIONS: Readonly<Record<string, readonly [text: string, name: string | null, shape?: Shape]>> = {
  "a variable's source": [
    `function f(a) { const { answer: { state } } = a.last; if (state !== 1) ${FAIL}; }`,
    "a.last.answer.state",
    { value: 1 },
  ],
  "what is waited for": [
    `async function f(db) { const row = await db.get(1); if (row.isGone) ${FAIL}; }`,
    "db.get().isGone",
    { value: false },
  ],
  "a condition in a variable": [
    `function f(a) { const isOpen = a.state === "open"; if (!isOpen) ${FAIL}; }`,
    "a.state",
    { value: "open" },
  ],
  "a default": [
    `function f(a) { a = a || {}; const o = { ...DEFAULTS, ...a }; if (o.kind !== "b") ${FAIL}; }`,
    "a.kind",
    { value: "b" },
  ],
  "what is read where there is one": [
    `function f(a) { const kind = a.last && a.last.kind; if (kind !== "b") ${FAIL}; }`,
    "a.last.kind",
    { value: "b" },
  ],
  "what this was given before": [
    `function A(a) { var o = Object.create(a); this.kind = o.kind !== undefined ? o.kind : "a"; if (this.kind !== "b") ${FAIL}; }`,
    "a.kind",
    { value: "b" },
  ],
  "what the function around was given": [
    `function check(a, rows) { rows./*2*/forEach(() => { if (a !== 1) ${FAIL}; }); } function f(b) { /*3*/check(b.n, [1]); }`,
    "b.n",
    { value: 1 },
  ],
  "what is made of it in one of two cases": [
    `function f(a) { const path = a.root ? a.path : resolve(a.path); if (typeof path !== "string") ${FAIL}; }`,
    "a.path",
    { value: "a-path" },
  ],
  "what a pattern takes of a parameter": [
    `function f({ key: name }) { if (name !== "b") ${FAIL}; }`,
    "options.key",
    { value: "b" },
  ],
  "an item of a list": [
    `function f(rows) { for (const { id } of rows) if (id !== 1) ${FAIL}; }`,
    "rows[0].id",
    { value: 1 },
  ],
  "an item that is called back with": [
    `function f(rows) { rows.forEach((row) => { if (row.id !== 1) ${FAIL}; }); }`,
    "rows[0].id",
    { value: 1 },
  ],
  "a member that goes by a symbol": [
    `const kState = Symbol("my.state"); function f(a) { if (a[kState] !== 1) ${FAIL}; }`,
    "a.state",
    { value: 1 },
  ],
  "this by another name": [
    `function f() { const self = this; if (self.isClosed) ${FAIL}; }`,
    "this.isClosed",
    { value: false },
  ],
  "a private member": [
    `class A { #open; f() { if (!this.#open) ${FAIL}; } }`,
    "this._open",
    { make: "fake" },
  ],
  "a getter": [
    `class A { get isOpen() { return this.state === 1; } f() { if (!this.isOpen) ${FAIL}; } }`,
    "this.state",
    { value: 1 },
  ],
  "a function of the file": [
    `const isOpen = (one) => one.state === 1; function f(a) { if (!isOpen(a)) ${FAIL}; }`,
    "a.state",
    { value: 1 },
  ],
  "what a parameter was given": [
    `function check(fn) { if (typeof fn !== "function") ${FAIL}; } function f(test) { /*2*/check(test); }`,
    "test",
    { make: "fake" },
  ],
  "a condition that a parameter was given": [
    `function check(holds, why) { if (!holds) ${FAIL}; } function f(a) { /*2*/check(a.n > 3, "n"); }`,
    "a.n",
    { value: 4 },
  ],
  "a call that makes the error": [
    `function check() { return /*1*/new Error("no"); } function f(a) { if (a.n === 0) throw /*2*/check(); }`,
    "a.n",
    { value: 1 },
  ],
  "what calls back, and not with what": [
    `function check(a, b) { if (b !== 1) ${FAIL}; } function f(a) { a./*2*/each(check); }`,
    "b",
    { value: 1 },
  ],
  "a throw behind ifs that return": [
    `function f(a) { if (!a.url) throw 1; if (a.method === "GET") { return 1; } if (a.method === "PUT") return 2; ${FAIL}; }`,
    "a.method",
    { value: "GET" },
  ],
  "a throw behind an if that returns within another": [
    `function f(a) { if (a.b) { a.c(); if (a.isOn) return 1; } ${FAIL}; }`,
    "a.isOn",
    { make: "fake" },
  ],
  "the last else": [
    `function f(a) { if (a.is === 1) a.b(); else if (a.is === 2) a.c(); else { ${FAIL}; } }`,
    "a.is",
    { value: 1 },
  ],
  "the default of a switch": [
    `function f(a) { switch (a.is) { case 0: throw 1; case "b": return 1; default: ${FAIL}; } }`,
    "a.is",
    { value: "b" },
  ],
  "what follows a switch": [
    `function f(a) { switch (a.is) { case "b": return 1; } ${FAIL}; }`,
    "a.is",
    { value: "b" },
  ],
  "an error that was made before": [
    `function f(a) { const e = /*1*/new Error("no"); if (a.isOff) throw e; return a.on(); }`,
    "a.isOff",
    { value: false },
  ],
  "an error that is called back with": [
    `function f(a, cb) { if (a.isOff) { if (cb) return cb(/*1*/new Error("no")); } }`,
    "a.isOff",
    { value: false },
  ],
  "an error that somebody is told who is there": [
    `function f(a, cb) { if (a.isOff) return cb && cb(/*1*/new Error("no")); }`,
    "a.isOff",
    { value: false },
  ],
  "an assertion": [`function f(a) { /*1*/assert(a.state === 1, "closed"); }`, "a.state", { value: 1 }],
  "what has no condition": [`function f(a) { a.b(); ${FAIL}; }`, null],
  "what catches an error": [`function f(a) { if (a.b) try { a.c(); } catch (error) { ${FAIL}; } }`, null],
  "what the engine throws": [`function f(a) { if (a.b) /*1*/a.c(); }`, null],
  "what is not well-formed": [`function f(a) { if (a.b ${FAIL}; }`, null],
};

describe("what a check of the program asks of a stand-in", () => {
  for (const [condition, name, shape] of CONDITIONS) {
    it(`is told by ${condition}`, () => {
      const expected = name === null ? undefined : { name, shape };
      assert.deepEqual(said(`${TOP}function f(a, b) { if (${condition}) ${FAIL}; }`), expected);
    });
  }

  for (const [what, [text, name, shape]] of Object.entries(FUNCTIONS)) {
    it(`is told by ${what}`, () => {
      assert.deepEqual(said(text), name === null ? undefined : { name, shape });
    });
  }

  it("is what the next part of it asks for, where the first was told", () => {
    const text = `function f(a) { if (a.b || a.c) ${FAIL}; }`;
    assert.deepEqual(said(text, ["a.b"]), { name: "a.c", shape: { value: false } });
    assert.equal(said(text, ["a.b", "a.c"]), undefined);
  });

  it("is told of conditions with very many parts, and of names that are made of very many others", () => {
    const n = 1_000;
    const parts = Array.from({ length: n }, (_, i) => `a.x${i} === a.y`).join(" && ");
    assert.deepEqual(said(`function f(a) { if (${parts} && a.isOff) ${FAIL}; }`), {
      name: "a.isOff",
      shape: { value: false },
    });
    const names = Array.from({ length: n }, (_, i) => `const a${i + 1} = b ? a${i} : a${i};`).join(" ");
    assert.equal(said(`function f(a0, b) { ${names} if (a${n}) ${FAIL}; }`), undefined);
  });

  it("is told by the line, where columns are others than those of the text", () => {
    const error = new Error("no");
    error.stack = "Error: no\n    at f (/project/a.js:2:70)";
    const text = "function f(a) {\n  if (a.isOff) { a.tell(); throw new Error('no'); }\n}";
    assert.deepEqual(
      guard(
        error,
        () => text,
        () => true,
      ),
      { name: "a.isOff", shape: { value: false } },
    );
  });
});

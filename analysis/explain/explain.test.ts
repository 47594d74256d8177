import assert from "node:assert/strict";
import { analyze } from "../analyze.ts";
import { mutate, seededRandom } from "../corpus/mutations.ts";
import { explain, whyNot } from "./explain.ts";

/** Explains the function around `‸` in the text. */
function at(marked: string) {
  return explain(marked.replace("‸", ""), "js", marked.indexOf("‸"));
}

/** Checks the reason, and that the analysis agrees that there is no entry. */
function assertKind(marked: string, kind: string, why: RegExp): void {
  const explained = at(marked);
  assert.equal(explained.kind, kind, marked);
  assert.match(explained.why, why);
  const { functions } = analyze(marked.replace("‸", ""), "js");
  assert.equal(
    functions.some(({ range }) => range.start === explained.range?.start),
    kind === "asynchronous",
    marked,
  );
}

describe("why a function has no hint", () => {
  it("is no question where there is no function, or where it has one", () => {
    assertKind("const a ‸= 1; async function b() {}", "no-function", /no function here/);
    assertKind("async function b() { ‸await c(); }", "asynchronous", /^b is asynchronous/);
  });

  it("names no call that has no name", () => {
    assertKind("function a(b) { return ‸(() => b)(); }", "returns-unknown", /returns what a call gives\. /);
  });

  it("is that it starts a chain of promises and gives its caller nothing to wait for", () => {
    assertKind(
      "function a(id, set) { ‸fetch(id).then((r) => r.json()).then(set); }",
      "lets-go",
      /starts `fetch\(\)` .* nothing to wait for.*`return fetch\(…\)`/,
    );
    assertKind("function a(id) { ‸fetch(id).catch(b); }", "lets-go", /`\.catch\(…\)` when that fails/);
    assertKind("function a(id) { ‸const b = {}; b.load(id); }", "synchronous", /not asynchronous/);
    const text = "function a(id) { fetch(id).then(b); } async function c() { await d(); }";
    assert.match(whyNot(text, "js", "a") ?? "", /nothing to wait for/);
    assert.equal(whyNot(text, "js", "c"), undefined);
    assert.equal(whyNot(text, "js", "e"), undefined);
  });

  it("is that nothing in it is asynchronous", () => {
    assertKind("function add(a, b) { ‸return a + b; }", "synchronous", /^add is not asynchronous/);
  });

  it("is that it is a constructor or an accessor", () => {
    assertKind("class A { constructor() { ‸load(); } }", "constructor", /nobody can wait/);
    assertKind("class A { get b() { ‸return fetch(c); } }", "accessor", /^A getter .* Make it a method/);
  });

  it("is its own of one that is given back, which runs when somebody calls it later", () => {
    for (const method of ["get(key) { ‸return store.get(key); }", "get: (key) => ‸store.get(key)"]) {
      assertKind(`async function a() { await b(); return { ${method} }; }`, "returns-unknown", /^get is not/);
      assertKind(`const a = async () => ({ c: await b(), ${method} });`, "returns-unknown", /^get is not/);
      assertKind(`async function a() { await b({ ${method} }); }`, "part-of-flow", /part of a/);
    }
    const returned = "async function a() { await b(); return function (key) { ‸return c(key); }; }";
    assertKind(returned, "returns-unknown", /returns what `c\(\)` gives/);
  });

  it("is that it carries on the flow of another", () => {
    assertKind(
      "function a(done) { fs.stat(b, function (err, c) { ‸done(err, c); }); }",
      "part-of-flow",
      /part of a, the asynchronous function around it/,
    );
    assertKind("fetch(a).then((b) => { ‸c(b); });", "part-of-flow", /outside of any asynchronous function/);
    assertKind("function a(b) { return function (cb) { ‸fs.stat(b, cb); }; }", "part-of-flow", /part of a/);
    assertKind(
      "const co = require('co'); function a() { return co(function* () { ‸yield b(); }); }",
      "part-of-flow",
      /part of a/,
    );
  });

  it("is that nothing drives the generator", () => {
    assertKind("function* a() { ‸yield 1; }", "generator", /nothing shows that anybody waits/);
    assertKind(
      "import { call } from 'redux-saga/effects'; function* a(b) { ‸yield call(c, b); }",
      "generator",
      /a library such as redux-saga/,
    );
  });

  it("is that what looks like a callback is not used as one", () => {
    assertKind(
      "function each(list, callback) { ‸callback(list[0]); }",
      "callback-not-proven",
      /takes `callback`/,
    );
  });

  it("is that the text does not tell what it returns", () => {
    assertKind(
      "const load = (id) => { ‸return store.find(id); };",
      "returns-unknown",
      /what `store.find\(\)` gives.*@returns/,
    );
  });

  it("names the function and the place of its name", () => {
    for (const [text, name] of [
      ["function plain() { ‸}", "plain"],
      ["const arrow = () => { ‸}", "arrow"],
      ["class A { method() { ‸} }", "A.method"],
      ["Store.prototype.get = function () { ‸};", "Store.get"],
    ] as const) {
      const { name: told, nameRange } = at(text);
      assert.equal(told, name);
      const { start, end } = nameRange!;
      assert.equal(text.replace("‸", "").slice(start, end), name.split(".").at(-1));
    }
    assert.equal(at("list.map(() => { ‸})").nameRange, null);
  });

  it("is given for every place of damaged texts, and agrees with the analysis", () => {
    const random = seededRandom(3);
    const whole =
      "const a = (b) => c(b).then(function* d(cb) { class E { get f() { return async () => `${1}`; } } });";
    for (let round = 0; round < 200; round++) {
      const text = mutate(whole, random);
      const starts = new Set(analyze(text, "js").functions.map(({ range }) => range.start));
      for (let offset = 0; offset <= text.length; offset += 7) {
        const { kind, range, why } = explain(text, "js", offset);
        assert.ok(why.endsWith("."));
        if (range !== null) assert.equal(kind === "asynchronous", starts.has(range.start), text);
      }
    }
  });
});

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { analyze, analyzeAgain } from "./analyze.ts";
import { importKey } from "./imports/imported-functions.ts";
import { seededRandom } from "./corpus/mutations.ts";
import { findSourceFiles, sample } from "./corpus/source-files.ts";
import { languageOfFile } from "./language.ts";
import type { Reading } from "./reuse.ts";

const EDITS_PER_FILE = 8;

/** What people type, most of which leaves the text well-formed. */
const TYPED = [
  ..."a b( ) ; , { } ( [ ' ` / . ! // /* \n =".split(" "),
  "await f();",
  "/* x */",
  " ",
  "\n\n",
  "cb(null);",
  "return store.load(a);",
  "await toItem(a);",
  "callback",
  "async function g() { await h(); }",
  "function next(a, cb) { cb(null, a); }",
  'const co = require("co");',
];

/** A text with some characters typed or deleted at a random place. */
function edited(text: string, random: () => number): string {
  const at = Math.floor(random() * (text.length + 1));
  if (random() < 0.4) return text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * 3));
  return text.slice(0, at) + TYPED[Math.floor(random() * TYPED.length)]! + text.slice(at);
}

/** How many functions of a reading have the very I/O calls of another one. */
function shared(before: Reading, after: Reading): number {
  const calls = new Set(before.analysis.functions.map(({ ioCalls }) => ioCalls));
  return after.analysis.functions.filter(({ ioCalls }) => ioCalls.length > 0 && calls.has(ioCalls)).length;
}

describe("a text that is read again after an edit", function () {
  this.timeout(120_000);

  it("gives what a first reading gives, after random edits of real files", () => {
    const random = seededRandom(20261121);
    const files = [
      ...findSourceFiles("variants"),
      ...sample(findSourceFiles("extension"), 10),
      ...sample(findSourceFiles("bench-worker"), 10),
      ...sample(findSourceFiles("node_modules"), 40),
    ];
    let reused = 0;
    for (const file of files) {
      const language = languageOfFile(file);
      let text = readFileSync(file, "utf8");
      if (language === undefined || text.length > 40_000) continue;
      let reading = analyzeAgain(text, language, null);
      for (let edit = 0; edit < EDITS_PER_FILE; edit++) {
        const next = edited(text, random);
        const again = analyzeAgain(next, language, reading);
        const { imports = [], ...anew } = analyze(next, language);
        const { imports: told = [], ...rest } = again.analysis;
        assert.deepEqual(rest, anew, file);
        // It may go on to tell of one that the edit has taken out.
        const keys = new Set(told.map(importKey));
        assert.ok(
          imports.every((one) => keys.has(importKey(one))),
          file,
        );
        reused += shared(reading, again);
        // Half of the edits are taken back, so that the text stays much as it was.
        if (random() < 0.5) continue;
        text = next;
        reading = again;
      }
    }
    assert.ok(reused > 15, `${reused} functions were not read again`);
  });

  const TEXT = "async function a() { await b(); }\nasync function c() { await d(); /* e */ }\n";

  it("reads only the function that has changed", () => {
    const first = analyzeAgain(TEXT, "js", null);
    const again = analyzeAgain(TEXT.replace("/* e */", "await e();"), "js", first);
    assert.equal(again.analysis.functions[0]!.ioCalls, first.analysis.functions[0]!.ioCalls);
    assert.equal(again.analysis.functions[1]!.ioCalls.length, 2);
  });

  it("moves what stands behind the edit", () => {
    const first = analyzeAgain(TEXT, "js", null);
    const moved = `\n// two lines\n${TEXT}`;
    const again = analyzeAgain(moved, "js", first);
    const [call] = again.analysis.functions[1]!.ioCalls;
    assert.equal(moved.slice(call!.range.start, call!.range.end), "d()");
    assert.deepEqual(call!.position, { line: 4, column: 28 });
  });

  it("reads functions anew whose surroundings give another meaning to their calls", () => {
    const body = "async function a() { return b(); }\n";
    const first = analyzeAgain(`${body}function c() {}\n`, "js", null);
    const again = analyzeAgain(`${body}function b() {}\n`, "js", first);
    assert.equal(first.analysis.functions[0]!.ioCalls.length, 1);
    assert.equal(again.analysis.functions[0]!.ioCalls.length, 0);
  });

  describe("reads functions anew", () => {
    const cases: [string, string, string, number][] = [
      [
        "that call a plain one which now returns what answers later",
        "function get(id) { return cache[id]; } async function a() { return get(1); }",
        "function get(id) { return store.load(id); } async function a() { return get(1); }",
        1,
      ],
      [
        "that call a method which now returns what answers later",
        "class A { get() { return 1; } async a() { return this.get(); } }",
        "class A { get() { return this.store.load(); } async a() { return this.get(); } }",
        1,
      ],
      [
        "that call what now calls back later",
        "function build(x, done) { done(null, x); } function a(id, cb) { load(id, (e, x) => { if (e) return cb(e); build(x, cb); }); }",
        "function build(x, done) { save(x, done); } function a(id, cb) { load(id, (e, x) => { if (e) return cb(e); build(x, cb); }); }",
        2,
      ],
      [
        "that call a method which now has another name",
        "class A { get() { return 1; } async a() { return this.get(); } }",
        "class A { has() { return 1; } async a() { return this.get(); } }",
        1,
      ],
      [
        "that call a function of a name that now is another one's, as it stands around them",
        "function c(x) { y(); } function b() { return store.load(1); } async function a() { return b(); } function d() { function b() { return 1; } }",
        "function c(x) { y(); function b() { return store.load(1); } } async function a() { return b(); } function b() { return 1; } function d() {}",
        0,
      ],
      [
        "that give back what is now waited for elsewhere",
        "async function b() { return toItem(1); } async function a() { const id = await find(); return toItem(id); }",
        "async function b() { await toItem(1); } async function a() { const id = await find(); return toItem(id); }",
        2,
      ],
      [
        "whose callback is now called by another name around them",
        "function b(req, res, next) { const a = async () => { await load(); return next(); }; a(); }",
        "function b(req, res, send) { const a = async () => { await load(); return next(); }; a(); }",
        2,
      ],
    ];
    for (const [what, before, after, ioCalls] of cases)
      it(what, () => {
        const again = analyzeAgain(after, "js", analyzeAgain(before, "js", null));
        assert.deepEqual(again.analysis, analyze(after, "js"));
        const entry = again.analysis.functions.find(({ name }) => name.endsWith("a"));
        assert.equal(entry?.ioCalls.length, ioCalls);
      });
  });
});

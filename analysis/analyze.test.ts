import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { analyze, analyzeFor } from "./analyze.ts";
import { mutate, seededRandom } from "./corpus/mutations.ts";
import { findSourceFiles, sample } from "./corpus/source-files.ts";
import { languageOfFile } from "./language.ts";
import type { FileAnalysis } from "./model.ts";

const LARGEST_CHARACTERS = 30_000;

/** What every answer must keep to, however broken the text is. */
function assertSound({ tokens, functions, problems }: FileAnalysis, text: string, where: string): void {
  let start = 0;
  for (const entry of functions) {
    assert.ok(entry.range.start >= start && entry.range.end > entry.range.start, where);
    assert.ok(entry.range.end <= text.length, where);
    assert.ok(entry.ownTokens > 0 && entry.ownTokens <= entry.tokens && entry.tokens <= tokens, where);
    assert.equal(entry.reach === null, entry.unreachable !== undefined, where);
    if (entry.parent !== null) assert.ok(functions[entry.parent]!.range.end >= entry.range.end, where);
    for (const { range } of entry.ioCalls) {
      assert.ok(range.start >= entry.range.start && range.end <= entry.range.end, where);
    }
    ({ start } = entry.range);
  }
  const lines = text.split(/\r\n|[\r\n]/).length;
  for (const { line } of problems) assert.ok(line >= 1 && line <= lines, where);
}

describe("analyze", function () {
  this.timeout(60_000);

  it("gives a sound answer for whole files and for 700 damaged ones", () => {
    const random = seededRandom(2);
    const files = [
      ...sample(findSourceFiles("analysis"), 100),
      ...sample(findSourceFiles("node_modules"), 150),
    ];
    const sources = files.map((file) => ({ file, text: readFileSync(file, "utf8") }));
    const small = sources.filter(({ text }) => text.length < LARGEST_CHARACTERS);
    for (const { file, text } of small) assertSound(analyze(text, languageOfFile(file)!), text, file);
    for (let edit = 0; edit < 700; edit++) {
      const { file, text } = small[edit % small.length]!;
      const damaged = mutate(text, random);
      assertSound(analyze(damaged, languageOfFile(file)!), damaged, `${file}, edit ${edit}`);
    }
  });

  it("gives the same answer for the same text, whatever was analysed between", () => {
    const text = readFileSync("variants/callbacks.js", "utf8");
    const first = analyze(text, "js");
    analyze("async function a() { await b(`${c}`); }", "ts");
    assert.deepEqual(analyze(text, "js"), first);
  });

  it("does not read what strings, comments and regular expressions hold", () => {
    const text =
      "const a = 'async function b() {}'; // async function c() {}\n/async () => {}/.test(`async () => {}`);";
    assert.deepEqual(analyze(text, "js").functions, []);
  });

  it("reads what nests deeper than any stack", () => {
    const text = `function f() { return ${"(a || ".repeat(20_000)}b${")".repeat(20_000)}; }`;
    assert.deepEqual(analyze(text, "js").functions, []);
  });

  it("answers for an empty text", () => {
    assert.deepEqual(analyze("", "tsx"), { tokens: 0, functions: [], problems: [] });
  });

  it("takes the last parameter of a function that somebody asks for to end it, where that is named as callbacks are, and used", () => {
    const endOf = (text: string): unknown => analyzeFor(text, "js", 0).functions[0]?.completion;
    const called = "function f(dir, cb) { make(dir, (made) => cb(made)); }";
    assert.deepEqual(analyze(called, "js").functions, []);
    assert.equal(endOf(called), "callback");
    for (const other of [
      "function f(dir, cb) { make(dir); }",
      "function f(dir, next) { const callback = next; callback(dir); }",
      "function f(dir) { make(dir); }",
      "function f(item, callback) { this.waiting.push({ item, callback }); }",
    ])
      assert.equal(endOf(other), "promise", other);
  });

  it("has an entry for a function that another one calls at once and gives back, where somebody asks for it, and that one as without", () => {
    const text = "function f() { return (async () => { await one(); return two(); })(); }";
    const names = (start: number): string[] =>
      analyzeFor(text, "js", start).functions.map(({ name }) => name);
    assert.deepEqual([names(0), names(text.indexOf("async"))], [["f"], ["f", "(anonymous)"]]);
  });

  it("takes what middleware goes on with, which somebody asks for, for no I/O call of it", () => {
    const [handler] = analyzeFor(
      "exports.before = function (req, res, next) { if (!req.id) return next(); res.end(); };",
      "js",
      17,
    ).functions;
    assert.deepEqual(
      [handler!.completion, handler!.parameters.map(({ role }) => role), handler!.ioCalls],
      ["promise", ["value", "value", "callback"], []],
    );
    const ofKoa = "exports.before = function (ctx, next) { if (ctx.id) return next(); };";
    assert.equal(analyzeFor(ofKoa, "js", 17).functions[0]!.ioCalls.length, 1);
  });
});

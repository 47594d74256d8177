import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { analyze } from "../analyze.ts";
import { mutate, seededRandom } from "../corpus/mutations.ts";
import { findSourceFiles, sample } from "../corpus/source-files.ts";
import { findFunctions } from "../functions/find.ts";
import { languageOfFile } from "../language.ts";
import { lex } from "../lexer/lex.ts";
import type { Language } from "../model.ts";
import { classify } from "../patterns/classify.ts";
import { viewOf } from "../patterns/file-view.ts";
import { breakdownOf, breakdownOfEntry, type Breakdown } from "./breakdown.ts";
import { assertAddsUp } from "./adds-up.ts";

const SIGNS = { "error-handling": "E", plumbing: "P", "io-calls": "I", nested: "N", rest: "" } as const;

/** The last top-level entry with its parts marked: `P‹async› function a() { P‹await› I‹b()›; }`. */
function marked(text: string, language: Language = "js"): string {
  const { range } = analyze(text, language).functions.findLast(({ parent }) => parent === null)!;
  const { parts } = breakdownOf(text, language, range.start)!;
  let at = range.start;
  let read = "";
  const pieces = Object.entries(parts).flatMap(([part, { ranges }]) =>
    ranges.map((one) => ({ part, ...one })),
  );
  for (const { part, start, end } of pieces.sort((left, right) => left.start - right.start)) {
    const sign = part in SIGNS ? SIGNS[part as keyof typeof SIGNS] : "?";
    read +=
      text.slice(at, start) + (sign === "" ? text.slice(start, end) : `${sign}‹${text.slice(start, end)}›`);
    at = end;
  }
  return read + text.slice(at, range.end);
}

/** `marks` is the source with its marks, behind what stands before the function. */
function check(what: string, marks: string, before = "", language: Language = "js"): void {
  it(what, () => {
    const source = marks.replace(/[EPIN]‹|›/g, "");
    assert.equal(marked(before + source, language), marks);
  });
}

describe("the breakdown of an emitter's maker", () => {
  check(
    "has its events as plumbing, and failures apart",
    `function a(b) { const c = P‹new EventEmitter()›; I‹http.get(b›P‹, (r) => {› rP‹.on(›"end"P‹, () => c.emit(›"end"P‹))›; P‹}›I‹)›E‹.on("error", (e) => c.emit("error", e))›; return c; }`,
  );
});

describe("the breakdown of the gallery", () => {
  const EXPECTED = {
    "async-await": { rest: 154, io: 93, plumbing: 8, errors: 18 },
    "bluebird-coroutine": { rest: 154, io: 93, plumbing: 8, errors: 18 },
    "bluebird-promises": { rest: 162, io: 93, plumbing: 50, errors: 12 },
    callbacks: { rest: 157, io: 89, plumbing: 76, errors: 89 },
    co: { rest: 154, io: 93, plumbing: 8, errors: 18 },
    "flattened-callbacks": { rest: 172, io: 89, plumbing: 75, errors: 89 },
    promises: { rest: 162, io: 93, plumbing: 50, errors: 19 },
  };
  for (const [variant, { rest, io, plumbing, errors }] of Object.entries(EXPECTED)) {
    it(`of ${variant} tells what its pattern costs`, () => {
      const text = readFileSync(`variants/${variant}.js`, "utf8");
      const [upload] = analyze(text, "js").functions;
      const { tokens, parts } = breakdownOf(text, "js", upload!.range.start)!;
      assert.equal(tokens, upload!.tokens);
      assert.equal(parts.rest.tokens, rest);
      assert.equal(parts["io-calls"].tokens, io);
      assert.equal(parts.plumbing.tokens, plumbing);
      assert.equal(parts["error-handling"].tokens, errors);
      assert.equal(parts.nested.tokens, 0);
    });
  }
});

describe("the breakdown", () => {
  check(
    "of async/await",
    "P‹async› function a(b) { E‹try {› const c = P‹await› I‹d.get(b)›; return c.e; E‹} catch (f) { log(f); throw f; }› }",
  );
  check(
    "of things awaited together",
    'P‹async› function a(ids) { const b = P‹await Promise.all([›I‹c(1)›P‹,› I‹d(2)›P‹])›; if (!b) E‹throw new Error("no");› return b; }',
  );
  check(
    "of an async generator that reads a stream",
    "P‹async› functionP‹*› a() { for P‹await› (const b of I‹c.d()›) P‹yield› b; }",
  );
  check(
    "of nested functions with entries of their own",
    "P‹async› function a() { P‹await› I‹b(›N‹async () => { await c(); }›I‹)›; E‹try {› P‹await› I‹d()›; E‹} finally { close(); }› }",
  );
  check(
    "of callbacks",
    "function a(bP‹, done›) { I‹c(b›P‹, function (err, d) {› E‹if (err) return done(err);› P‹done(null,› d.eP‹)›; P‹}›I‹)›; }",
  );
  check(
    "of callbacks that ask for success first",
    "function a(P‹done›) { I‹b(›P‹function (err, c) {› E‹if (!err) {› P‹done(null,› c.dP‹)›; E‹} else { log(err); done(err); }› P‹}›I‹)›; }",
  );
  check(
    "of named callbacks, and of a function for errors alone",
    "function a(P‹done›) { I‹b(1›P‹, after›I‹)›; E‹function back(err) { undo(); done(err); }› P‹function after(err, c) {› E‹if (err) return back(err);› I‹d(c›P‹, done›I‹)›; P‹}› }",
  );
  check(
    "of callbacks made by an error wrapper",
    "function a(bP‹, done›) { I‹put(b›P‹,› E‹catcher(done,› P‹function (c) { done(null,› cP‹)›; P‹}›E‹)›I‹)›; }",
  );
  check(
    "of caolan's async",
    "function a(bP‹, done›) { P‹async.waterfall([function (cb) {› I‹c(b›P‹, cb›I‹)›; P‹}, function (d, cb) {› I‹e(d›P‹, cb›I‹)›; P‹}], done)›; }",
  );
  check(
    "of a promise chain",
    "function a(b) { return I‹c(b)›P‹.then((d) => {› return I‹e(d)›; P‹})›E‹.catch((err) => { undo(); throw err; })›; }",
  );
  check(
    "of a promise made of a callback",
    "function a(b) { return P‹new Promise((resolve, reject) => {› I‹fs.stat(b›P‹, (err, c) =>› (E‹err ? reject(err) :› P‹resolve(›cP‹)›)I‹)›; P‹})›; }",
  );
  check(
    "of a deferred",
    'function a() { var d = P‹Q.defer()›; I‹fs.stat("b"›P‹, function (e, s) {› E‹if (e) d.reject(e); else› P‹d.resolve(›sP‹)›; P‹}›I‹)›; return d.promise; }',
  );
  check(
    "of a generator for co",
    "functionP‹*› (a) { const b = P‹yield› I‹c(a)›; return b; }",
    "const co = require('co'); module.exports = co.wrap(",
  );
  check(
    "of a function that runs a generator",
    "function a(b) { return P‹co(function* () {› return P‹yield› I‹c(b)›; P‹})›; }",
    "const co = require('co'); ",
  );
  check(
    "of a generator that is given its resume function",
    "functionP‹*› (P‹resume,› b) { const c = P‹yield› I‹d(b›P‹, resume()›I‹)›; return c; }",
    "var genny = require('genny'); exports.a = genny.fn(",
  );
  check("of a thunk", "function a(b) { return P‹function (cb) {› I‹fs.readFile(b›P‹, cb›I‹)›; P‹}›; }");
  check("of streamline", "function a(pathP‹, _›) { var c = I‹read(path›P‹, _›I‹)›; return c.length; }");
  check(
    "of a fiber",
    "function (b) { return I‹fs›P‹.sync›I‹.readFile(b)›.length; }",
    "var fibrous = require('fibrous'); exports.a = fibrous(",
  );
  check(
    "of an observable",
    "function a() { return I‹this.b.get()›P‹.pipe(switchMap((c) =>› I‹d(c)›P‹),› E‹catchError((e) => of(null))›P‹)›; }",
    "import { switchMap, catchError, of } from 'rxjs'; ",
  );
  check(
    "of event handlers in a promise",
    'function a(s) { return P‹new Promise((resolve, reject) => {› let n = 0; sE‹.on("error", reject)›; I‹s›P‹.on(›"end"P‹, () => resolve(›nP‹))›; P‹})›; }',
  );
  check(
    "of a typed method",
    "P‹async› a(b: string): Promise<C> { return (P‹await› I‹this.d.get<C>(b)›)!; }",
    "class A { ",
    "ts",
  );

  it("is undefined where no asynchronous function starts", () => {
    assert.equal(breakdownOf("function a() {}", "js", 0), undefined);
    assert.equal(breakdownOf("", "tsx", 0), undefined);
  });
});

describe("the parts of a breakdown", function () {
  this.timeout(60_000);

  it("add up to the tokens, in installed packages and in damaged files", () => {
    const random = seededRandom(7);
    const own = ["analysis", "cli", "variants"].flatMap((folder) => findSourceFiles(folder));
    const files = [...sample(own, 120), ...sample(findSourceFiles("node_modules"), 120)];
    let read = 0;
    for (const file of files) {
      const language = languageOfFile(file)!;
      const whole = readFileSync(file, "utf8");
      if (whole.length > 60_000) continue;
      for (const text of [whole, mutate(whole, random), mutate(mutate(whole, random), random)]) {
        for (const [breakdown, where] of breakdowns(text, language)) {
          assertAddsUp(breakdown, text, `${file} ${where}`);
          read++;
        }
      }
    }
    assert.ok(read > 150, `only ${read} functions`);
  });
});

function breakdowns(text: string, language: Language): [Breakdown, string][] {
  const view = viewOf(findFunctions(lex(text, language), language));
  const classified = classify(view);
  const entries = new Set(classified.map(({ index }) => index));
  return classified.map((entry) => [
    breakdownOfEntry(view, entry, entries),
    `at ${view.tokens.starts[view.functions[entry.index]!.start]}`,
  ]);
}

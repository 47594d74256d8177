import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { analyze } from "../analyze.ts";
import type { Language } from "../model.ts";

/** `I/O calls, in sequence` of the first entry, with `loop` where one waits. */
function path(text: string, language: Language = "js"): string {
  const { ioCalls, criticalPath } = analyze(text, language).functions[0]!;
  return `${ioCalls.length}, ${criticalPath.ioCalls}${criticalPath.inLoop ? " loop" : ""}`;
}

function check(what: string, text: string, expected: string, language: Language = "js"): void {
  it(what, () => assert.equal(path(text, language), expected));
}

describe("the critical path of the gallery's upload", () => {
  for (const variant of [
    "async-await",
    "bluebird-coroutine",
    "bluebird-promises",
    "callbacks",
    "co",
    "flattened-callbacks",
    "promises",
  ]) {
    it(`is seven I/O calls long in ${variant}`, () => {
      assert.equal(path(readFileSync(`variants/${variant}.js`, "utf8")), "7, 7");
    });
  }
});

describe("the critical path of async functions", () => {
  check(
    "has what is awaited in sequence",
    "async function a() { await b(); await c(); return d(); }",
    "3, 3",
  );
  check("has one of those awaited together", "async function a() { await Promise.all([b(), c()]); }", "2, 1");
  check(
    "goes on behind those awaited together",
    "async function a() { const [x, y] = await Promise.all([b(), c()]); await d(x); await e(y); }",
    "4, 3",
  );
  check(
    "has one of those that are started before they are awaited",
    "async function a() { const b = c(); const d = e(); return [await b, await d]; }",
    "2, 1",
  );
  check(
    "waits for what a variable keeps that was empty",
    "async function a() { p ??= b(); const t = await p; return d(t); } let p;",
    "2, 2",
  );
  check(
    "waits for what is added up",
    "async function a() { let n = 0; n += await b(); n += await c(n); return n; }",
    "2, 2",
  );
  check(
    "sees promises behind types",
    "async function a() { const b: Promise<X> = c(); const d: Promise<Y> = e(); await b; await d; await f(); }",
    "3, 2",
    "ts",
  );
  check(
    "sees promises in a list",
    "async function a(ids) { const all = []; for (const id of ids) all.push(b(id)); await Promise.all(all); await c(); }",
    "2, 2",
  );
  check(
    "sees calls within the arguments of others",
    "async function a() { await b(await c(), await d()); await e(f()); }",
    "4, 4",
  );
  check(
    "has the longest of the branches",
    "async function a(b) { if (b) { await c(); await d(); } else if (e) await f(); else { await g(); } await h(); }",
    "5, 3",
  );
  check(
    "leaves out branches that return",
    "async function a(b) { if (b) { await c(); return d(); } await e(); await f(); await g(); }",
    "5, 3",
  );
  check(
    "has one side of a choice",
    "async function a(b) { const c = b ? await d() : await e(); await f(c); }",
    "3, 2",
  );
  check(
    "has one case of a switch",
    "async function a(b) { switch (b) { case 1: await c(); break; case 2: await d(); await e(); break; default: return f(); } await g(); }",
    "5, 3",
  );
  check(
    "has one round of a loop and says so",
    "async function a(ids) { for (const id of ids) { await b(id); await c(id); } while (d) await e(); }",
    "3, 3 loop",
  );
  check(
    "knows a loop that goes round again, though a round may end the function",
    "async function a() { for (;;) { try { const b = await c(); if (b) continue; return b; } catch (d) { e(d); } } }",
    "1, 1 loop",
  );
  check(
    "does not say so of a loop that does not wait",
    "async function a(ids) { for (const id of ids) b(id).catch(c); await d(); }",
    "2, 1",
  );
  check(
    "goes through asynchronous functions in it that run where they stand",
    "async function a(ids) { await b(); await Promise.all(ids.map(async (id) => { await c(id); await d(id); })); await e.transaction(async (f) => { await f.g(); }); await retry(async () => { await h(); }); }",
    "6, 6",
  );
  check(
    "has a loop where a list is gone through by waiting for the value before",
    "async function a(ids) { await ids.reduce(async (before, id) => { await before; await b(id); }, Promise.resolve()); await c(); }",
    "2, 2 loop",
  );
  for (const [how, text] of [
    [
      "reduced",
      "return ids.reduce((before, id) => before.then(async () => { await b(id); }), Promise.resolve());",
    ],
    [
      "lengthened in a loop",
      "let c = Promise.resolve(); for (const id of ids) c = c.then(async () => { await b(id); }); await c;",
    ],
    [
      "lengthened for each item",
      "let c = Promise.resolve(); ids.forEach((id) => { c = c.then(() => b(id)); }); return c;",
    ],
  ] as const)
    check(`has a loop where a chain of promises is ${how}`, `async function a(ids) { ${text} }`, "1, 1 loop");
  for (const [how, text, expected] of [
    [
      "for each item",
      "return Promise.all(ids.map((id) => { let e = db.b(id); e = e.then((r) => db.c(r)); return e; }));",
      "2, 2",
    ],
    [
      "in each round",
      "const all = []; let p; for (const id of ids) { p = db.b(id); p = p.then(() => db.c(id)); all.push(p); } await Promise.all(all);",
      "2, 2",
    ],
    [
      "for a query that is built",
      "let q = db.select(); for (const f of ids) q = q.where(f); return await q;",
      "2, 2",
    ],
  ] as const)
    check(`has no loop where what goes on begins anew ${how}`, `async function a(ids) { ${text} }`, expected);
  check(
    "has none where a chain is lengthened once, or begun anew",
    "async function a(ids) { let c = b(1); c = c.then(() => b(2)); const d = []; for (const id of ids) { let e = b(id); d.push(e.then(() => b(3))); } await c; await Promise.all(d); }",
    "4, 2",
  );
  check(
    "has a round of what calls functions that are given by name",
    "async function a(ids) { await b(); await Promise.all(ids.map(c)); await Promise.all([d(), ...ids.map(this.e)]); }",
    "4, 3",
  );
  check(
    "knows that for await is a loop",
    "async function a() { for await (const b of c()) await d(b); }",
    "2, 2 loop",
  );
  check(
    "knows that for await is one over a stream that it is given",
    "async function a(request) { for await (const b of request) await c(b); await d(); }",
    "3, 3 loop",
  );
  check(
    "does not go through a handler of failure, but by itself",
    "async function a() { try { await b(); await c(); } catch (err) { await d(); } finally { await e(); } }",
    "4, 3",
  );
  check(
    "waits for the first of a race",
    "async function a() { await Promise.race([b().then(() => c()), d()]); await e(); }",
    "4, 2",
  );
});

describe("the critical path of the other patterns", () => {
  check(
    "goes through the links of a chain",
    "function a() { return b().then(() => c()).then((d) => Promise.all([e(d), f(d)])).then(() => g()).catch(() => h()); }",
    "5, 4",
  );
  check(
    "goes through nested callbacks, not through neighbours",
    "function a(done) { b(function (err) { if (err) return done(err); c(function (err) { d(done); }); }); e(1, function (err) { done(err); }); }",
    "4, 3",
  );
  check(
    "goes through named callbacks",
    "function a(done) { b(1, after); function after(err) { if (err) return done(err); c(2, last); } function last(err) { d(3, done); } }",
    "3, 3",
  );
  check(
    "knows callbacks that call themselves as a loop",
    "function a(ids, done) { next(null); function next(err) { if (err || !ids.length) return done(err); b(ids.pop(), next); } }",
    "1, 1 loop",
  );
  check(
    "goes through the tasks of a series",
    "function a(done) { async.series([(cb) => b(1, cb), (cb) => c(2, cb), function (cb) { d(3, cb); }], done); }",
    "3, 3",
  );
  check(
    "has one of the tasks that run together",
    "function a(done) { async.parallel([(cb) => b(1, cb), (cb) => c(2, cb)], function (err) { if (err) return done(err); d(done); }); }",
    "3, 2",
  );
  check(
    "knows which tasks of auto wait",
    "function a(done) { async.auto({ b: (cb) => b(1, cb), c: (cb) => c(2, cb), d: ['b', 'c', (r, cb) => d(3, cb)] }, done); }",
    "3, 2",
  );
  check(
    "knows a series over a list as a loop",
    "function a(ids, done) { async.eachSeries(ids, function (id, cb) { b(id, cb); }, done); }",
    "1, 1 loop",
  );
  check(
    "goes through tasks that are given by name",
    "function a(ids, done) { async.waterfall([b, this.c.bind(this)], function (err, d) { async.map(d, e, done); }); }",
    "3, 3",
  );
  check(
    "begins with all items at once where caolan's async does",
    "function a(ids, done) { async.each(ids, function (id, cb) { b(id, cb); }, done); }",
    "1, 1",
  );
  check(
    "knows a Bluebird list that is gone through one by one as a loop, and its links as a sequence",
    "function a(ids) { return b().map((c) => d(c)).tap(() => Promise.each(ids, (e) => f(e))).then(g); }",
    "3, 3 loop",
  );
  check(
    "does not take a handler that lets go of itself, or functions that go down a tree, for a loop",
    "async function a(socket, tree) { await new Promise((ok) => { const b = (c) => { socket.removeEventListener('x', b); ok(c); }; socket.addEventListener('x', b); }); function d(e) { e.all.forEach(d); } d(tree); }",
    "1, 1",
  );
  check(
    "has one of those that a generator yields together",
    "const co = require('co'); module.exports = co.wrap(function* () { yield [a(), b()]; const c = yield { d: d(), e: e() }; yield f(); });",
    "5, 3",
  );
  check(
    "has one of those of a list that a generator yields",
    "const co = require('co'); module.exports = co.wrap(function* (ids) { const b = yield ids.map((id) => a(id)); yield c(b); yield b.map(d); });",
    "3, 3",
  );
  check(
    "of a function that runs a generator is the generator's",
    "const co = require('co'); function a() { return co(function* () { yield b(); yield c(); }); }",
    "2, 2",
  );
  check(
    "knows forks that a generator joins",
    "const suspend = require('suspend'); const a = suspend(function* () { b(1, suspend.fork()); c(2, suspend.fork()); yield suspend.join(); yield d(3, suspend.resume()); });",
    "3, 2",
  );
  check("has each call of streamline", "function a(path, _) { var c = b(path, _); return d(c, _); }", "2, 2");
  check(
    "has each call of a fiber",
    "const fibrous = require('fibrous'); const a = fibrous(function () { b.sync.c(); d.sync.e(); });",
    "2, 2",
  );
  check(
    "goes through the operators of an observable",
    "import { switchMap, forkJoin } from 'rxjs'; function a() { return this.b.get().pipe(switchMap((c) => d(c)), switchMap((e) => forkJoin([f(e), g(e)]))); }",
    "4, 3",
  );
  check(
    "waits for the events of a stream before what its handlers do",
    "function a(b, c) { return new Promise((ok, nok) => { const d = e(b); d.on('end', () => { const f = g(c); f.on('close', ok).on('error', nok); }); }); }",
    "2, 2",
  );
  check(
    "waits for what a stream that no call made tells, once",
    "async function a(b) { await new Promise((ok) => { b.on('end', ok); b.on('close', ok); }); await c(); }",
    "2, 2",
  );
  check("is nothing where there is no I/O", "async function a() { return 1; }", "0, 0");
});

describe("what is only done where something failed is no part of the critical path, unless it is longer by itself:", () => {
  check(
    "behind a test of a callback's error",
    "function a(b, cb) { b.c(1, function (err) { if (err) return cb(err); b.d(2, function (err) { if (err) return b.e(function () { cb(err); }); cb(); }); }); }",
    "3, 2",
  );
  check(
    "in a function that is called there",
    "function a(b, cb) { function fail(err) { b.e(function () { cb(err); }); } b.c(1, function (err) { if (err) return fail(err); b.d(2, function (err) { if (err) return fail(err); cb(); }); }); }",
    "3, 2",
  );
  check(
    "behind a test of an error that was answered",
    "async function a(b) { const { error } = await b.c(); if (error) { await b.d(); await b.e(); await b.f(); throw error; } await b.g(); }",
    "5, 3",
  );
  check(
    "but not what is done where nothing failed",
    "async function a(b) { const { error } = await b.c(); if (!error) { await b.d(); await b.e(); } }",
    "3, 3",
  );
  check(
    "nor what is done where there are no errors",
    "async function a(b) { const errors = await b.c(); if (errors.length === 0) { await b.d(); } const err = await b.e(); if (err === null) await b.f(); }",
    "4, 4",
  );
  check(
    "as it is of an answer's error by another name, or the first of a list",
    "async function a(b) { const { error: unread } = await b.c(); if (unread) { await b.d(); await b.e(); return; } const [err] = await b.f(); if (err) { await b.g(); await b.h(); return; } }",
    "6, 2",
  );
  check(
    "but what the function is given is no failure, whatever its name is",
    "async function a(e, b) { const row = await b.find(e.id); if (e.isNew) { await b.insert(e); await b.log(e); } }",
    "3, 3",
  );
  check(
    "nor an error that it is there to tell of",
    "async function a(error, b) { await b.c(); if (error.isFatal) { await b.d(); await b.e(); } }",
    "3, 3",
  );
  for (const name of ["hasError", "onError", "ignoreError"])
    check(
      `nor \`${name}\`, which is an option or a finding`,
      `async function a(b, opts) { const { ${name} } = opts; await b.c(); if (${name}) { await b.d(); await b.e(); } }`,
      "3, 3",
    );
  check(
    "nor an option that was read",
    "async function a(b) { const { ignoreError } = await b.options(); if (ignoreError) { await b.d(); await b.e(); } }",
    "3, 3",
  );
  check(
    "nor an element of a list, or an event",
    "async function a(b) { const all = await b.c(); return Promise.all(all.map(async (e) => { if (e.isNew) { await b.d(e); await b.e(e); } })); }",
    "3, 3",
  );
  check(
    "nor what a handler of failure asks of its error, which is behind what failed as it was",
    "async function a(b) { await b.c(); try { await b.d(); } catch (err) { if (err.isKnown) { await b.e(); await b.f(); } } }",
    "4, 3",
  );
});

describe("steps of a callback function", () => {
  check(
    "come before what is called back when they are done",
    "function a(b, cb) { function next(done) { if (!b.left) return done(); b.c(function () { next(done); }); } next(function () { b.d(cb); }); }",
    "2, 2 loop",
  );
});

describe("code that nests deeply", () => {
  it("has a critical path that is at most all of its I/O calls", () => {
    const deep = `async function a() { await b(); ${"if (c) { ".repeat(3000)} await d(); ${"}".repeat(3000)} }`;
    const [found] = analyze(deep, "js").functions;
    if (found !== undefined) assert.ok(found.criticalPath.ioCalls <= found.ioCalls.length);
    const wide = `async function a() { await b(${"[".repeat(900)}c()${"]".repeat(900)}); }`;
    assert.ok(analyze(wide, "js").functions[0]!.criticalPath.ioCalls >= 1);
  });
});

import assert from "node:assert/strict";
import { analyze } from "../analyze.ts";
import type { Language } from "../model.ts";

/** `name: pattern` of each entry, with the runner. */
function patterns(text: string, language: Language = "js"): string[] {
  return analyze(text, language).functions.map(
    ({ name, pattern, runner }) => `${name}: ${pattern}${runner === undefined ? "" : ` ${runner}`}`,
  );
}

function check(what: string, text: string, expected: readonly string[], language: Language = "js"): void {
  it(what, () => assert.deepEqual(patterns(text, language), expected));
}

describe("async functions and generators", () => {
  check(
    "are found as declarations, arrows and methods",
    "async function a() {} const b = async () => 1; class C { async d() {} } const e = { async f() {} };",
    ["a: async-await", "b: async-await", "C.d: async-await", "e.f: async-await"],
  );
  check("are told from async generators", "async function* pages() { yield 1; } class A { async *b() {} }", [
    "pages: async-generator",
    "A.b: async-generator",
  ]);
  check(
    "do not include getters, setters and plain functions",
    "class A { get b() { return c().then(d); } set e(f) {} g() {} } const async = 1; async();",
    [],
  );
});

describe("handlers of HTTP that answer in a callback", () => {
  check(
    "call back by their answer, or by what goes on with an error",
    "app.get('/', function a(req, res) { res.render('a', {}, (err, html) => { if (err) throw err; res.status(200).send(html); }); }); function b(req, res, next) { db.find({ id: 1 }, (err, row) => { if (err) return next(err); res.json(row); }); }",
    ["a: callbacks", "b: callbacks"],
  );
  check(
    "call back by their answer behind a promise, and give the promise where they return it",
    "function a(req, res, next) { db.find(req.id).then((rows) => res.json(rows)).catch(next); } function b(req, res) { find().then((rows) => { res.json(rows); }, fail); } const c = (req, res, next) => db.find(req.id).then((rows) => res.json(rows)).catch(next);",
    ["a: callbacks", "b: callbacks", "c: promise-chain"],
  );
  check(
    "are none that answer at once, in a listener, or for a list's item",
    "function a(req, res) { res.render('a', {}); } function b(req, res) { req.on('error', (err) => res.end(err)); } function c(req, res) { rows.forEach((e) => res.send(e)); } function d(id, res) { db.get(id, (err, row) => res.push(row)); } function e(req, res) { return { f(err) { res.send(err); } }; }",
    [],
  );
});

describe("functions that hand on what runs an asynchronous function for them", () => {
  check(
    "are chains of promises where the same file has that, and it is async",
    "const a = (b) => cached(b, 60, async () => { await c(b); }); async function cached(d, e, f) { await g(d); return await f(); }",
    ["a: promise-chain", "(anonymous): async-await", "cached: async-await"],
  );
  check(
    "are so whatever that gives to the function, and are none where it is not async",
    "const a = (b) => each(b, async (c) => { await d(c); }); async function each(e, f) { for (const g of e) await f(g); } " +
      "const h = (i) => wrapped(i, async (j) => { await d(j); }); function wrapped(k, l) { return () => l(k); }",
    ["a: promise-chain", "(anonymous): async-await", "each: async-await", "(anonymous): async-await"],
  );
  check(
    "what runs an asynchronous function again when it fails, by its name",
    "const a = (b) => retry(async () => { await c(b); }); const d = (e) => get('/', async () => { await c(e); }); const f = (g) => throttle(async () => { await c(g); }, 100); const h = () => makeRetryable(async () => c());",
    [
      "a: promise-chain",
      "(anonymous): async-await",
      "get /: async-await",
      "(anonymous): async-await",
      "(anonymous): async-await",
    ],
  );
  check(
    "what runs it in its turn or within something, by the names of both",
    "class A { b(id) { return this.db.transaction(async (t) => { await t.get(id); }); } c(id) { return this.queue.add(async () => { await d(id); }); } e(id) { return this.tags.add(async () => { await d(id); }); } } const f = (id) => mutex.runExclusive(async () => { await d(id); }); const g = () => cache(async (id) => { await d(id); }); const h = (id) => withConnection(async (c) => { await c.get(id); }); const i = () => withAuth(async (c) => { await c.get(1); });",
    [
      ...["A.b: promise-chain", "(anonymous): async-await", "A.c: promise-chain", "(anonymous): async-await"],
      ...[
        "(anonymous): async-await",
        "f: promise-chain",
        "(anonymous): async-await",
        "(anonymous): async-await",
      ],
      ...["h: promise-chain", "(anonymous): async-await", "(anonymous): async-await"],
    ],
  );
  check(
    "a list that is reduced to one promise, and a promise that a member holds",
    "function a(b) { return b.reduce((c, d) => c.then(() => e(d)), Promise.resolve()); } function f(b) { return b.reduce((c, d) => c + d, 0); } class G { h(i) { this.last = this.last.then(() => i.j()); return this.last; } k(i) { this.last = i.then(() => 1); return this.all; } l(i) { this.#last = this.#last.then(() => i.j()); return this.#last; } }",
    ["a: promise-chain", "G.h: promise-chain", "G.l: promise-chain"],
  );
  check(
    "are none where nobody knows whether that waits",
    "function a(app) { return app.get('/b', async () => { await c(); }); } const d = () => vi.fn(async () => ({ e: true })); const f = () => atom(async () => g()); const h = () => tool('i', async () => { await j(); }); const k = () => l(async () => { await m(); }); function l(n) { return () => n(); }",
    [
      "get /b: async-await",
      "(anonymous): async-await",
      "(anonymous): async-await",
      "tool i: async-await",
      "(anonymous): async-await",
    ],
  );
  check(
    "what is there for what they were asked for, and answers with a value or waits for an operation of what the function is given",
    "const a = (b) => pMap(b, async (c) => { const d = await e(c); return d; }); const f = (g) => client.tx('one', async (t) => { await t.none(g); }); const h = (i) => pool.use(async (c) => { await c.query(i); });",
    [
      "a: promise-chain",
      "(anonymous): async-await",
      "f: promise-chain",
      "tx one: async-await",
      "h: promise-chain",
      "(anonymous): async-await",
    ],
  );
  check(
    "are none where that handles requests, or is made or kept, whatever it answers",
    "const a = (b) => app.get('/c', async (d) => { await d.e(b); return 1; }); const f = (g) => throttle(async (h) => h.i(g)); const j = (k) => app.use(async (l, next) => { await next(k); }); const m = (n) => n.addHook('o', async (p) => { await p.q(n); }); const r = (s) => Made(async (t) => await t.u(s));",
    ["get /c", "(anonymous)", "(anonymous)", "addHook o", "(anonymous)"].map(
      (name) => `${name}: async-await`,
    ),
  );
  check(
    "a promise which is given to a function that gives one, as far as that was read",
    "const fs = require('fs/promises'); const a = (b) => withTimeout(fs.readFile(b)); function withTimeout(c) { return Promise.race([c, d()]); } const e = (f) => shown(fs.readFile(f)); function shown(g) { return { g }; } async function h(i) { await j(i); } const k = (l) => timed(h(l), 100); const m = (n) => n(h(1));",
    ["a: promise-chain", "withTimeout: promise-chain", "h: async-await", "k: promise-chain"],
  );
  check(
    "what is asked of the object itself, where a method of it is asynchronous",
    "class A { async b(c) { return await c(); } d(e) { return this.b(async () => { await f(e); }); } g(h) { return this.i(async () => await f(h)); } i(j) { return [j]; } }",
    ["A.b: async-await", "A.d: promise-chain", "(anonymous): async-await", "(anonymous): async-await"],
  );
  check(
    "run one of their own at once, which is their body where nothing goes on with its promise",
    "function a(b) { return (async () => { await c(b); })(); } const d = (e) => (async function f() { await g(e); }).call(this); const h = (i) => (async () => { await c(i); })().then(j); const k = () => (async () => { await c(); }); const l = () => (() => 1)();",
    [
      ...["a: async-await", "d: async-await", "h: promise-chain"],
      ...["(anonymous): async-await", "(anonymous): async-await"],
    ],
  );
  check(
    "are none where the name means another function there",
    "const a = (run) => run(async () => { await b(); }); async function run(c) { await c(); } const d = () => e(async () => { await f(); }); function g() { async function e(h) { await h(); } return e; }",
    ["(anonymous): async-await", "run: async-await", "(anonymous): async-await", "e: async-await"],
  );
});

describe("generators with a runner", () => {
  check(
    "are known through co",
    "const co = require('co'); exports.a = co.wrap(function* () {}); const b = co.wrap(function* named() {});",
    ["a: generator co", "named: generator co"],
  );
  check(
    "are known through an import's name",
    "import run, { wrap } from 'co'; const a = wrap(function* () {}); run(function* b() {});",
    ["a: generator co", "b: generator co"],
  );
  check(
    "are what stands in a wrapper's call, not the function that returns the wrapper's value",
    "const co = require('co'); function a() { return co.wrap(function* () {}); } function b() { return co.wrap(function* () {})(); }",
    ["(anonymous): generator co", "b: generator co"],
  );
  check(
    "are Koa's middleware, which it drives with co",
    "module.exports = function* log(next) { yield next; }; app.use(function* (next) { yield* next; }); function* c(next) { yield next(); }",
    ["log: generator co", "(anonymous): generator co"],
  );
  check(
    "are what goes on with what comes back for a call, a list of calls or a promise that it yields",
    "exports.a = function* (id) { const b = yield c(id); yield b; }; function* d() { return yield [e(), f()]; } function* g() { if (yield this.h()) yield i(); } " +
      "function* j() { return (yield k()).rows; } class L { *m() { const { n } = yield { n: o(1) }; } } function* p() { const q = yield Promise.all(r); } function* s() { t(yield u()); }",
    [
      "a: generator co",
      "d: generator co",
      "g: generator co",
      "j: generator co",
      "L.m: generator co",
      "p: generator co",
      "s: generator co",
    ],
  );
  check(
    "are what yields a function that calls back",
    "function* a() { yield (done) => fs.stat(b, done); yield function (cb) { setImmediate(() => cb(null, 1)); }; }",
    ["a: generator co"],
  );
  check(
    "are no iterators: what they yield is plain, or nothing goes on with it",
    "function* a() { for (const b of c) yield d(b); } function* e() { yield 1; const f = yield g(); } function* h() { const i = yield; j(i); } function* k() { yield* l(); yield new Promise(m); } " +
      "function* n(o) { const p = yield o; } class Q { *[Symbol.iterator]() { const r = yield s(); } *t() { return u ? (yield v(), w) : 0; } } function* x() { const y = yield 'z'; }",
    [],
  );
  check(
    "are none that yield descriptions of effects, or get a function that resumes them",
    "import { call } from 'redux-saga/effects'; function* a() { const b = yield call(c); }",
    [],
  );
  check(
    "are none that get a function that resumes them",
    "function* a(b, resume) { const c = yield d(resume()); }",
    [],
  );
  check(
    "are known through a member taken of a module",
    "const coroutine = require('bluebird').coroutine; const a = coroutine(function* () {});",
    ["a: generator bluebird"],
  );
  check(
    "are known through a destructured and renamed member",
    "const { coroutine: c } = require('bluebird'); const a = c(function* () {});",
    ["a: generator bluebird"],
  );
  check(
    "are known through an alias of a global",
    "const Promise = require('bluebird'); const go = Promise.coroutine; const a = go(function* () {});",
    ["a: generator bluebird"],
  );
  check(
    "are known through Q",
    "const Q = require('q'); const a = Q.async(function* () {}); Q.spawn(function* b() {});",
    ["a: generator q", "b: generator q"],
  );
  check(
    "are known through the callback libraries",
    "var suspend = require('suspend'), genny = require('genny'), gens = require('gens'), galaxy = require('galaxy');" +
      "var a = suspend(function* () {}); var b = genny.fn(function* (resume) {}); var c = gens(function* () {}); var d = galaxy.unstar(function* () {});",
    ["a: generator suspend", "b: generator genny", "c: generator gens", "d: generator galaxy"],
  );
  check(
    "are one entry with a function that only returns their run",
    "const co = require('co'); function upload(a) { return co(function* () { yield b(a); }); }",
    ["upload: generator co"],
  );
  check(
    "are one entry with a function whose callback their run answers",
    "const co = require('co'), gens = require('gens'), Q = require('q'), suspend = require('suspend');" +
      "function a(done) { co(function* () { yield b(); }).then(() => done(null), done); }" +
      "function c(done) { gens(function* () { yield b(); })(function (err) { if (err) undo(); done(err); }); }" +
      "function d(done) { Q.spawn(function* () { try { yield b(); done(); } catch (err) { done(err); } }); }" +
      "function e(done) { if (!x) return done(new Error('x')); suspend.run(function* () { yield b(suspend.resume()); }, done); }",
    ["a: generator co", "c: generator gens", "d: generator q", "e: generator suspend"],
  );
  check(
    "are entries of their own where their run answers no callback of the function around it",
    "const co = require('co'); function a(done) { co(function* b() { yield c(); }); d((err) => done(err)); }",
    ["a: callbacks", "b: generator co"],
  );
  check(
    "are known when they are named to the runner",
    "const co = require('co'); function* upload() {} module.exports = co.wrap(upload);",
    ["upload: generator co"],
  );
  check(
    "are no entries without one",
    "function* numbers() { yield 1; } for (const n of numbers()) console.log(n);",
    [],
  );
});

describe("callbacks", () => {
  check(
    "are known by an error-first call",
    "function check(a, cb) { if (!a) return cb(new Error('no')); cb(null, a); }",
    ["check: callbacks"],
  );
  check(
    "are known by being handed on",
    "function read(path, callback) { fs.readFile(path, 'utf8', callback); }",
    ["read: callbacks"],
  );
  check(
    "are one entry with the anonymous and named functions that carry them on",
    "function a(x, done) { b(x, function (err, y) { if (err) return done(err); c(y, after); }); function after(err, z) { done(err, z); } }",
    ["a: callbacks"],
  );
  check(
    "may go by any name that is called with an error or null",
    "function a(answer) { b(function (err, x) { if (err) answer(err); else answer(null, x); }); }",
    ["a: callbacks"],
  );
  check(
    "are not what synchronous functions call",
    "function each(list, fn) { for (const x of list) fn(x); } function map(list, callback) { return list.map(callback); }" +
      "function walk(node, callback) { callback(node); node.children.forEach((c) => walk(c, callback)); }",
    [],
  );
  check(
    "are known in middleware only where it is asynchronous",
    "function plain(req, res, next) { req.a = 1; next(); }" +
      "function real(req, res, next) { db.get(1, function (err, a) { if (err) return next(err); next(); }); }",
    ["real: callbacks"],
  );
  check(
    "are not event handlers",
    "emitter.on('error', function (err) { console.log(err); }); emitter.on('x', (a, fn) => fn(a));",
    [],
  );
  check(
    "are known by what caolan's async gets, whatever lists have by that name",
    "const async = require('async'); function a(x, cb) { async.each(x, function (y, done) { b(y, done); }, cb); }" +
      "function c(x, cb) { async.map(x, d, cb); } function e(x, cb) { x.each(cb); }",
    ["a: callbacks", "c: callbacks"],
  );
  check(
    "are known in functions of caolan's async as part of the outer one",
    "function a(x, done) { async.waterfall([function (cb) { b(x, cb); }, function (y, cb) { c(y, cb); }], done); }",
    ["a: callbacks"],
  );
  check(
    "are known in a function nested in another as its own",
    "function a(done) { function b(x, cb) { c(x, cb); } b(1, done); }",
    ["a: callbacks", "b: callbacks"],
  );
  check(
    "are known where they are stored on the object, in prototypes and classes",
    "function Upload(a, done) { this.a = a; this.done = done; } Upload.prototype.afterPut = function (err, b) { if (err) return this.done(err); get(b, this.afterGet.bind(this)); };" +
      "Upload.prototype.commit = function (err) { tx.commit(this.done); }; class B { save(c) { put(c, this.callback); } plain() { return this.done; } start(c) { assert(this.callback); assert.ok(this.done); this.abort = () => c.abort(); } }",
    ["Upload.afterPut: callbacks", "Upload.commit: callbacks", "B.save: callbacks"],
  );
  check(
    "are not what only makes a callback of another",
    "function onError(cb) { return function (err) { cb(err); }; } function catcher(done, fn) { return (err) => { if (err) return done(err); fn(); }; } function once(cb) { return function (err, v) { cb(err, v); }; } function wrap(cb) { return cb ? (err, ok) => { if (err === null) { cb(null, ok); } else cb(err); } : () => {}; }",
    [],
  );
});

describe("promise chains", () => {
  check(
    "are known by what is returned",
    "function a() { return b().then(c); } const d = () => e().catch(f); function g() { return new Promise(h); } function i() { return Promise.all([]); }",
    ["a: promise-chain", "d: promise-chain", "g: promise-chain", "i: promise-chain"],
  );
  check(
    "are not what tells of a failure, or a member of a class",
    "function a() { return Debug.fail(b); } function c(d) { return d ? Effect.catch(e, f) : assert.fail(g); } function h() { return job.fail('late'); } function i() { return job.fail((j) => k(j)); }",
    ["i: promise-chain"],
  );
  check(
    "are known behind conditions",
    "function a(x) { return x ? b().then(c) : d; } function e(x) { return x && (f || g()).finally(h); }",
    ["a: promise-chain", "e: promise-chain"],
  );
  check(
    "are known by a variable or a deferred that is returned",
    "function a() { const p = new Promise(b); c(p); return p; } function d() { var e = Q.defer(); f(e); return e.promise; }",
    ["a: promise-chain", "d: promise-chain"],
  );
  check(
    "are known by the libraries' makers",
    "const when = require('when'), B = require('bluebird'); function a() { return when(b); } function c() { return B.map(d, e); } function f() { return Q.nfcall(g); }",
    ["a: promise-chain", "c: promise-chain", "f: promise-chain"],
  );
  check(
    "are not known by a method called fail of the same class",
    "class A { check(a) { if (!a.ok) return this.fail(a.name); return a; } fail(name) { throw new Error(name); } }",
    [],
  );
  check(
    "are not known by a lone Q, which minifiers call anything",
    "const Q = (a) => a * 2; class A { round(b) { return Q(b); } }",
    [],
  );
  check(
    "are known by a declared type",
    "class A { load(): Promise<B> { return this.c(); } other(): B { return this.c(); } }",
    ["A.load: promise-chain"],
    "ts",
  );
  check(
    "are known by it though there is a parameter that is called like a callback and gives a promise",
    "class A { run(context: B, next: () => Promise<void>): Promise<void> { const go = () => next(); return this.handle(context, go); } }",
    ["A.run: promise-chain"],
    "ts",
  );
  check(
    "are known by a documented type",
    "/** @returns {Promise<void>} */\nfunction a() { return b(); }\n/** @returns {void} */\nfunction c() { return d(); }",
    ["a: promise-chain"],
  );
  check(
    "do not include the functions given to them",
    "function a() { return b().then(function (c) { return d(c).then(e); }); }\nmain().then(() => f().then(g));",
    ["a: promise-chain"],
  );
});

describe("names that libraries have too", () => {
  check(
    "are the library's only where the file says so",
    "function a() { return q(b); } function toString() { return constructor(c); }",
    [],
  );
});

describe("the libraries of the patterns, as people write them", () => {
  check(
    "catcher-style error wrappers",
    "var catcher = require('./catcher'); function upload(s, done) { blob.put(s, catcher(done, function (id) { get(id, catcher(done, function (f) { done(null, f); })); })); }",
    ["upload: callbacks"],
  );
  check(
    "when, its lifted functions and its deferreds",
    "var when = require('when'), fn = require('when/node/function'), put = fn.lift(blob.put); function a(x) { return put(x).then(c).otherwise(d); } function e() { var d = when.defer(); f(function (g, x) { if (g) d.reject(g); else d.resolve(x); }); return d.promise; } function h(x) { return when(i(x), function (y) { return j(y); }); }",
    ["a: promise-chain", "e: promise-chain", "h: promise-chain"],
  );
  check(
    "the deferred library and jQuery's deferreds",
    "var deferred = require('deferred'); function a() { var def = deferred(); b(function () { def.resolve(1); }); return def.promise; } function c() { var dfd = $.Deferred(); $.get('x', function (y) { dfd.resolve(y); }); return dfd.promise(); }",
    ["a: promise-chain", "c: promise-chain"],
  );
  check(
    "Bluebird's promisified functions",
    "var P = require('bluebird'); P.promisifyAll(fs); function a() { return fs.readFileAsync('x').bind(this).spread(f).nodeify(cb); }",
    ["a: promise-chain"],
  );
  check(
    "thunks that co runs, Q.spawn, and spawn of task.js",
    "var thunkify = require('thunkify'), co = require('co'), Q = require('q'); var read = thunkify(fs.readFile); co(function* a() { yield read('a'); })(); Q.spawn(function* b() { yield c(); }); spawn(function* d() { yield $.ajax(url); });",
    ["a: generator co", "b: generator q", "d: generator spawn"],
  );
  check(
    "fibers and their futures",
    "var Fiber = require('fibers'), Future = require('fibers/future'); var a = function () { sleep(1).wait(); }.future(); Fiber(function b() { a().wait(); }).run();",
    ["a: fiber", "b: fiber"],
  );
  check(
    "Rx of its early years",
    "var Rx = require('rx'); function a(s) { return Rx.Observable.fromNodeCallback(put)(s).flatMap(function (x) { return get(x); }); }",
    ["a: observable"],
  );
  check(
    "emitters that a callback waits for, and streams that for await reads",
    "function read(path, callback) { var s = open(path), n = 0; s.on('data', function (c) { n += c.length; }); s.on('error', callback); s.on('end', function () { callback(null, n); }); } async function lines(input) { for await (const line of input) use(line); }",
    ["read: callbacks", "lines: async-await"],
  );
});

describe("the other patterns", () => {
  check(
    "thunks return a function of a callback",
    "function read(path) { return function (cb) { fs.readFile(path, cb); }; } function auth(o) { return function (req, res, next) { next(); }; }",
    ["read: thunk"],
  );
  check(
    "observables are piped or made by their library",
    "import { from } from 'rxjs'; function a() { return this.b.pipe(c()); } function d(e) { return from(e); }",
    ["a: observable", "d: observable"],
  );
  check("a stream's pipe is no observable", "function a() { return fs.createReadStream('b').pipe(c); }", [
    "a: event-emitter",
  ]);
  check(
    "emitters and streams are given back, and tell of their end later",
    "const EE = require('events'); function a(b) { const c = new EE(); b(() => c.emit('end')); return c; } class D { e() { b(() => this.emit('error', 1)); return this; } } function f(b) { const g = new PassThrough(); b.pipe(g); return g; } const h = () => new Readable({ read() {} }); function k(b) { const g = Stream.PassThrough(); b.then((c) => c.pipe(g)); return g; }",
    ["a: event-emitter", "D.e: event-emitter", "f: event-emitter", "h: event-emitter", "k: event-emitter"],
  );
  check(
    "emitters that tell of nothing later, or of no end, are plain values",
    "function a() { return new EventEmitter(); } function b() { const c = new EventEmitter(); c.emit('end'); return c; } function d() { const e = new EventEmitter(); setInterval(() => e.emit('tick')); return e; } function f(g) { g.on('end', () => h.emit('end')); return g; } function i() { const j = new PassThrough(); return j; }",
    [],
  );
  check(
    "fibers are given to their library",
    "const fibrous = require('fibrous'); const a = fibrous(function () { b.sync.c(); });",
    ["a: fiber"],
  );
  check(
    "generators that a compiler has written out as steps are what their runner makes of them",
    "const load = _asyncToGenerator(regeneratorRuntime.mark(function a(id) { return regeneratorRuntime.wrap(function a$(_context) { while (1) switch (_context.prev = _context.next) { case 0: _context.next = 2; return db.get(id); case 2: return _context.abrupt('return', _context.sent); case 'end': return _context.stop(); } }, a, this); }));" +
      "module.exports = _streamline.async(function* b(id, _2) { yield _streamline.await('b', 1, db, 'get', 1, null, false, [id, true]); }, 1, 2); const c = stamp.mark(function d(id) { return e(id); });",
    ["a: generator spawn", "b: generator streamline"],
  );
  it("generators written out as steps have the I/O calls that those give back", () => {
    const text =
      "module.exports = _streamline.async(regeneratorRuntime.mark(function a(id, _2) { return regeneratorRuntime.wrap(function a$(_context) { while (1) switch (_context.prev = _context.next) { case 0: _context.next = 2; return db.get(id); case 2: _context.t0 = _context.sent; _context.next = 5; return db.put(_context.t0); case 5: return _context.abrupt('return', _context.sent); case 'end': return _context.stop(); } }, a, this); }), 1, 2);";
    assert.deepEqual(
      analyze(text, "js").functions.map(({ ioCalls }) => ioCalls.map(({ expression }) => expression)),
      [["db.get", "db.put"]],
    );
  });
  check(
    "streamline hands `_` on",
    "function a(path, _) { return c(path, _); } function d(_) { return _.map(e); } function f(a, b, _) { return c(_); } const g = (_, x) => h(_);",
    ["a: streamline"],
  );
  check(
    "streamline's `_` is first or last, and handed on so, alone",
    "function a(_, path) { return d(_, path); } function e(_) { f(1, _); }" +
      "function g(options, _, server) { return h(options, _, server); } function i(_, cb) { j(_, cb); }" +
      "function k(_, l) { m(l, _, 1); } function n(_, o) { return typeof _ === 'object' ? p(_, o) : _; } function q(_) { return r(_) === s; }",
    ["a: streamline", "e: streamline", "i: callbacks"],
  );
});

describe("half-typed code", () => {
  check(
    "still shows the functions around the edit",
    "async function a() { await b( }\nasync function c() { await d(); }",
    ["a: async-await", "c: async-await"],
  );
  check(
    "shows the methods behind a brace that is missing",
    "class A {\n  async b() {\n    if (c) {\n  }\n  async d() {\n    e();\n  }\n}",
    ["A.b: async-await", "A.d: async-await"],
  );
  it("says once which bracket stands alone, by line and column", () => {
    assert.deepEqual(analyze("function a() {\n  b(;\n}\n", "js").problems, [
      { line: 2, column: 4, reason: "This ( is not closed." },
    ]);
    assert.deepEqual(analyze("a(\n  [1,\n", "js").problems, [
      { line: 1, column: 2, reason: "This ( is not closed." },
      { line: 2, column: 3, reason: "This [ is not closed." },
    ]);
    assert.deepEqual(analyze("a);", "js").problems, [
      { line: 1, column: 2, reason: "There is no bracket that this ) closes." },
    ]);
  });
  it("says which literal or comment never ends, by line", () => {
    assert.equal(analyze("let a = 1;\nlet b = 'c\nlet d;", "js").problems[0]?.line, 2);
    assert.equal(analyze("let a;\n\nlet b = `c\n", "js").problems[0]?.line, 3);
    assert.equal(analyze("/* a", "js").problems[0]?.line, 1);
  });
});

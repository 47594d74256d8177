import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { analyze } from "../analyze.ts";
import type { Language } from "../model.ts";

/** `expression kind` of each I/O call of the first entry. */
function calls(text: string, language: Language = "js"): string[] {
  return analyze(text, language).functions[0]!.ioCalls.map(({ expression, kind }) => `${expression} ${kind}`);
}

function check(what: string, text: string, expected: readonly string[], language: Language = "js"): void {
  it(what, () => assert.deepEqual(calls(text, language), expected));
}

const UPLOAD = [
  ...["blob.put", "self.byUuidOrPath().get", "Version.insert().execWithin", "self.createQuery().execWithin"],
  ...["FileVersion.insert().execWithin", "File.whereUpdate().execWithin", "tx.commit"],
];

describe("the I/O calls of the gallery's upload", () => {
  const VARIANTS = [
    "callbacks",
    "flattened-callbacks",
    "async-await",
    "promises",
    "bluebird-promises",
    "bluebird-coroutine",
    "co",
    "catcher",
    "neo-async-waterfall",
    "rx",
    "rxjs",
  ];
  for (const variant of VARIANTS) {
    it(`are the same seven call sites in ${variant}`, () => {
      const { functions } = analyze(readFileSync(`variants/${variant}.js`, "utf8"), "js");
      assert.equal(functions.length, 1);
      assert.equal(functions[0]!.name, "upload");
      assert.deepEqual(
        functions[0]!.ioCalls.map(({ expression }) => expression),
        UPLOAD,
      );
    });
  }

  it("are found in genny's way of writing it, with its resume functions", () => {
    const text = `var genny = require('genny');
module.exports = genny.fn(function* upload(resume, stream, idOrPath, tag) {
  var blob = blobManager.create(account), tx = db.begin();
  try {
    var blobId = yield blob.put(stream, resume());
    var file = yield self.byUuidOrPath(idOrPath).get(resume());
    yield Version.insert(version).execWithin(tx, resume());
    yield tx.commit(resume());
  } catch (e) { tx.rollback(); throw e; }
});`;
    assert.deepEqual(calls(text), [
      "blob.put callback",
      "self.byUuidOrPath().get callback",
      "Version.insert().execWithin callback",
      "tx.commit callback",
    ]);
  });
});

describe("I/O calls with promises", () => {
  check(
    "are what await and yield stand before",
    "async function a() { await b(); (await c.d()).e(); await (await f()).g(); h(); }",
    ["b promise", "c.d promise", "f promise", "(await f()).g promise"],
  );
  check(
    "are what a choice results in, not its condition",
    "async function a(b) { const c = await (b.isD() ? e(b) : f(b)); if (c) await Promise.all(b.map((g) => (g.isD() ? h(g) : i(g)))); return j(b) || k() ? l(c) : m(c); }",
    ["e promise", "f promise", "h promise", "i promise", "l promise", "m promise"],
  );
  check(
    "are the last of those between commas, and streams as they were",
    "async function a(b) { await (c('x'), d()); for await (const e of f(b ? 1 : 2)) h(); return i(), j(); }",
    ["d promise", "f stream", "j promise"],
  );
  check(
    "are the receivers of then and catch, once",
    "async function a() { b().then(c).catch(d); await e.f().catch(g); await h.then(i); }",
    ["b promise", "e.f promise"],
  );
  check(
    "are the arguments of Promise.all, not Promise.all",
    "async function a() { await Promise.all([b(), c ? d() : e.f()]); }",
    ["b promise", "d promise", "e.f promise"],
  );
  check(
    "are what a mapping function within Promise.all returns",
    "async function a(ids) { await Promise.all(ids.map((id) => b(id))); }",
    ["b promise"],
  );
  check(
    "are what an async function returns, unless it is clearly plain",
    "async function a(b) { if (b) return JSON.parse(b); if (!b) return c(b); return d.e(b); } function c() {}",
    ["d.e promise"],
  );
  check(
    "are not what goes into a list, a set or a map that the file makes, for each item of a list that is waited for",
    "const m = new Map(); async function a(ids, db) { const s = new Set(); const all = []; await Promise.all(ids.map(async (id) => m.set(id, await db.b(id)))); await Promise.all(ids.map(async (id) => s.add(await db.c(id)))); await Promise.all(ids.map(async (id) => all.push(await db.d(id)))); await Promise.all(ids.map(async (id) => cache.set(id, 1))); }",
    ["db.b promise", "db.c promise", "db.d promise", "cache.set promise"],
  );
  check(
    "are not what a promise is made of after it was looked at",
    "function a(id) { const hit = cache.get(id); if (hit) return Promise.resolve(hit); const b = c(id); return Promise.resolve(b); } function d(id) { const e = f(id); if (!e) throw g; return Promise.resolve(e).then(h); }",
    ["c promise"],
  );
  check(
    "are what a promise is made of that is one already, maybe",
    "function a(id) { const b = c(id); if (b instanceof Promise) d(); return Promise.resolve(b); }",
    ["c promise"],
  );
  check(
    "are the streams that Array.fromAsync goes through, and what it calls for each item",
    "async function a(ids) { const b = await Array.fromAsync(c.list()); const d = await Array.fromAsync(ids, (id) => e(id)); return Array.fromAsync(b, f); }",
    ["c.list stream", "e promise", "f promise"],
  );
  check(
    "are not what is read of a document that has been got",
    'async function a() { const doc = await b.doc("x").get(); if (c) return doc.get("name"); const client = await d(); return client.get("key"); }',
    ["b.doc().get promise", "d promise", "client.get promise"],
  );
  check(
    "are not promises of others that are settled from the beginning",
    "async function a(b) { if (b) return b.c.Promise.resolve(1); return b.pool.resolve(2); }",
    ["b.pool.resolve promise"],
  );
  check(
    "are not what only adds to what was constructed, again and again",
    "async function a(b) { if (b) return new Encoder().writeInt(1).writeText(b.c); if (!b) return new Query(b).where(1).first(); if (c) return new GitHub().getRepo(b).getContents(c); return new Api().load(); }",
    ["Query().where().first promise", "GitHub().getRepo().getContents promise", "Api().load promise"],
  );
  check(
    "are not plain methods of the same class, nor what returns them",
    "class A { async b() { return this.c(await d(), () => this.#e()); } c(f) { return this.g(f); } g(f) { return { f }; } async h() { return this.#e(1); } #e() { return [].map(d); } }",
    ["d promise"],
  );
  check(
    "are methods of the same class that hand on what others answer",
    "class A { async b() { return this.c(); } c() { return this.db.load(); } }",
    ["this.c promise"],
  );
  check("are inherited methods", "class A extends B { async c() { return this.d(); } }", ["this.d promise"]);
  check(
    "are functions of the same file that hand on what others answer",
    "async function a() { return b(); } function b() { return db.get(); }",
    ["b promise"],
  );
  check(
    "are not plain functions that return what they return themselves",
    "async function a() { return b(await c(), 3); } function b(d, e) { if (e) return b(d, e - 1); return d; }",
    ["c promise"],
  );
  it("are the same calls whichever of two functions that return one another is asked about first", () => {
    const functions =
      "function f(n) { if (n) return g(n - 1); return db.get(); } function g(n) { return f(n); }";
    const one = "async function one() { await b(); return f(1); }";
    const two = "async function two() { await b(); return g(1); }";
    for (const text of [`${one} ${two} ${functions}`, `${two} ${one} ${functions}`]) {
      const found = analyze(text, "js").functions.filter(({ name }) => name === "one" || name === "two");
      assert.deepEqual(
        found.map(({ ioCalls }) => ioCalls.length),
        [2, 2],
      );
    }
  });
  it("are found in steps that grow with the text alone, however functions return one another", () => {
    // Followed anew at each return, this would take more steps than there are atoms in the universe.
    const returns = (to: string): string =>
      Array.from({ length: 40 }, (_, at) => `if (n === ${at}) return ${to}(n);`).join(" ");
    const functions = Array.from(
      { length: 60 },
      (_, at) => `function f${at}(n) { ${returns(`f${at + 1}`)} }`,
    );
    assert.deepEqual(
      calls(
        `async function a(n) { await b(); return f0(n); } ${functions.join(" ")} function f60() { return 1; }`,
      ),
      ["b promise"],
    );
    const long = Array.from({ length: 20_000 }, (_, at) => `function g${at}() { return g${at + 1}(); }`);
    assert.equal(calls(`async function a() { await b(); return g0(); } ${long.join(" ")}`)[0], "b promise");
  });
  check(
    "are not schemas that parse what was awaited",
    "async function a(b) { if (b) return Forecast.safeParse(await c.read()); return Forecast.parse(await c.json()); }",
    ["c.read promise", "c.json promise"],
  );
  check(
    "are what links of a chain return",
    "function a() { return b().then(() => c()).then(function (d) { return e(d).f(); }).catch((g) => { h(); throw g; }); }",
    ["b promise", "c promise", "e().f promise"],
  );
  check(
    "leave out what is told of an error, and have what is given a handler of failures",
    "async function a(db) { const row = db.begin(); await db.insert(row); row.fail(new Error(1)); row.fail(err); const b = db.last(); b.fail(done); db.first().fail((e) => c(e)); }",
    ["db.insert promise", "db.last promise", "db.first promise"],
  );
  check("include local asynchronous functions", "async function a() { await b(); } async function b() {}", [
    "b promise",
  ]);
  check(
    "leave out those of nested functions that are kept for later",
    "async function a(b) { b.get('/x', async () => { await c(); }); b.on('y', async () => { await d(); }); const e = async () => { await f(); }; await g(e); }",
    ["g promise"],
  );
  check(
    "are those of nested functions that run where they stand",
    "async function a(ids) { await Promise.all(ids.map(async (id) => { await b(id); })); const all = ids.map(async (id) => c(id)); await Promise.any(all); await (async () => { await d(); })(); await e().then(async (f) => { await g(f); }); return new Promise(async (resolve) => { resolve(await h()); }); }",
    ["b promise", "c promise", "d promise", "e promise", "g promise", "h promise"],
  );
  check(
    "are those of nested functions in the stead of what runs them, unless that does I/O by its name or they do none",
    "async function a(b) { await retry(async () => { await c(); }); await b.transaction(async (d) => { await d.e(); }); await f(async () => g); }",
    ["c promise", "b.transaction promise", "d.e promise", "f promise"],
  );
  check(
    "are none of those that run later or elsewhere",
    'async function a(b) { await b.work("x", async (c) => { await d(c); }); await b.pSubscribe("x", async () => { await e(); }); }',
    ["b.work promise", "b.pSubscribe promise"],
  );
  check(
    "are those of nested functions that run for each item of a list, or handle nothing but what they do",
    "async function a(b, ids) { await b.forEach(ids).process(async (id) => { await c(id); }); await b.handle(async () => { await d(); }); await b.process(async (e) => { await f(e); }); }",
    ["c promise", "d promise", "b.process promise"],
  );
  check(
    "are calls of functions that are given by name, for each item",
    "async function a(ids) { await Promise.all(ids.map(b)); await Promise.all([...ids.map((e) => f(e))]); await Promise.all(ids.map(Number)); const all = ids.map(this.c); await Promise.all(all); return Promise.map(ids, d.e.bind(d)); }",
    ["b promise", "f promise", "this.c promise", "d.e promise"],
  );
  check(
    "get what resolves a promise as their callback",
    "async function a(b) { await new Promise((ok, nok) => { b.once('error', nok); b.listen(1, ok); }); await new Promise((r) => setTimeout(r, 9)); await new Promise((y, n) => { c(y, n); d(n); f((r) => r); }); }",
    ["b.listen callback", "c callback"],
  );
  check(
    "are not a hash that is given back",
    "async function a(b) { if (b) return createHash('sha1').update(await c()).digest(); return crypto.subtle.digest('sha1', b); }",
    ["c promise", "crypto.subtle.digest promise"],
  );
  check(
    "include callbacks within new Promise, but not it",
    "function a(p) { return new Promise((resolve, reject) => { fs.stat(p, (err, s) => (err ? reject(err) : resolve(s))); }); }",
    ["fs.stat callback"],
  );
  check(
    "do not include plain functions of functions",
    "async function a(b) { b.map((c) => c + 1); b.sort((c, d) => c - d); it('x', () => {}); }",
    [],
  );
  check("are streams in for await", "async function* a() { for await (const b of c.d()) yield b; }", [
    "c.d stream",
  ]);
  check(
    "are streams in for await, where no call gives them too",
    "async function a(b) { for await (const { c } of this.b) d(c); for await (const [e] of f) g(); for await (x of y.z) w(); }",
    ["this.b stream", "f stream", "y.z stream"],
  );
  check(
    "are what names hold that are waited for",
    "async function a(ids) { const b = c(), d = e(ids); let f; f = g(); const all = []; for (const id of ids) all.push(h(id)); const one = i(); await b; await d.x; await f; return Promise.all(all); }",
    ["c promise", "g promise", "h promise"],
  );
  check(
    "are found behind type arguments and assertions",
    "class A { async b(): Promise<C> { return (await this.d.get<C>('e'))!; } }",
    ["this.d.get promise"],
    "ts",
  );
  check(
    "are found in yielded lists",
    "module.exports = require('co').wrap(function* () { yield [a(), b()]; yield { c: d() }; });",
    ["a promise", "b promise", "d promise"],
  );
});

describe("I/O calls with callbacks", () => {
  check(
    "get a function literal, the callback itself, or a named continuation",
    "function a(done) { b(1, function (err) { c(2, after); }); function after(err) { d(3, done); } }",
    ["b callback", "c callback", "d callback"],
  );
  check(
    "are not calls of the callback or of continuations",
    "function a(done) { b(function (err) { if (err) return back(err); done(null); }); function back(e) { done(e); } }",
    ["b callback"],
  );
  check(
    "are not those that handle failures, timers and array functions",
    "function a(done) { s.on('error', done); setTimeout(done, 1); x.forEach(function (y) { done(null, y); }); b(done); }",
    ["b callback"],
  );
  check(
    "are not the functions of caolan's async",
    "function a(done) { async.series([(cb) => b(1, cb), (cb) => c(2, cb)], done); }",
    ["b callback", "c callback"],
  );
  check(
    "are those that caolan's async is given by name",
    "function a(ids, done) { async.series([this.b.bind(this), c, d], function () { async.eachLimit(ids, 9, e.f, done); }); function d(cb) { g(cb); } }",
    ["this.b callback", "c callback", "d callback", "e.f callback"],
  );
  check(
    "are those of tasks that caolan's async runs, whatever their callback is called",
    "const async = require('async'); function a(db, cb) { async.parallel({ b: (d) => db.b(1, d), c: function (d) { db.c(d); } }, cb); async.eachLimit([1], 2, (id, d) => db.e(id, d), cb); }",
    ["db.b callback", "db.c callback", "db.e callback"],
  );
  check(
    "are not caolan's async itself, whose promise is waited for",
    "const async = require('async'); async function a(tasks) { await async.parallel([(done) => b(done)]); return async.parallel(tasks); }",
    ["b callback", "async.parallel promise"],
  );
  check(
    "are not functions of events and elements that are called `e`",
    "async function a(b) { b.click((e) => c(e.x)); await d((e) => e.id); }",
    ["d promise"],
  );
  check(
    "get functions that resume a generator",
    "const suspend = require('suspend'); const a = suspend(function* () { b(1, suspend.fork()); c(2, suspend.fork()); yield suspend.join(); });",
    ["b callback", "c callback"],
  );
  check(
    "take callbacks that are made of callbacks",
    "function a(done) { b(1, once(done)); c(2, catcher(done, function (x) { d(x, done); })); e(this.after.bind(this)); }",
    ["b callback", "c callback", "d callback", "e callback"],
  );
  check(
    "are those that streamline's `_` is handed to",
    "function a(path, _) { var c = d(path, _); return e.f(c, _).g; }",
    ["d callback", "e.f callback"],
  );
});

describe("a function of the same file that calls back at once", () => {
  const load = "function a(id, cb) { db.load(id, (e, all) => { if (e) return cb(e); build(all, cb); }); } ";
  check(
    "is none",
    `${load} function build(all, done) { if (!all) return done(new Error("none")); done(null, all.map(String)); }`,
    ["db.load callback"],
  );
  check(
    "and what it calls back does I/O all the same",
    "function a(id, cb) { db.load(id, (e, all) => { build(all, (e, x) => { if (e) return cb(e); db.save(x, cb); }); }); } function build(all, cb) { cb(null, all); }",
    ["db.load callback", "db.save callback"],
  );
  check(
    "is one where it calls back later, or may",
    `${load} function build(all, cb) { all.each((one) => cb(null, one)); }`,
    ["db.load callback", "build callback"],
  );
  check(
    "or where it gives its callback away",
    `${load} function build(all, cb) { if (!all) cb(); else store(all, cb); }`,
    ["db.load callback", "build callback"],
  );
});

describe("I/O calls with callbacks that are given by their names", () => {
  const each = (text: string): string[] =>
    analyze(text, "js").functions.map(
      ({ name, ioCalls }) => `${name}: ${ioCalls.map((one) => one.expression).join(", ")}`,
    );

  it("are those of the function in which the name stands, whatever others have of that name", () => {
    assert.deepEqual(
      each(
        "function a(cb) { const done = () => { if (--n === 0) cb(); }; fs.stat(1, done); fs.open(2, done); } function b(cb) { function done(error) { cb(error); } fs.unlink(3, done); } function c(cb, done) { db.d(done); }",
      ),
      ["a: fs.stat, fs.open", "b: fs.unlink", "c: db.d"],
    );
  });
  check(
    "are none where the function is kept, made into another one, run at once, or told when to call back",
    "function a(cb) { function b() { cb(); } function c(done) { done(); cb(); } d.use(b); http.createServer(b); new D(b); o.attempt(b); d.add(c); d.run(c); const statcb = inflight(1, b); d.e(b); }",
    ["d.e callback"],
  );
  check(
    "are those of a method that is named as one of functions is, where that gets the callback alone",
    "function a(r, cb) { r.b((err) => { if (err) return cb(err); r.apply(cb); }); f.apply(this, cb); }",
    ["r.b callback", "r.apply callback"],
  );
});

describe("I/O calls whose promise is given back by a name", () => {
  check(
    "are those of what is known to give promises, unless its value is read",
    'const got = require("got"); async function f(url) { const page = got(url).text(); cache.set(url, page); if (a) return page; const b = toView(url); if (c) return b; const d = fetch(url); d.e = 1; if (g) return d; let h = cache.get(url); if (!h) { h = fs.promises.stat(url); } return h; }',
    ["got().text promise", "fs.promises.stat promise"],
  );
});

describe("what only runs the function that it is given", () => {
  check(
    "is none, be it a retrier, a limiter or a queue",
    "function f(a, cb) { o.attempt((n) => { db.a(a, (err) => { if (o.retry(err)) return; cb(err); }); }); withRetry({ times: 3 }, () => { db.b(cb); }); this.limiter.schedule(() => { db.c(cb); }); sem.take((leave) => { db.d((err) => { leave(); cb(err); }); }); this.queue.enqueue(() => db.e(cb)); }",
    ["db.a callback", "db.b callback", "db.c callback", "db.d callback", "db.e callback"],
  );
  const OPERATIONS = [
    ...[
      "this.queue.enqueue(a, () => cb())",
      "this.queue.take((messages) => cb(null, messages))",
      "socket.connect(1, () => cb())",
    ],
    ...[
      "a.attempt((err, b) => cb(err, b))",
      "stripe.retryPayment({ id: a }, () => { cb(); })",
      "queue.push({ id: a }, () => cb())",
    ],
    ...[
      "queue.retryJobs({ state: 1 }, () => cb())",
      "mailQueue.add({ id: a }, () => cb())",
      "bucket.lock({ id: a }, () => cb())",
    ],
    ...["this.queue.take((job) => cb(null, job))", "client.setRetries({ max: 3 }, () => cb())"],
  ];
  for (const text of OPERATIONS)
    check(
      `is none that is told of more, is given more, or is called as other things are: ${text}`,
      `function f(a, cb) { ${text}; }`,
      [`${text.slice(0, text.indexOf("("))} callback`],
    );
  check(
    "is none where the function gives the promise of another back",
    "async function f(a) { return promiseRetry((again, n) => { log(n); return db.get(a).then((b) => b.c); }); }",
    ["db.get promise"],
  );
});

describe("streams and emitters that are listened to", () => {
  check(
    "are I/O calls where a handler goes on, by what made them",
    "function a(b) { return new Promise((ok, nok) => { const c = fs.createReadStream(b); c.on('error', nok); c.on('end', () => ok(d)); }); }",
    ["fs.createReadStream stream"],
  );
  check(
    "are the calls before the links of the chain",
    "function a(b, done) { fs.createReadStream(b).setEncoding('utf8').on('data', c).on('error', done).on('end', () => done(null, d)); }",
    ["fs.createReadStream stream"],
  );
  check(
    "go by their names where no call made them, each once",
    "function a(b) { return new Promise((resolve) => { b.on('end', resolve); this.c.once('x', () => resolve(1)); b.on('close', resolve); }); }",
    ["b stream", "this.c stream"],
  );
  check(
    "belong to the call that hands them to its handler",
    "function a(b) { return new Promise((resolve, reject) => { http.get(b, (c) => { c.on('end', () => resolve(d)); }).on('error', reject); }); }",
    ["http.get callback"],
  );
  check(
    "are one with their streams",
    "function a(b) { return new Promise((resolve) => { const c = spawn(b); c.stdout.on('end', () => resolve(d)); c.on('exit', resolve); }); }",
    ["spawn stream"],
  );
  check(
    "count where a handler is a named function, or listens to the next",
    "function a(b, c) { return new Promise((resolve) => { b.on('end', next); function next() { c.write(1); c.on('finish', resolve); } }); }",
    ["b stream", "c stream"],
  );
  check(
    "are no I/O calls where only failures are handled, or nothing goes on, or the entry's own emitter is listened to",
    "async function a(b) { b.on('error', reject); b.on('data', (c) => d(c)); const e = new EventEmitter(); await new Promise((resolve) => e.on('x', resolve)); await f(b); }",
    ["f promise"],
  );
  check(
    "are what the emitter or stream comes from that is given back",
    "function a(b) { const c = new EventEmitter(); b(c, (d) => { d.on('end', () => c.emit('end')); }).on('error', e); return c; }",
    ["b callback"],
  );
  check(
    "are the sources of pipes that end in what is given back",
    "function a(b) { const c = new PassThrough(); fs.createReadStream(b).pipe(d()).pipe(c); return c; }",
    ["fs.createReadStream stream"],
  );
  check(
    "settle a deferred",
    "function a(b) { const d = Q.defer(); b.on('end', d.resolve); return d.promise; }",
    ["b stream"],
  );
});

describe("I/O calls of the other patterns", () => {
  check(
    "of fibers answer like plain ones",
    "const fibrous = require('fibrous'); const a = fibrous(function () { b.sync.put(1); c(); });",
    ["b.sync.put sync"],
  );
  check(
    "of observables are sources, not operators",
    "import { switchMap, map } from 'rxjs'; function a() { return this.http.get('b').pipe(switchMap((c) => d(c)), map((e) => e.f())); }",
    ["this.http.get stream", "d stream"],
  );
  check(
    "of a thunk are those of the function it returns",
    "function a(b) { return function (cb) { fs.readFile(b, cb); }; }",
    ["fs.readFile callback"],
  );
});

describe("I/O calls of the libraries", () => {
  check(
    "are Q's calls of functions with callbacks",
    "function a() { return Q.nfcall(fs.readFile, 'a').then(function (x) { return Q.ninvoke(db, 'put', x); }); }",
    ["Q.nfcall promise", "Q.ninvoke promise"],
  );
  check(
    "are not the links that bind, nor jQuery's way to a deferred's promise",
    "function a() { return b().bind(this).spread(c); }",
    ["b promise"],
  );
  check(
    "are before Bluebird's links, which go on with what they answer",
    "function a() { return b.c('d').map((e) => f(e).return(e), { concurrency: 5 }).tap((g) => h(g)).then((i) => i.length); }",
    ["b.c promise", "f promise", "h promise"],
  );
  check(
    "are not lists that are reduced from a promise on",
    "function a(b) { return Object.keys(b).reduce((c, d) => c.then(() => e(d)), Promise.resolve()).then(() => b.split(',').reduce((c, d) => c.then(() => f(d)), Q())); }",
    ["e promise", "f promise"],
  );
  check(
    "are methods of others that have the names of Bluebird's links",
    "async function a(b) { await b.return(); await this.mapSeries(b, c); await b.d().tap((e) => e).f(); await b.page().screen.tap(x, y); return b.chain(e).tap(g).save(); }",
    [
      "b.return promise",
      "this.mapSeries promise",
      "b.d().tap().f promise",
      "b.page().screen.tap promise",
      "b.chain().tap().save promise",
    ],
  );
  check(
    "settle a deferred",
    "function a() { var dfd = $.Deferred(); $.get('x', function (y) { dfd.resolve(y); }); return dfd.promise(); }",
    ["$.get callback"],
  );
  check(
    "are those that fibrous calls by a name of their own",
    "var fibrous = require('fibrous'); module.exports = fibrous(function () { var a = b.sync.put(1); c.sync(2); });",
    ["b.sync.put sync", "c.sync sync"],
  );
  check(
    "get callbacks that are stored on the object",
    "class A { b(err, c) { if (err) return this.done(err); d(c, this.e.bind(this)); f(c, this.done); } }",
    ["d callback", "f callback"],
  );
});

describe("I/O calls of objects that have their handlers as properties", () => {
  check(
    "are what made the object, once",
    "function a(b) { return new Promise((resolve, reject) => { const c = indexedDB.open(b); c.onupgradeneeded = () => c.result.d(); c.onsuccess = () => resolve(c.result); c.onloadend = function () { resolve(); }; c.onerror = () => reject(c.error); }); }",
    ["indexedDB.open stream"],
  );
  check(
    "are constructed, too, or given",
    "async function a(b) { await new Promise((r) => { const c = new Image(); c.onload = () => r(c); }); await new Promise((r, j) => { b.tx.oncomplete = () => r(); b.tx.onabort = () => j(); }); }",
    ["Image stream", "b.tx stream"],
  );
  check(
    "may settle a promise with no function between",
    "function a(b) { return new Promise((resolve, reject) => { const c = new FileReader(); c.onload = resolve; c.onerror = reject; c.d.onabort = resolve; b.e.onend = resolve; c.read(b); }); }",
    ["FileReader stream", "b.e stream"],
  );
});

describe("an I/O call", () => {
  it("has its range, and the position of its callee's last name", () => {
    const text = "async function a() {\n  await b\n    .c(1)\n    .d(2);\n}";
    const [call] = analyze(text, "js").functions[0]!.ioCalls;
    assert.equal(text.slice(call!.range.start, call!.range.end), "b\n    .c(1)\n    .d(2)");
    assert.equal(call!.expression, "b.c().d");
    assert.deepEqual(call!.position, { line: 4, column: 6 });
  });
});

describe("calls that are no I/O of their own", () => {
  check(
    "are the answers of a handler",
    "async function a(req, res) { const user = await b.find(req.id); return res.json(user); }",
    ["b.find promise"],
  );
  check(
    "are not all that is called on a name like a response's",
    "async function a(b) { const res = await c(b); return res.send(); }",
    ["c promise", "res.send promise"],
  );
  check(
    "read the body of what fetch has answered",
    "async function a(b) { const r = await fetch(b); return r.json(); }",
    ["fetch promise"],
  );
  check(
    "read the body of what others answer as fetch does",
    "import { request } from 'undici'; import get from 'node-fetch'; async function a(b) { const { body } = await request(b); if (c) await body.dump(); const d = await get(await body.text()); return d.json(); }",
    ["request promise", "get promise"],
  );
  check(
    "read the body of an object of S3",
    "async function a(s3) { const { Body } = await s3.send(new GetObjectCommand({})); return await Body.transformToString(); }",
    ["s3.send promise"],
  );
  check(
    "wait for time",
    "import { setTimeout as later } from 'node:timers/promises'; import delay from 'delay'; class A { async b() { await sleep(1); await later(1); await delay(1); await nap(1); await this.c(1); await wait(100); await d(); await new Promise((r) => setTimeout(r, 1)); for await (const e of setInterval(1)) f(e); return sleep(2); } async c(ms) { await sleep(ms); } } const nap = (ms) => new Promise((ok) => setTimeout(ok, ms));",
    ["d promise"],
  );
  check(
    "wait for time, but not those that only have a name like it, or do more",
    "async function a(job) { await wait(); await pause(job); await sleep(1); } async function sleep(ms) { await db.get(); return new Promise((r) => setTimeout(r, ms)); }",
    ["wait promise", "pause promise", "sleep promise"],
  );
  check("but not that of something else", "async function a(b) { return (await c(b)).json(); }", [
    "c promise",
    "(await c()).json promise",
  ]);
  check(
    "make a callback of a function, which another call gets",
    "function a(done) { const guard = b(done); c(1, guard(function (d) { e(d, guard(f)); })); function f() { done(null); } }",
    ["c callback", "e callback"],
  );

  it("are operations of databases in a list that is waited for, though lists have methods of these names", () => {
    assert.deepEqual(
      calls("async function f(db, ids) { await Promise.all(ids.map((id) => db.find(id))); }"),
      ["db.find promise"],
    );
    assert.deepEqual(
      calls("async function f(a, b) { await Promise.all([a.find(1), b.delete(2), pure(3)]); }"),
      ["a.find promise", "b.delete promise", "pure promise"],
    );
    assert.deepEqual(
      calls("async function f(xs, ys) { await Promise.all(xs.map((x) => ys.find((y) => y === x))); }"),
      [],
    );
    assert.deepEqual(calls("async function f(ids) { await Promise.all(ids.filter(isNew)); }"), []);
  });
});

describe("calls that stand only where their value is given back", () => {
  const given = (parameters: string, result: string): string =>
    `async function f(${parameters}) { const a = await db.get(); return ${result}; }`;
  const PLAIN: readonly (readonly [string, string])[] = [
    ["a, done", "done(null, a)"],
    ["a, cb", "cb(null, a)"],
    ["req, res, next", "next(new Error(a))"],
    ["next", "next()"],
    ["reply", "reply.code(200).send(a)"],
    ["c", "c.json(a)"],
    ["socket", "socket.send('x')"],
    ["", "a.toObject()"],
    ["", "toDto(a)"],
    ["", "this.mapper.toDto(a)"],
    ["", "expect(a).toBe(2)"],
    ["", "Some(a)"],
    ["", "isOpen(a)"],
    ["", "crypto.createHash('md5')"],
  ];
  for (const [parameters, result] of PLAIN)
    check(`are no I/O as ${result}`, given(parameters, result), ["db.get promise"]);

  const ANSWERS: readonly (readonly [string, string, string])[] = [
    ["ctx, next", "next()", "next"],
    ["callback", "callback(a)", "callback"],
    ["client", "client.send(a)", "client.send"],
    ["", "a.find().toArray()", "a.find().toArray"],
    ["", "expect(a).rejects.toThrow()", "expect().rejects.toThrow"],
    ["", "this.users.isBlocked(a)", "this.users.isBlocked"],
    ["", "parseBody(a)", "parseBody"],
    ["", "createUser(a)", "createUser"],
    ["res", "res.json()", "res.json"],
    ["api", "api.json(a)", "api.json"],
  ];
  for (const [parameters, result, expression] of ANSWERS)
    check(`may be I/O as ${result}`, given(parameters, result), ["db.get promise", `${expression} promise`]);

  check(
    "settle a promise",
    "async function f() { return new Promise(async (ok, fail) => { if (await a()) return ok(1); return fail(2); }); }",
    ["a promise"],
  );
  check(
    "are I/O by whatever name where the file tells so",
    "async function f(a) { return toDto(a); } async function toDto(a) { return await db.get(a); }",
    ["toDto promise"],
  );
  check(
    "are functions of the file that do no more than those",
    "async function f(a) { return show(await db.get(a)); } function show(a) { return a.toObject(); }",
    ["db.get promise"],
  );
  check(
    "ask what the file makes to answer at once, unless something else may stand there",
    "class A { #a = new Map(); b = new Map(); async f(c) { const d = new Set(); if (c) return this.#a.get(c); if (!c) return d.has(c) && this.b.get(c); return this.e.get(c); } g(b) { this.b = b ?? new Map(); } }",
    ["this.b.get promise", "this.e.get promise"],
  );
  check(
    "are not those of a module of the project that has the name of Node's",
    "import { load } from './util.js'; async function f(a) { return load(a); }",
    ["load promise"],
  );
});

describe("I/O calls of generators that are gone through", () => {
  check(
    "are not the values that they yield",
    "async function* f(rows) { for await (const row of rows) { yield JSON.stringify(row) + '\\n'; yield row.toUpperCase(); yield format(row); const a = transform(row); yield a; yield* row.items(); yield* row.encode(); yield* Object.keys(row); } }",
    ["rows stream", "row.items stream", "row.encode stream"],
  );
  check(
    "are those of clients, and of modules whose functions give promises",
    'const fs = require("fs/promises"); async function* f(m, k) { yield fs.stat(k); yield axios.get(k); yield redis.get(k); yield this.repo.list(k); yield m.get(k); }',
    ["fs.stat promise", "axios.get promise", "redis.get promise", "this.repo.list promise"],
  );
  check(
    "are what answers later by its name or by the file, and what is awaited",
    "async function* f(ids) { for (const id of ids) { yield load(id); yield b(id); yield await c(id); yield* d(id); } } async function b() {} async function* d() {}",
    ["load promise", "b promise", "c promise", "d stream"],
  );
  check(
    "are none of generators within, which nobody waits for",
    "async function f(rows) { function* g() { for (const row of rows) yield load(row); } return await save([...g()]); }",
    ["save promise"],
  );
  check(
    "are those of a list that is yielded to what drives the generator",
    "module.exports = require('co').wrap(function* (names) { yield names.map((n) => a(n)); const b = yield names.map(c); yield names.filter(d).map((e) => f(e)); });",
    ["a promise", "c promise", "f promise"],
  );
});

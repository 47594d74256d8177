import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { analyze } from "../analyze.ts";
import { calls, check } from "./fixtures/io-calls-of.ts";

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
    "are those of lists that are spread anywhere in what is waited for",
    "async function a(ids) { await Promise.all([this.b(), ...ids.map((id) => this.c(id)), ...ids.map((id) => d(id))]); }",
    ["this.b promise", "this.c promise", "d promise"],
  );
  check(
    "are not those of a list that is spread into the arguments of one of them",
    "async function a(ids) { await Promise.all([b(1, ...ids.map((id) => c.name(id)))]); }",
    ["b promise"],
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
    "are what new Promise resolves with at once, under any name, but for what is computed or called back",
    "function a(id) { return b ? new Promise((r) => r(db.get(id))) : new Promise(function (done) { done(this.c.load(id)); }).then(() => new Promise((ok) => ok(JSON.parse(id)))).then(() => new Promise((ok) => { d.on('e', () => ok(f.g(id))); })); }",
    ["db.get promise", "this.c.load promise", "d stream"],
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
    "module.exports = require('co').wrap(function* () { yield [a(), b(1, c.e())]; yield { c: d() }; });",
    ["a promise", "b promise", "d promise"],
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

describe("an I/O call", () => {
  it("has its range, and the position of its callee's last name", () => {
    const text = "async function a() {\n  await b\n    .c(1)\n    .d(2);\n}";
    const [call] = analyze(text, "js").functions[0]!.ioCalls;
    assert.equal(text.slice(call!.range.start, call!.range.end), "b\n    .c(1)\n    .d(2)");
    assert.equal(call!.expression, "b.c().d");
    assert.deepEqual(call!.position, { line: 4, column: 6 });
  });
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

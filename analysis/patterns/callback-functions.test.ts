import assert from "node:assert/strict";
import { analyze } from "../analyze.ts";

/** The names of the functions that have an entry as callback functions. */
function callbackFunctions(text: string): string[] {
  return analyze(text, "js").functions.flatMap(({ name, pattern }) =>
    pattern === "callbacks" ? [name] : [],
  );
}

describe("functions that call back", () => {
  it("may tell a failure by a text", () => {
    assert.deepEqual(
      callbackFunctions(
        "function a(fn) { if (!open) return fn('closed'); db.pop('jobs', (err, id) => { if (err) return fn(err); Job.get(id, fn); }); }",
      ),
      ["a"],
    );
  });

  it("may have it called in a later turn, with what stands behind it, by whatever name the file has for that", () => {
    assert.deepEqual(
      callbackFunctions(
        'const tick = typeof setImmediate === "function" ? setImmediate : process.nextTick; var later = process.nextTick.bind(process); exports.defer = global.setImmediate || queueMicrotask; ' +
          "function a(id, cb) { setImmediate(cb, null, id); } function b(id, done) { tick(done, null, id); } function c(id, cb) { later(cb); } function d(id, callback) { exports.defer(callback, undefined, id); } " +
          "function e(id, cb) { process.nextTick(cb, null, id); } const { hrtime, nextTick: soon } = process; function f(id, cb) { soon(cb, null, id); }" +
          " export const later = { nextTick: ask }; function g(id, cb) { ask(cb, null, id); }",
      ),
      ["a", "b", "c", "d", "e", "f"],
    );
  });

  it("may give it to a constructor that stores it, where its methods call it", () => {
    const upload =
      "function Upload(id, done) { this.id = id; this.done = done; } Upload.prototype.end = function (err) { if (err) return this.done(err); this.tx.commit(this.done); };";
    const idle =
      "function Job(id, done) { this.done = done; } Job.prototype.isIdle = function () { return !this.done; };";
    assert.deepEqual(
      callbackFunctions(
        `${upload} ${idle} function a(id, done) { new Upload(id, done).run(); } function b(id, done) { var one = new Upload(id, done); one.run(); }` +
          " function made(id, done) { return new Upload(id, done); } function c(id, done) { new Job(id, done).run(); } function d(id, fn) { new Upload(id, fn.length).run(); }",
      ),
      ["Upload.end", "a", "b"],
    );
  });

  it("may call it by its own methods, with an error first or with what they were called back with themselves", () => {
    assert.deepEqual(
      callbackFunctions(
        "function a(id, cb) { fs.read(id, function (err) { if (typeof cb === 'function') cb.apply(this, arguments); }); }" +
          " function b(id, cb) { db.get(id, (err, row) => { if (err) return cb.call(this, err); cb.call(this, null, row); }); }" +
          " function c(id, done) { db.get(id, (row) => done.apply(null, [null, row])); }" +
          " function d(id, cb) { return cb.apply(this, arguments); } function e(id, fn) { items.map((one) => fn.call(this, one)); }" +
          " function f(id, cb) { db.get(id, (row) => cb.bind(null, row)); }",
      ),
      ["a", "b", "c"],
    );
  });

  it("are none that have it called in a later turn with an error alone, or ask whether anything could do so", () => {
    assert.deepEqual(
      callbackFunctions(
        "const hasTick = typeof setImmediate; function a(id, cb) { if (id) return true; process.nextTick(cb, new Error('id')); return false; } function b(cb) { return hasTick === cb; }",
      ),
      [],
    );
  });

  it("make no I/O call of what calls back in a later turn", () => {
    const text =
      "const defer = setImmediate; function a(id, cb) { if (id < 0) return defer(() => cb(null, 0)); if (id === 0) return defer(cb); db.get(id, cb); }";
    assert.deepEqual(
      analyze(text, "js").functions[0]?.ioCalls.map(({ expression }) => expression),
      ["db.get"],
    );
  });

  it("are none for a text alone, or one before other values", () => {
    assert.deepEqual(
      callbackFunctions(
        "function each(names, fn) { fn('first'); } function tag(fn) { fn('a', 1); fn(err); } function say(cb) { cb('a'); load(cb); }",
      ),
      [],
    );
  });

  it("have a callback by whatever name that is given the error which a function in it got", () => {
    assert.deepEqual(
      callbackFunctions(
        "function a(when) { db.update((err) => { if (err) return when(err); self.save(when); }); } function b(when) { db.update((err) => { if (err) return when(err); when(); }); }",
      ),
      ["a", "b"],
    );
  });

  it("are none for an error that nobody got, or one that is only looked at", () => {
    assert.deepEqual(
      callbackFunctions(
        "function a(isFatal) { db.update((err) => { if (isFatal(err)) throw err; }); } function b(select) { select(err, 1); run(select); } function c(e, t) { g(function (e) { t(e); h(t); }); }",
      ),
      [],
    );
  });

  it("may only hand on a function that they are given, to a client's operation", () => {
    assert.deepEqual(
      callbackFunctions(
        "function a(key, fn) { client.zcard(key, fn); } exports.b = function (id, fn) { redis.client().lrange(id, 0, -1, fn); };",
      ),
      ["a", "b"],
    );
  });

  it("are none where a client keeps it, or it is given to anything else", () => {
    assert.deepEqual(
      callbackFunctions(
        "function a(name, fn) { client.registerHandler(name, fn); } function b(list, fn) { list.walk(1, fn); } function c(fn) { client.use('x', fn); } function d(name, fn) { this.client.tableBuilder(name, fn); }" +
          "function e(name, fn) { return db.task(name, fn); } function f(id, fn) { return db.upsert(id, fn); } function g(key, fn) { return client.memoize(key, fn); }",
      ),
      [],
    );
  });

  it("may look for their callback among their arguments, or have it called once", () => {
    assert.deepEqual(
      callbackFunctions(
        "function a(o, cb) { const callback = typeof o === 'function' ? o : cb; db.get(o, (err, x) => callback(err, x)); }" +
          "function b(path, cb) { const done = once(cb); fs.readFile(path, done); }" +
          "function c(o, cb) { const text = typeof o === 'function' ? o : cb; use(text); } function sort(o, cb) { const callback = typeof o === 'function' ? o : cb; return { callback }; } function d(emitter, callback) { const off = emitter.once('x', callback); }",
      ),
      ["a", "b"],
    );
  });

  it("may give their callback another name", () => {
    assert.deepEqual(
      callbackFunctions(
        "function a(query, cb) { var callback = cb || function () {}; db.find(query, function (err, rows) { callback(err, rows); }); }" +
          "function b(o, callback) { var done = callback; if (typeof o === 'function') done = o; db.get(o, done); }" +
          "function c(o, cb) { this.callback = cb; callback(o); } function d(o, cb) { const callback = cb(o); callback(o); } function e(o, cb) { var callback = cb; return o; }",
      ),
      ["a", "b"],
    );
  });

  it("may get their callback out of their arguments", () => {
    assert.deepEqual(
      callbackFunctions(
        "function a(o, cb) { const { options, callback } = sort(o, cb); db.get(options, (err, x) => callback(err, x)); } function sort(o, cb) { return { options: o, callback: cb }; }",
      ),
      ["a"],
    );
  });
});

import assert from "node:assert/strict";
import { analyze } from "../analyze.ts";
import { check } from "./fixtures/io-calls-of.ts";

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

import { check } from "./fixtures/io-calls-of.ts";

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

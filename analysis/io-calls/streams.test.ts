import { check } from "./fixtures/io-calls-of.ts";

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

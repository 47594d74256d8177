import assert from "node:assert/strict";
import { calls, check } from "./fixtures/io-calls-of.ts";

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
  check(
    "are none of packages that only compute",
    'import { merge } from "lodash-es"; import * as versions from "semver"; async function a() { return merge(await b(), versions.clean(await c())); }',
    ["b promise", "c promise"],
  );
  check(
    "are I/O calls of what only goes by the name of such a package",
    'import ms from "./lib/ms"; async function a(moment) { const b = await c(); return moment.isNew ? moment.save() : ms.send(b); }',
    ["c promise", "moment.save promise", "ms.send promise"],
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

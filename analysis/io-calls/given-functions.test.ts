import assert from "node:assert/strict";
import { keeps, keepsOrSends, setsState, subscribes } from "./given-functions.ts";
import { check } from "./fixtures/io-calls-of.ts";

describe("what operations do with the function that they are given", () => {
  for (const [name, is] of [
    ["use", keeps],
    ["registerCommand", keeps],
    ["onRequest", keeps],
    ["addHook", keeps],
    ["psubscribe", subscribes],
    ["consumeMessages", subscribes],
    ["setItems", setsState],
  ] as const)
    it(`is to keep it, and to run it neither now nor elsewhere by that name alone: ${name}`, () => {
      assert.ok(is(name));
      assert.ok(keepsOrSends(name));
    });

  it("may be something else by names that are no handler's alone", () => {
    for (const name of ["once", "watch", "process", "evaluate", "$$eval", "set"]) {
      assert.ok(keepsOrSends(name), name);
      assert.ok(![keeps, subscribes, setsState].some((is) => is(name)), name);
    }
    for (const name of ["map", "run", "retry", "transaction", "settle"]) assert.ok(!keepsOrSends(name), name);
  });
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

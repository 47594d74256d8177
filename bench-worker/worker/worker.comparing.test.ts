import assert from "node:assert/strict";
import { runWorker } from "./fixtures/run-worker.ts";

/** What a worker says of versions that are compared: each one's I/O calls, and how an operation answers. */
async function compared(expression: string, ...texts: readonly string[]): Promise<unknown[]> {
  const answers = await runWorker(
    texts.map(() => "fs-await.js"),
    { texts, purpose: "comparison" },
  );
  return answers.map((answer) => {
    if (answer.state !== "completed") return `${answer.state}: ${answer.reason}`;
    const { kind, why } = answer.fakes.find((fake) => fake.expression === expression) ?? {};
    return [answer.counters.ioCalls, kind, why];
  });
}

const AWAITED = `module.exports = async (pads, id) => {
  const pad = await pads.open(id);
  const first = await pad.getRevision(0);
  return [first, await pad.getRevision(1)];
};`;

describe("a worker that compares", () => {
  it("has an operation answer alike in all versions, where one waits for it and another hands it on", async () => {
    const handedOn = `module.exports = async (pads, id) => {
  const pad = await pads.open(id);
  const records = (function* () {
    for (const at of [0, 1]) yield ["pad:" + id, pad.getRevision(at)];
  })();
  const data = {};
  for (const [key, revision] of [...records]) data[key] = await revision;
  return data;
};`;
    const why = "it is I/O in what it is compared with";
    assert.deepEqual(await compared("pad.getRevision", AWAITED, handedOn), [
      [3, "promise", "its promise is used in line 3"],
      [3, "promise", why],
    ]);
    assert.deepEqual((await compared("pad.getRevision", handedOn, AWAITED))[0], [3, "promise", why]);
  });

  it("leaves one a plain value in a version whose text reads it as such, and another of that name alone", async () => {
    const read = `module.exports = async (pads, id) => {
  const pad = await pads.open(id);
  return [pad.getRevision(0).head, pad.getRevision(1).head];
};`;
    assert.deepEqual((await compared("pad.getRevision", AWAITED, read))[1], [
      1,
      "sync",
      "no wait for it is seen",
    ]);
    const other = `module.exports = async (pads, id, cache) => {
  const pad = await pads.open(id);
  return [pad, cache.getRevision(0)];
};`;
    assert.deepEqual((await compared("cache.getRevision", AWAITED, other))[1], [
      1,
      "sync",
      "no wait for it is seen",
    ]);
  });

  it("lets an operation answer so, too, where a version is loaded once more as it keeps what it got", async () => {
    const kept = `let known;
module.exports = async (pads) => {
  known ??= ["pad", pads.open(1)];
  const data = {};
  for (const [key, pad] of [known]) data[key] = await pad;
  return data;
};`;
    const waited = "module.exports = async (pads) => {\n  const pad = await pads.open(1);\n  return pad;\n};";
    const runs = await runWorker(["fs-await.js", "fs-await.js"], {
      texts: [waited, kept],
      purpose: "comparison",
      measure: "stack",
    });
    const modes = runs.map((run) =>
      run.state === "completed"
        ? run.stack!.sites.map(({ mode, layer, helper }) => `${mode} ${layer} ${helper}`)
        : run.reason,
    );
    assert.deepEqual(modes[1], modes[0]);
  });

  it("gives a stream as many items as the list has that another version takes in its place", async () => {
    const list = `module.exports = async (db, store) => {
  const rows = await db.query("all");
  for (const row of rows) await store.put(row);
};`;
    const stream = `module.exports = async (db, store) => {
  for await (const row of db.query("all")) await store.put(row);
};`;
    const events = `module.exports = async (db, store) => {
  const puts = [];
  await new Promise((done, fail) => {
    db.query("all").on("data", (row) => puts.push(store.put(row))).on("end", done).on("error", fail);
  });
  await Promise.all(puts);
};`;
    const calls = async (...texts: readonly string[]): Promise<unknown[]> =>
      (await compared("store.put", ...texts)).map((answer): unknown => (answer as unknown[])[0]);
    assert.deepEqual(await calls(list, stream), [3, 3]);
    assert.deepEqual(await calls(events, list), [3, 3]);
    assert.deepEqual(await calls(stream, events), [2, 2]);
    const given = (loop: string): string =>
      `module.exports = async (rows, store) => { ${loop} (const row of rows) await store.put(row); };`;
    assert.deepEqual(await calls(given("for"), given("for await")), [2, 3]);
  });

  it("has an operation be I/O in a version that keeps what it gives, or yields it to a runner, where another waits for it", async () => {
    const awaited = "module.exports = async (pad) => [await pad.getRevision(1), await pad.getRevision(2)];";
    for (const other of [
      "module.exports = async (pad) => ({ a: pad.getRevision(1), b: pad.getRevision(2) });",
      'const co = require("co");\nmodule.exports = co.wrap(function* (pad) { return yield [pad.getRevision(1), pad.getRevision(2)]; });',
    ]) {
      const [, found] = await compared("pad.getRevision", awaited, other);
      assert.deepEqual((found as unknown[]).slice(0, 2), [2, "promise"], other);
    }
  });

  it("gives a stream as many items as a list has that calls back or is made of it", async () => {
    const streamed = `module.exports = async (db, store) => {
  for await (const row of db.query("all")) await store.put(row);
};`;
    for (const list of [
      `module.exports = (db, store, done) => {
  db.query("all", (error, rows) => {
    if (error) return done(error);
    let left = rows.length;
    rows.forEach((row) => store.put(row, (failed) => {
      if (failed) return done(failed);
      if (--left === 0) done(null);
    }));
  });
};`,
      `module.exports = async (db, store) => {
  for (const row of await db.query("all").toArray()) await store.put(row);
};`,
    ]) {
      const calls = (await compared("store.put", list, streamed)).map((one) => (one as unknown[])[0]);
      assert.deepEqual(calls, [3, 3], list);
    }
  });

  it("gives both the same arguments: none that only one can do without, and the default that only one has", async () => {
    const calls = async (...texts: readonly string[]): Promise<unknown[]> =>
      (await compared("store.get", ...texts)).map((one) => (one as unknown[])[0]);
    const body = "{ await store.get(1); if (options.all) await store.get(options.all); }";
    assert.deepEqual(
      await calls(
        `module.exports = async (store, options = {}) => ${body};`,
        `module.exports = async (store, options) => ${body};`,
      ),
      [2, 2],
    );
    const loop = "for (let i = 0; i < limit; i++) await store.get(i);";
    assert.deepEqual(
      await calls(
        `module.exports = async (store, { limit = 3 }) => { ${loop} };`,
        `module.exports = async (store, { limit }) => { ${loop} };`,
        `module.exports = async (store, options) => { const limit = options.limit ?? 3; ${loop} };`,
      ),
      [3, 3, 3],
    );
  });

  it("says where what one has shown of a value does not fit with another", async () => {
    const runs = await runWorker(["fs-await.js", "fs-await.js"], {
      texts: [
        "module.exports = async (store, place) => { await store.put(new URL(place).host); };",
        "module.exports = async (store, place) => { await store.put(Buffer.concat([place]).length); };",
      ],
      purpose: "comparison",
    });
    const preparations = runs.flatMap((run) => (run.state === "completed" ? (run.preparations ?? []) : []));
    const unlike = { what: "values-unlike", names: ["place"] };
    assert.deepEqual(preparations, [unlike, unlike]);
  });

  it("knows the types of parameters that only the other file declares", async () => {
    const typed = `interface Options { kind: "row" | "list" }
export default async function read(store: any, options: Options) {
  if (options.kind !== "row") return null;
  return await store.get(1);
}`;
    const untyped = `export default async function read(store, options) {
  if (options.kind !== "row") return null;
  return await store.get(1);
}`;
    const runs = await runWorker(["copies.ts", "copies.ts"], {
      texts: [typed, untyped],
      purpose: "comparison",
    });
    assert.deepEqual(
      runs.map((run) => run.state === "completed" && [run.counters.ioCalls, run.preparations]),
      [
        [1, []],
        [1, []],
      ],
    );
  });
});

describe("lines that changed, in a worker that compares", () => {
  const changedLines = async (...texts: readonly string[]): Promise<unknown[]> => {
    const answers = await runWorker(
      texts.map(() => "fs-await.js"),
      { texts, purpose: "comparison" },
    );
    return answers.map((answer) => (answer.state === "completed" ? answer.counters.changedLines : answer));
  };
  const withRetry = (retries: string): string => `module.exports = async (db, id) => {
  try {
    return await db.get(id);
  } catch (error) {
    await db.reconnect(${retries});
    return null;
  }
};`;

  it("are told as such that ran and such that did not", async () => {
    assert.deepEqual(await changedLines(withRetry("3"), withRetry("5")), [
      { run: [], notRun: [5] },
      { run: [], notRun: [5] },
    ]);
    const first = 'module.exports = async (db) => {\n  await db.get("a");\n  return await db.get("b");\n};';
    const second = 'module.exports = async (db) => {\n  return await db.get("b");\n};';
    assert.deepEqual(await changedLines(first, second), [
      { run: [2], notRun: [] },
      { run: [], notRun: [] },
    ]);
  });

  it("are not told of the head of a function alone, nor of more than two versions", async () => {
    const [one, other] = ["id", "key"].map(
      (name) => `module.exports = async (db, ${name}) => {\n  return await db.get();\n};`,
    );
    assert.deepEqual(await changedLines(one!, other!), [undefined, undefined]);
    assert.deepEqual(await changedLines(withRetry("1"), withRetry("2"), withRetry("3")), [
      undefined,
      undefined,
      undefined,
    ]);
  });
});

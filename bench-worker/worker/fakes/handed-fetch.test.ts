import assert from "node:assert/strict";
import { runWorker } from "../fixtures/run-worker.ts";
import { callsFetchOfTheWeb, isHandedFetch } from "./handed-fetch.ts";

describe("a fetch that is handed in", () => {
  it("goes by that name, as a parameter or among what is handed in", () => {
    for (const name of [
      "fetch",
      "options.fetch",
      "deps.fetch",
      "event.fetch",
      "customFetch",
      "config.fetchImpl",
    ])
      assert.ok(isHandedFetch(name), name);
    for (const name of [
      "users.fetch",
      "repository.fetch",
      "cache.fetch",
      "fetchUsers",
      "prefetch",
      "fetch()",
    ])
      assert.ok(!isHandedFetch(name), name);
  });

  it("is the web's where its answer is read as a response, or its type says so", () => {
    for (const text of [
      "const users = await (await fetch(url)).json();",
      "return fetch(url).then((answer) => answer.text());",
      "constructor(url: string, fetch?: typeof globalThis.fetch) {}",
      "function ask(fetch: Fetch, url: string) {}",
    ])
      assert.ok(callsFetchOfTheWeb(text, [text]), text);
    for (const text of [
      "const user = cache.get(id) ?? (await fetch(id));",
      "const loaded = await fetch(); return loaded.json();",
      "const page = parse(await fetch(url)); return page.text();",
    ])
      assert.ok(!callsFetchOfTheWeb(text, [text]), text);
  });

  it("is none where only another function of the file reads a response", () => {
    const own = "async (fetch, cache) => { const page = await fetch('rows'); await cache.set(page.items); }";
    assert.ok(!callsFetchOfTheWeb(`${own}\nasync () => (await get(1)).json()`, [own]));
  });

  it("costs and answers what the global one does, whatever way it came in", async () => {
    const text = `exports.global = async function global(url) {
  const answer = await fetch(url);
  return await answer.json();
};
exports.option = async function option(url, { fetch }) {
  const answer = await fetch(url);
  return await answer.json();
};
exports.member = async function member(url, deps) {
  const answer = await deps.fetch(url);
  return await answer.json();
};
const ask = (fetcher, url) => fetcher(url);
exports.wrapped = async function wrapped(url, { fetch }) {
  const own = (...given) => fetch(...given);
  const answer = await ask(own, url);
  return await answer.json();
};`;
    const functionStarts = ["global", "option", "member", "wrapped"].map((name) =>
      text.indexOf(`async function ${name}`),
    );
    const files = functionStarts.map(() => "asks-the-web.js");
    const runs = await runWorker(files, { text, functionStarts, budget: 1, options: { concurrency: [1] } });
    const told = runs.map((run) => {
      if (run.state !== "completed") assert.fail(JSON.stringify(run));
      const { counters, fakes } = run;
      return [
        counters.ioCalls,
        counters.promises,
        fakes.map(({ expression, kind }) => `${expression} ${kind}`),
      ];
    });
    const [ofGlobal, option, member, wrapped] = told;
    assert.deepEqual(ofGlobal![2], ["fetch promise"]);
    assert.deepEqual([option, member], [ofGlobal, ofGlobal]);
    assert.deepEqual([wrapped![0], wrapped![2]], [ofGlobal![0], ofGlobal![2]]);
  });
});

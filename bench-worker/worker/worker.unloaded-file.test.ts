import assert from "node:assert/strict";
import { completed } from "./fixtures/run-worker.ts";

const told = async (text: string) => {
  const { counters, remarks, fakes, scenario } = await completed("reads-settings.js", {
    text: `const settings = require("./checks-environment.js");
const store = require("./store.js");
${text}`,
  });
  return {
    ioCalls: counters.ioCalls,
    codes: (remarks ?? []).map(({ code, severity }) => `${code} ${severity}`),
    texts: (remarks ?? []).map(({ text }) => text),
    calls: fakes.filter(({ kind }) => kind !== "sync").map(({ expression }) => expression),
    rules: (scenario?.values ?? []).flatMap(({ rule }) => rule ?? []),
  };
};

describe("A file of the project that does not load", () => {
  it("is made up, and the function stays in its module with all else that it imports", async () => {
    const { ioCalls, codes, texts, calls, rules } = await told(`const fs = require("node:fs/promises");
module.exports = async function list() {
  return await fs.readdir(settings.folder, { limit: store.limit });
};`);
    assert.deepEqual([ioCalls, codes, calls], [1, ["file-not-loaded caution"], ["fs.promises.readdir"]]);
    assert.match(
      texts[0]!,
      /checks-environment\.js of its project was made up, as it does not load: Error: "ASYNC_COST_NEVER_SET" is required\. What it exports are stand-ins\.$/,
    );
    assert.ok(rules.includes("unloaded-file"));
  });

  it("takes the verdict away where an I/O call is one of what it exports", async () => {
    const { codes } = await told(`module.exports = async function send(text) {
  return await settings.send(text);
};`);
    assert.deepEqual(codes, ["file-made-up decisive"]);
  });

  it("may be one that ends the process", async () => {
    const { ioCalls, texts } = await told(`const built = require("./exits-without-build.js");
const fs = require("node:fs/promises");
module.exports = async function list() {
  return await fs.readdir(store.folder, { limit: built.limit });
};`);
    assert.equal(ioCalls, 1);
    assert.match(texts.join(), /exits-without-build\.js of its project was made up, as it does not load: /);
  });
});

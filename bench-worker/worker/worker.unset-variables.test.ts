import assert from "node:assert/strict";
import { completed, runWorker } from "./fixtures/run-worker.ts";

const told = async (text: string) => {
  const { counters, remarks, scenario } = await completed("reads-environment.js", {
    text: `const fs = require("node:fs/promises");
${text}`,
  });
  return {
    ioCalls: counters.ioCalls,
    codes: (remarks ?? []).map(({ code, severity }) => `${code} ${severity}`),
    texts: (remarks ?? []).map((one) => one.text),
    variables: (scenario?.values ?? []).flatMap(({ what, text: is, rule }) =>
      rule === "variable" ? [`${what} ${is}`] : [],
    ),
  };
};

describe("A variable of the environment that nothing sets", () => {
  it("is given a text where its file does not load without it", async () => {
    const { ioCalls, codes, texts, variables } = await told(`
const { ASYNC_COST_KEY, ASYNC_COST_PORT, ASYNC_COST_HOST = "localhost" } = process.env;
if (!ASYNC_COST_KEY) throw new Error("ASYNC_COST_KEY is not set");
module.exports = async function list() {
  return await fs.readdir(ASYNC_COST_KEY + ASYNC_COST_HOST);
};`);
    assert.deepEqual([ioCalls, codes], [1, ["variables-made-up caution"]]);
    assert.deepEqual(variables, [
      'process.env.ASYNC_COST_KEY "ASYNC_COST_KEY"',
      'process.env.ASYNC_COST_PORT "3000"',
    ]);
    assert.match(
      texts[0]!,
      /nothing sets were given texts: ASYNC_COST_KEY, ASYNC_COST_PORT\. To give others/,
    );
  });

  it("is given one where a call fails without it, or its error is caught", async () => {
    for (const body of [
      `const key = process.env.ASYNC_COST_KEY.trim();
  return await fs.readdir(key);`,
      `try {
    if (!process.env.ASYNC_COST_KEY) throw new Error("no key");
    return await fs.readdir(process.env.ASYNC_COST_KEY);
  } catch (error) {
    return error.message;
  }`,
    ]) {
      const { ioCalls, codes } = await told(`module.exports = async function list() {
  ${body}
};`);
      assert.deepEqual([ioCalls, codes], [1, ["variables-made-up caution"]]);
    }
  });

  it("stays as it is where the function does without it, or the same error comes again", async () => {
    const optional = await told(`module.exports = async function list() {
  if (process.env.ASYNC_COST_FLAG) throw new Error("not yet");
  return await fs.readdir(process.env.ASYNC_COST_FOLDER || "here");
};`);
    assert.deepEqual([optional.ioCalls, optional.codes], [1, []]);
    const other = await told(`const settings = require("./checks-environment.js");
module.exports = async function list() {
  return await fs.readdir(settings.folder);
};`);
    assert.deepEqual([other.codes, other.variables], [["file-not-loaded caution"], []]);
  });

  it("stays as it is where the call fails by its text, as where that is no JSON", async () => {
    const text = `const fs = require("node:fs");
module.exports = async function list(folder) {
  const options = process.env.ASYNC_COST_KEYS ? JSON.parse(process.env.ASYNC_COST_KEYS) : {};
  for (;;) throw new Error("too late");
  return await fs.promises.readdir(folder, options);
};`;
    const [run] = await runWorker(["reads-environment.js"], { text });
    assert.ok(run?.state === "failed");
    assert.match(run.reason, /too late/);
  });
});

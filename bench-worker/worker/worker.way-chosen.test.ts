import assert from "node:assert/strict";
import { completed } from "./fixtures/run-worker.ts";

const LIST = "    return await fs.readdir(user.folder);";

const measured = async (body: string, parameters = "user", last = LIST) => {
  const { counters, remarks, scenario } = await completed("fs-await.js", {
    text: `const fs = require("node:fs/promises");
class Store {
  constructor({ config } = {}) {
    this.config = config;
  }
  async list(${parameters}) {
${body}
${last}
  }
}
module.exports = Store.prototype.list;
module.exports.Store = Store;`,
  });
  return {
    ioCalls: counters.ioCalls,
    codes: (remarks ?? []).map(({ code, severity }) => `${code} ${severity}`),
    texts: (remarks ?? []).map(({ text }) => text),
    learnt: (scenario?.values ?? []).flatMap(({ what, text, rule }) =>
      rule === "left-early" || rule === "not-entered" ? [`${what} is ${text}`] : [],
    ),
  };
};

describe("A call that would return before its I/O calls", () => {
  it("goes on, whoever holds what it asks", async () => {
    const { ioCalls, codes, texts, learnt } = await measured(
      "    if (this.config.isPaused) return [];\n    if (!user || user.isBlocked) return null;",
    );
    assert.deepEqual([ioCalls, codes], [1, ["way-chosen caution"]]);
    assert.deepEqual(learnt, ["options.config.isPaused is false", "user.isBlocked is false"]);
    assert.match(
      texts[0]!,
      /on other values: options\.config\.isPaused was taken to be false, user\.isBlocked was taken to be/,
    );
  });

  it("returns where it gives back what it asked for", async () => {
    for (const body of [
      "    if (user.names) return user.names;",
      "    const { names } = user;\n    if (names !== undefined) return names;",
    ]) {
      const { ioCalls, codes, learnt } = await measured(body);
      assert.deepEqual([ioCalls, codes, learnt], [0, ["without-io decisive"], []]);
    }
  });
});

describe("A call that would go past the branches with its I/O calls", () => {
  it("goes into them, the outermost first, and says by what", async () => {
    const { ioCalls, codes, texts, learnt } = await measured(
      "    if (user.kind === 'admin') {\n      if (!user.isKnown) await fs.readdir(user.folder);\n    }",
      "user",
      "    return user;",
    );
    assert.deepEqual([ioCalls, codes], [1, ["way-chosen caution"]]);
    assert.deepEqual(learnt, ['user.kind is "admin"', "user.isKnown is false"]);
    assert.match(
      texts[0]!,
      /no I\/O call on other values: user\.kind was taken to be "admin", user\.isKnown/,
    );
  });

  it("goes into those of functions that it hands on", async () => {
    const { ioCalls, learnt } = await measured(
      "    if (user.isNew === 1) await Promise.all([1, 2].map((at) => fs.readdir(`${user.folder}${at}`)));",
      "user",
      "    return user;",
    );
    assert.deepEqual([ioCalls, learnt], [2, ["user.isNew is 1"]]);
  });

  it("does not where nothing of what is asked is a stand-in", async () => {
    const { ioCalls, codes, learnt } = await measured(
      "    if (process.pid === 0) await fs.readdir(user.folder);",
      "user",
      "    return user;",
    );
    assert.deepEqual([ioCalls, codes, learnt], [0, ["without-io decisive"], []]);
  });
});

import assert from "node:assert/strict";
import { completed } from "./fixtures/run-worker.ts";

const measured = async (body: string) => {
  const { counters, remarks, scenario } = await completed("fs-await.js", {
    text: `const fs = require("node:fs/promises");
class Store {
  constructor({ config } = {}) {
    this.config = config;
  }
  async list(user) {
${body}
    return await fs.readdir(user.folder);
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
      rule === "left-early" ? [`${what} is ${text}`] : [],
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
      /^On other values it returns before its I\/O calls: options\.config\.isPaused was taken to be false, user\.isBlocked was taken to be/,
    );
  });

  it("goes past a test that no value is known to pass, and that decides", async () => {
    const { ioCalls, codes, texts } = await measured(
      "    const found = /^a-(\\d+)-b$/.exec(user.name);\n    if (!found) return [];\n    if (user.age < this.least(user) * 2) return null;",
    );
    assert.deepEqual([ioCalls, codes], [1, ["early-return decisive"]]);
    assert.match(texts[0]!, /returns before its I\/O calls: .*!found at line 8 was taken to be false/);
  });

  it("has what is found in vain made up where it is read behind such a test", async () => {
    for (const read of ["found[1]", "[, found] = found", "{ 0: found } = found"]) {
      const { ioCalls, codes, texts } = await measured(
        `    let found = /^a-(\\d+)-b$/.exec(user.name);\n    if (!found) return [];\n    ${read.includes("=") ? `(${read})` : `user.age = ${read}`};`,
      );
      assert.deepEqual([ioCalls, codes.includes("early-return decisive")], [1, true], read);
      assert.match(
        texts.join("\n"),
        /Line 9 reads a property of undefined or null; a stand-in was used there\./,
        read,
      );
    }
  });

  it("fails as the program does where what is read behind such a test cannot be made up", async () => {
    const { codes } = await measured(
      "    const found = /^a-(\\d+)-b$/.exec(user.name);\n    if (!found) return [];\n    for (const [one] of found) await fs.stat(one);",
    );
    assert.ok(codes.includes("without-io decisive") || codes.includes("early-return decisive"), codes.join());
  });

  it("returns where it gives back what it asked for", async () => {
    for (const body of [
      "    if (user.names) return user.names;",
      "    const { names } = user;\n    if (names !== undefined) return names;",
      "    if (user[1]) return user[1];",
    ]) {
      const { ioCalls, codes, learnt } = await measured(body);
      assert.deepEqual([ioCalls, codes, learnt], [0, ["without-io decisive"], []]);
    }
  });
});

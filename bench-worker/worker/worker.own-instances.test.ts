import assert from "node:assert/strict";
import { completed } from "./fixtures/run-worker.ts";

const CLASS = `const fs = require("node:fs/promises");
exports.Upload = class Upload {
  #isSent = false;
  constructor(rows) {
    this.rows = rows;
  }
  async send(file) {
    if (this.#isSent) throw new Error("It was sent already.");
    this.#isSent = true;
    await fs.writeFile(file, String(this.rows));
  }
  async count() {
    if (this.#isSent) throw new Error("It was sent already.");
    try {
      this.#isSent = true;
      return await this.rowsOf();
    } catch (error) {
      throw new Error("no count", { cause: error });
    }
  }
  async rowsOf() {
    if (this.rows === null) throw new Error("No rows");
    return this.rows;
  }
};`;

const told = async (method: string) => {
  const { counters, warnings, preparations } = await completed("upload.js", {
    text: CLASS,
    functionStart: CLASS.indexOf(`async ${method}`),
  });
  return { counters, warnings, preparations };
};

describe("An instance that a call uses up", () => {
  it("is another one for each call, which the result says with the line at which a second call fails", async () => {
    const { counters, warnings, preparations } = await told("send");
    assert.equal(counters.ioCalls, 1);
    assert.deepEqual(preparations, [{ what: "own-instances", usedUpAt: 8 }]);
    assert.ok(
      warnings.includes(
        "Each call got an instance of its own, which is part of the cost: a call uses it up, and the next one fails at line 8.",
      ),
    );
  });

  it("is so where the call only waits for methods of its own", async () => {
    const { counters, preparations } = await told("count");
    assert.equal(counters.ioCalls, 0);
    assert.deepEqual(preparations, [{ what: "own-instances", usedUpAt: 13 }]);
  });
});

import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { completed } from "./fixtures/run-worker.ts";

const MAIN = `const store = require("./store");
module.exports = async function run(id) {
  const row = await store.load(id);
  await fetch("/x");
  return row;
};`;

/** A file whose function goes through `lines` between two I/O calls, and takes whatever they throw for itself. */
const store = (lines: string): string => `const fs = require("fs/promises");
exports.load = async (id) => {
  try {
    const row = await fs.readFile(id);
    ${lines}
    await fs.writeFile(id, "");
  } catch { return null; }
};`;

describe("an error that another file of the project catches", () => {
  let folder: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), "async-cost-caught-")));
    writeFileSync(path.join(folder, "main.js"), MAIN);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const run = (lines: string) => {
    writeFileSync(path.join(folder, "store.js"), store(lines));
    return completed(path.join(folder, "main.js"), { budget: 1, options: { concurrency: [1] } });
  };

  it("is told with the I/O calls that it keeps the call from", async () => {
    const { warnings, counters } = await run('if (String(row) !== `${id.length}-`) throw new Error("odd");');
    assert.equal(counters.ioCalls, 2);
    assert.match(
      warnings.join("\n"),
      /store\.js caught an error at line 7 \(Error: odd\), so of its I\/O calls, fs\.writeFile at line 6 is no part of the numbers/,
    );
  });

  it("tells what made-up values it has to have", async () => {
    const { warnings, counters } = await run("Buffer.from(id.settings.secret);");
    assert.equal(counters.ioCalls, 3);
    assert.doesNotMatch(warnings.join("\n"), /caught an error/);
  });

  it("is nobody's business where no I/O call is kept from", async () => {
    const { warnings, counters } = await run('try { JSON.parse("{"); } catch {}');
    assert.equal(counters.ioCalls, 3);
    assert.doesNotMatch(warnings.join("\n"), /caught an error/);
  });
});

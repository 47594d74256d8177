import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { analyze } from "../../analysis/analyze.ts";
import { completed } from "./fixtures/run-worker.ts";
import { withImports } from "./with-imports.ts";

const file = fileURLToPath(new URL("fixtures/gives-view.js", import.meta.url));
const text = readFileSync(file, "utf8");

/** The I/O calls of each function, read for the one that starts at a place. */
async function ioCalls(functionStart: number, from = file): Promise<Record<string, number>> {
  const source = { id: "0", file: from, text, language: "js" as const, functionStart };
  const first = await withImports(source, analyze);
  // A process that follows reads no other file.
  const next = await withImports({ ...source, file: "/no/such/file.js" }, analyze, first.answers);
  const [one, other] = [first, next].map((read) =>
    read.analyze(text, "js").functions.map(({ name, ioCalls }) => [name, ioCalls.length]),
  );
  assert.deepEqual(one, other);
  return Object.fromEntries(one!) as Record<string, number>;
}

describe("a target's text, read with its imports", () => {
  const start = text.indexOf("async function view");

  it("has no I/O call where an imported function only computes", async () => {
    assert.deepEqual(await ioCalls(start), { view: 0, load: 1 });
  });

  it("is read as it is where what it imports is not there", async () => {
    assert.deepEqual(await ioCalls(start, path.join(path.dirname(file), "no-such-folder", "a.js")), {
      view: 1,
      load: 1,
    });
  });

  it("is measured within its module then", async () => {
    const { counters, warnings } = await completed("gives-view.js", { functionStart: start });
    assert.equal(counters.ioCalls, 0);
    assert.doesNotMatch(warnings.join(), /apart|no part of the numbers|without I\/O/);
  });
});

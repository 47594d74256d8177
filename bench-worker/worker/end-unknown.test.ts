import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { completed } from "./fixtures/run-worker.ts";

const text = readFileSync(new URL("fixtures/ends-unknown.js", import.meta.url), "utf8");

describe("A function that was asked for, though its text does not tell that it is asynchronous", () => {
  const measured = async (name: string): Promise<readonly unknown[]> => {
    const functionStart = text.indexOf(`function ${name}(`);
    const { counters, remarks = [] } = await completed("ends-unknown.js", { functionStart });
    return [counters.ioCalls, counters.criticalPath, remarks.map(({ code, severity }) => [code, severity])];
  };

  it("is said to end nobody knows when, where it returns while all its I/O calls are under way", async () => {
    assert.deepEqual(await measured("attempt"), [1, 0, [["end-unknown", "decisive"]]]);
  });

  it("ends when it calls back, where that is told by the callback's place", async () => {
    assert.deepEqual(await measured("whole"), [1, 1, []]);
  });
});

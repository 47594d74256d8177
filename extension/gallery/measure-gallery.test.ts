import assert from "node:assert/strict";
import path from "node:path";
import { BenchmarkQueue } from "../benchmark/benchmark-queue.ts";
import { measureTable, type GalleryRequest } from "./measure-gallery.ts";

describe("a table of the gallery in the editor", () => {
  const galleryFolder = path.join(import.meta.dirname, "../../variants");
  const request = {
    galleryFolder,
    workerFile: "/not/there/worker.cjs",
    nodePath: process.execPath,
    budgetMilliseconds: 1000,
  };

  it("waits for the benchmark under way, and begins nothing when it is cancelled meanwhile", async () => {
    const queue = new BenchmarkQueue();
    let end = (): void => undefined;
    const before = queue.run(["upload"], "it", () => new Promise<void>((resolve) => (end = resolve)));
    const controller = new AbortController();
    const steps: string[] = [];
    const inTurn: GalleryRequest["inTurn"] = (work) => {
      const ended = queue.run([], "it", work, controller.signal);
      steps.push("waits");
      controller.abort();
      return ended;
    };
    const made = await measureTable("performance", { ...request, inTurn }, (_table, { activity }) =>
      steps.push(activity),
    );
    assert.deepEqual(made, { kind: "not-begun" });
    assert.deepEqual(steps, ["waits"]);
    end();
    await before;
  });

  it("counts tokens where there is no runtime, while a benchmark is under way", async () => {
    const made = await measureTable(
      "complexity",
      {
        ...request,
        nodePath: "/not/there/node",
        inTurn: () => assert.fail("counting measures nothing"),
      },
      () => undefined,
    );
    assert.ok(made.kind === "measured" && made.table.table === "complexity" && made.table.rows.length > 0);
  });
});

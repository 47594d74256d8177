import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { BenchmarkQueue } from "./benchmark-queue.ts";

/** A benchmark that says when it begins, and ends one turn after it is cancelled or `end` is called. */
function work(log: string[], name: string) {
  let end = (): void => undefined;
  const run = async (signal: AbortSignal): Promise<string> => {
    if (signal.aborted) return `${name} never began`;
    log.push(`${name} begins`);
    const how = await new Promise<string>((resolve) => {
      end = () => resolve("ends");
      signal.addEventListener("abort", () => resolve("was cancelled"));
    });
    await turn();
    log.push(`${name} ${how}`);
    return name;
  };
  return { run, end: () => end() };
}

describe("the queue of benchmarks", () => {
  it("runs one at a time", async () => {
    const log: string[] = [];
    const queue = new BenchmarkQueue();
    const [a, b] = [work(log, "a"), work(log, "b")];
    const first = queue.run(["a"], "it", a.run);
    const second = queue.run(["b"], "it", b.run);
    await turn();
    assert.deepEqual(log, ["a begins"]);
    a.end();
    await first;
    await turn();
    b.end();
    assert.equal(await second, "b");
    assert.deepEqual(log, ["a begins", "a ends", "b begins", "b ends"]);
    assert.equal(queue.busy, false);
  });

  it("lets a second benchmark of a target take the place of the first, after that has ended", async () => {
    const log: string[] = [];
    const queue = new BenchmarkQueue();
    const [old, fresh] = [work(log, "old"), work(log, "new")];
    const first = queue.run(["a", "b"], "it", old.run);
    await turn();
    const second = queue.run(["b"], "it", fresh.run);
    await first;
    await turn();
    fresh.end();
    await second;
    assert.deepEqual(log, ["old begins", "old was cancelled", "new begins", "new ends"]);
  });

  it("takes back one that waits without waiting for its turn", async () => {
    const log: string[] = [];
    const queue = new BenchmarkQueue();
    const [a, b] = [work(log, "a"), work(log, "b")];
    const first = queue.run(["a"], "it", a.run);
    const controller = new AbortController();
    const second = queue.run(["b"], "it", b.run, controller.signal);
    controller.abort();
    assert.equal(await second, "b never began");
    a.end();
    assert.equal(await first, "a");
  });

  it("says which one waits, and for which, until that is cancelled or ends", async () => {
    const log: string[] = [];
    let changes = 0;
    const queue = new BenchmarkQueue(() => (changes += 1));
    const [a, b] = [work(log, "a"), work(log, "b")];
    const first = queue.run(["a"], "load", a.run);
    assert.equal(queue.waiting, undefined);
    assert.equal(queue.stageOf("a"), "measures");
    const second = queue.run(["b"], "save", b.run);
    assert.deepEqual(queue.waiting, { titles: ["save"], current: "load" });
    assert.equal(queue.stageOf("b"), "waits");
    assert.equal(changes, 2);
    await turn();
    await queue.cancelCurrent();
    assert.equal(await first, "a");
    await turn();
    assert.equal(queue.waiting, undefined);
    assert.deepEqual([queue.stageOf("a"), queue.stageOf("b")], [undefined, "measures"]);
    queue.cancel("b");
    assert.equal(await second, "b");
    assert.deepEqual(log, ["a begins", "a was cancelled", "b begins", "b was cancelled"]);
    assert.equal(changes, 5);
  });

  it("waits for the end of what it cancels", async () => {
    const log: string[] = [];
    const queue = new BenchmarkQueue();
    void queue.run(["a"], "it", work(log, "a").run);
    await turn();
    await queue.cancelAll();
    assert.deepEqual(log, ["a begins", "a was cancelled"]);
  });

  it("begins nothing more once it is closed", async () => {
    const log: string[] = [];
    const queue = new BenchmarkQueue();
    await queue.close();
    assert.equal(await queue.run(["a"], "it", work(log, "a").run), "a never began");
    assert.deepEqual(log, []);
  });

  it("goes on after a benchmark that throws", async () => {
    const log: string[] = [];
    const queue = new BenchmarkQueue();
    const a = work(log, "a");
    const failing = queue.run(["x"], "it", () => Promise.reject(new Error("broken")));
    const second = queue.run(["a"], "it", a.run);
    await assert.rejects(failing, /broken/);
    await turn();
    await turn();
    a.end();
    assert.equal(await second, "a");
  });
});

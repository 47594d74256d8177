import assert from "node:assert/strict";
import { median } from "simple-statistics";
import { completed, runWorker } from "./fixtures/run-worker.ts";

describe("a worker that measures memory", () => {
  it("weighs calls in flight, allocations and peaks, the same in every process", async () => {
    const options = { concurrency: [100, 200] };
    const [once, again] = [
      await completed("fs-await.js", { measure: "memory", options }),
      await completed("fs-await.js", { measure: "memory", options }),
    ].map(({ memory }) => memory!);
    const figures = (memory: NonNullable<typeof once>): number[] => [
      memory.bytesInFlightPerCall.at(-1)!,
      memory.bytesAllocatedPerCall!.at(-1)!,
      ...memory.series.map(({ peakBytes }) => peakBytes[0]!),
    ];
    assert.deepEqual(
      once!.series.map(({ n }) => n),
      [100, 200],
    );
    const [first, second] = [figures(once!), figures(again!)];
    for (const [index, bytes] of first.entries()) {
      assert.ok(bytes > 100, `${bytes}`);
      assert.ok(Math.abs(bytes / second[index]! - 1) < 0.03, `${bytes} and ${second[index]}`);
    }
  });

  it("weighs a function that leaves a timer behind which fails, and says that it does", async () => {
    const text =
      "module.exports = async function hold(db) {\n  await db.get(1);\n  setTimeout(() => { throw new Error('late'); }, 5000);\n};";
    const { memory, warnings } = await completed("fs-await.js", { measure: "memory", text });
    assert.ok(memory!.bytesInFlightPerCall.length > 0);
    assert.match(warnings.join(" "), /settled, an error escaped at line 3/);
  });

  it("takes nothing of the fake I/O itself for bytes that a call allocates", async () => {
    const allocated = async (ioCalls: number): Promise<number> => {
      const text = `const { stat } = require("fs");
        module.exports = function run(done) {
          let left = ${ioCalls};
          function next() { if (left-- === 0) done(null); else global.__asyncCostIo.call("stat", null, next); }
          stat("/", next);
        };`;
      const { memory } = await completed("fs-callback.js", {
        measure: "memory",
        text,
        functionStart: text.indexOf("function"),
      });
      return memory!.bytesAllocatedPerCall!.at(-1)!;
    };
    const bytesPerIoCall = ((await allocated(21)) - (await allocated(1))) / 20;
    assert.ok(Math.abs(bytesPerIoCall) < 4, `${bytesPerIoCall}`);
  });

  it("takes nothing of the clock's for what calls of many operations at a time still hold", async () => {
    const { memory } = await completed("fs-await.js", {
      text: `module.exports = async (store) => Promise.all([store.a(), store.b(), store.c()]);`,
      measure: "memory",
      options: { concurrency: [100] },
    });
    const held = memory!.bytesRetainedPerCall!.toSorted((a, b) => a - b);
    assert.ok(held[Math.floor(held.length / 2)]! < 16, held.join());
  });

  it("takes out of stand-ins what calls have put there, as a program's calls mostly get their own, and out of nothing else", async () => {
    const patches = `const { stat } = require("fs/promises");
module.exports = async (request, kept) => {
  const { end } = request;
  request.end = () => end();
  Object.defineProperty(request, "flush", { value: () => end() });
  await stat("a");
};`;
    const keeps = patches
      .replace("module.exports", "const all = [];\nmodule.exports")
      .replace("await", "all.push(request.end);\n  await");
    const answers = await runWorker(["fs-await.js", "fs-await.js"], {
      texts: [patches, keeps],
      measure: "memory",
    });
    const [chains, leaks] = answers.map((target) =>
      target.state === "completed"
        ? median([...target.memory!.bytesRetainedPerCall!])
        : assert.fail(target.reason),
    );
    assert.ok(Math.abs(chains!) < 16, String(chains));
    assert.ok(leaks! > 40, String(leaks));
  });

  it("tells calls that leak from calls that don't, and knows that nothing is in flight without I/O", async () => {
    // The first only comes to an end where it is answered with the JSON that was made up for it.
    const files = ["lists-days.js", "leaks.js", "fs-await.js", "no-io.js", "times-out.js", "backs-off.js"];
    const [, leaks, clean, idle, timesOut, backsOff] = (await runWorker(files, { measure: "memory" })).map(
      (target) => (target.state === "completed" ? target.memory! : assert.fail(target.reason)),
    );
    // 816 of the array that is kept, and its place in the list, which grows by leaps.
    const retained = (memory: NonNullable<typeof leaks>): number => median([...memory.bytesRetainedPerCall!]);
    assert.ok(leaks!.bytesRetainedPerCall!.length >= 3);
    assert.ok(retained(leaks!) > 800 && retained(leaks!) < 900, String(leaks!.bytesRetainedPerCall));
    // What timers wait in is the clock's.
    for (const one of [clean, timesOut, backsOff])
      assert.ok(Math.abs(retained(one!)) < 4, String(one!.bytesRetainedPerCall));
    assert.deepEqual(idle!.bytesInFlightPerCall, []);
    assert.ok(idle!.bytesAllocatedPerCall![0]! > 0);
  });
});

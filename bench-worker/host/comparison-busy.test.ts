import assert from "node:assert/strict";
import type { NotMeasured } from "../pair.ts";
import { completed, mockServices } from "./fixtures/mock-services.ts";
import { sequenceText } from "../verdict-words.ts";
import { WorkerFailure } from "./worker-failure.ts";
import { compare, comparison } from "./fixtures/compared.ts";

describe("a comparison on a busy machine", () => {
  it("lays it to the machine where that was too busy for a verdict", async () => {
    const services = mockServices((id, { request: { measure, processIndex } }) => {
      if (processIndex > 0 || measure !== "time")
        throw new WorkerFailure("starved", "The machine was too busy.", "Wait.");
      return completed(id, measure);
    });
    const { pairs, results } = await compare(comparison([["base", "head"]]), services);
    const { time, memory } = pairs[0]!;
    assert.ok(results.every(({ state }) => state === "completed"));
    for (const { verdict, cause, reason } of [time, memory, memory.allocated] as NotMeasured[]) {
      assert.deepEqual([verdict, cause], ["not-measured", "busy-machine"]);
      assert.match(reason, /^The machine was too busy\. There are not enough processes/);
    }
  });

  it("judges the I/O calls of one call where the machine was too busy to measure anything", async () => {
    const services = mockServices(() => assert.fail("nothing comes to its end"));
    const busy: typeof services = {
      ...services,
      runWorker: ({ request, onProgress }) => {
        for (const { id } of request.targets) {
          const run = completed(id, "time");
          assert.ok(run.state === "completed");
          const counters = { ...run.counters, ioCalls: 4, criticalPath: id === "base" ? 4 : 2 };
          const counted = { ...run, time: undefined, counters };
          onProgress({ fraction: 0, activity: "counted", counted });
        }
        return Promise.reject(new WorkerFailure("starved", "The machine was too busy.", "Wait."));
      },
    };
    const { pairs, results } = await compare(comparison([["base", "head"]]), busy);
    assert.deepEqual(pairs[0]!.criticalPath, { base: 4, head: 2 });
    assert.equal(sequenceText(pairs[0]!), "4 → 2");
    assert.equal(pairs[0]!.time.verdict, "not-measured");
    assert.ok(results.every(({ state, counters }) => state === "timed-out" && counters?.ioCalls === 4));
  });

  it("judges memory and stack traces where the machine was too busy for time", async () => {
    const services = mockServices((id, { request: { measure } }) => {
      if (measure === "time") throw new WorkerFailure("starved", "The machine was too busy.", "Wait.");
      return completed(id, measure);
    });
    const { time, memory, stackTraces } = (await compare(comparison([["base", "head"]]), services)).pairs[0]!;
    assert.ok(time.verdict === "not-measured" && time.cause === "busy-machine");
    assert.notEqual(memory.verdict, "not-measured");
    assert.ok(stackTraces.base !== null && stackTraces.head !== null);
  });

  it("does not lay it to the machine where one may loop for ever, and does where others took most of the time", async () => {
    const meanwhile = { waited: "starved", computedMilliseconds: 9_000 } as const;
    const endless = mockServices(() => {
      throw new WorkerFailure("starved", "The machine was too busy.", "Wait.", "", meanwhile);
    });
    const { time } = (await compare(comparison([["base", "head"]]), endless)).pairs[0]!;
    assert.ok(time.verdict === "not-measured" && time.cause === undefined);
    assert.match(time.reason, /as a loop that never ends does/);

    // Nothing was given up, and no number came of it.
    const services = mockServices((id, { request: { measure } }) => completed(id, measure, 0));
    const kept: typeof services = {
      ...services,
      runWorker: (job, signal) => {
        job.onKept?.(3_000);
        return services.runWorker(job, signal);
      },
    };
    const late = (await compare(comparison([["base", "head"]], { measures: ["time"] }), kept)).pairs[0]!.time;
    assert.ok(late.verdict === "not-measured");
    assert.equal(late.cause, "busy-machine");
  });
});

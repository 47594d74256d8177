import assert from "node:assert/strict";
import type { BenchmarkOptions } from "../benchmark-options.ts";
import { seededGauss } from "./fixtures/gauss.ts";
import { completed, mockServices, type Mock } from "./fixtures/mock-services.ts";
import { WorkerFailure } from "./worker-failure.ts";
import { compare, comparison } from "./fixtures/compared.ts";

describe("processes of a comparison that run at the same time", () => {
  it("runs two processes at once, one of either order, where there are two processors and nothing waits in earnest", async () => {
    const ran = async (options: Partial<BenchmarkOptions>, processors: number): Promise<Mock> => {
      const gauss = seededGauss(3);
      const answer = (id: string): ReturnType<typeof completed> =>
        completed(id, "time", 1000 * Math.exp(0.05 * gauss()));
      const services = mockServices(answer, 200, processors);
      await compare(comparison([["base", "head"]], { measures: ["time"], ...options }), services);
      return services;
    };
    const [one, two] = [await ran({}, 1), await ran({}, 2)];
    const indexes = two.jobs.map(({ request }) => request.processIndex);
    assert.deepEqual(indexes, [...indexes.keys()]);
    assert.ok(two.jobs.length >= 2 * one.jobs.length - 2, `${two.jobs.length}, ${one.jobs.length}`);
    assert.ok(two.now() <= 5000);
    for (const apart of [{ clock: "real" as const }, { concurrency: [100, 1_000_000] }])
      assert.equal((await ran(apart, 2)).jobs.length, one.jobs.length);
  });

  it("runs processes of time beside those of memory, where two may run at once", async () => {
    const gauss = seededGauss(3);
    const order = async (processors: number, noise: number): Promise<string> => {
      const services = mockServices(
        (id, { request: { measure } }) => completed(id, measure, 1000 * Math.exp(noise * gauss())),
        450,
        processors,
      );
      const { pairs } = await compare(comparison([["base", "head"]]), services);
      assert.equal(pairs[0]!.memory.verdict, "no-difference");
      const { time } = pairs[0]!;
      const timed = services.jobs.filter(({ request }) => request.measure === "time");
      assert.ok(time.verdict !== "not-measured" && time.processes === timed.length, JSON.stringify(time));
      return services.jobs.map(({ request }) => request.measure[0]).join("");
    };
    assert.match(await order(2, 0.05), /^tttt(?:mt+)+st*$/);
    assert.match(await order(1, 0.05), /^t+m+st*$/);
    // Nothing is timed beside them once it is clear.
    assert.match(await order(2, 0), /^ttttm+s$/);
  });

  it("keeps what ends well beside a process that fails, and tells of what fails beside another without ending anybody", async () => {
    const gauss = seededGauss(3);
    const run = async (failing: (measure: string, processIndex: number) => boolean, milliseconds = 450) => {
      const services = mockServices(
        (id, { request: { measure, processIndex } }) => {
          if (failing(measure, processIndex)) throw new WorkerFailure("crashed", "It crashed.", "…");
          return completed(id, measure, 1000 * Math.exp(0.05 * gauss()));
        },
        milliseconds,
        2,
      );
      const { results, pairs } = await compare(comparison([["base", "head"]]), services);
      const { time } = pairs[0]!;
      assert.ok(time.verdict !== "not-measured");
      const states = results.map(({ state }) => state);
      return { states, processes: time.processes, services, warnings: pairs[0]!.warnings };
    };
    const timesOf = ({ jobs }: Mock): Mock["jobs"] =>
      jobs.filter(({ request }) => request.measure === "time");
    const failed = await run((measure) => measure === "memory");
    assert.deepEqual(failed.states, ["failed", "failed"]);
    assert.ok(failed.processes > 4 && failed.processes === timesOf(failed.services).length);
    // Nothing runs beside one that is tried alone.
    assert.ok(timesOf(failed.services).every(({ request }) => request.targets.length === 2));
    const once = await run((measure, processIndex) => measure === "time" && processIndex === 4);
    assert.deepEqual(once.states, ["completed", "completed"]);
    assert.equal(once.processes, timesOf(once.services).length - 1);
    assert.deepEqual(once.warnings, []);
    const later = (measure: string, processIndex: number): boolean => measure === "time" && processIndex >= 4;
    assert.deepEqual((await run(later)).states, ["failed", "failed"]);
    const last = await run(later, 1500);
    assert.match(last.warnings.join("\n"), /A process of time failed, .* It crashed\. …/);
    assert.deepEqual([last.states, last.processes], [["completed", "completed"], 4]);
  });

  it("tries each alone where processes fail again and again, and goes on without who fails then", async () => {
    const services = mockServices(
      (id, { request: { processIndex, measure } }) => {
        if (id === "head" && processIndex > 0) throw new WorkerFailure("crashed", "It crashed.", "Look.");
        return completed(id, measure);
      },
      200,
      2,
    );
    const { results } = await compare(comparison([["base", "head"]], { measures: ["time"] }), services);
    assert.deepEqual(
      results.map(({ state }) => state),
      ["completed", "failed"],
    );
    // The first failure stood beside a process that ended well.
    const alone = services.jobs.slice(4, 6).map(({ request }) => request.targets.map(({ id }) => id).join());
    assert.deepEqual(alone, ["base", "head"]);
  });

  it("puts the failure of one of two processes at once down to chance while the other ends well", async () => {
    const services = mockServices(
      (id, { request: { processIndex, measure } }) => {
        if (processIndex === 3)
          throw new WorkerFailure("crashed", "There was no memory.", "Close something.");
        return completed(id, measure);
      },
      200,
      2,
    );
    const { results, pairs } = await compare(
      comparison([["base", "head"]], { measures: ["time"] }),
      services,
    );
    assert.deepEqual(
      results.map(({ state, warnings }) => [state, warnings.some((one) => one.includes("apart"))]),
      [
        ["completed", false],
        ["completed", false],
      ],
    );
    assert.equal(pairs[0]!.time.verdict, "no-difference");
    assert.ok(services.jobs.every(({ request }) => request.targets.length === 2));
  });
});

import assert from "node:assert/strict";
import { seededGauss } from "./fixtures/gauss.ts";
import { completed, mockServices } from "./fixtures/mock-services.ts";
import { WorkerFailure } from "./worker-failure.ts";
import { compare, comparison } from "./fixtures/compared.ts";

describe("a comparison of targets that do not all share a process", () => {
  it("draws no verdict from targets that cannot share a process", async () => {
    const services = mockServices((id, { request: { measure, targets } }) => {
      if (targets.length > 1) throw new WorkerFailure("crashed", "It crashed.", "Look.");
      return completed(id, measure);
    });
    const { pairs } = await compare(comparison([["base", "head"]], { measures: ["time"] }), services);
    assert.equal(pairs[0]!.time.verdict, "not-measured");
    assert.match(pairs[0]!.warnings.join(), /Measured apart/);
  });

  it("sets only those apart that do not get on with the first, and judges the others", async () => {
    const gauss = seededGauss(5);
    const services = mockServices((id, { request: { measure, targets } }) => {
      if (targets.length > 1 && targets.some((one) => one.id === "alien")) {
        throw new WorkerFailure("timed-out", "There was no answer.", "Look.");
      }
      return completed(id, measure, (id === "slow" ? 1200 : 1000) * Math.exp(0.001 * gauss()));
    });
    const { pairs } = await compare(
      comparison([["base", "alien", "slow", "same"]], { measures: ["time"], budgetMilliseconds: 8000 }),
      services,
    );
    assert.deepEqual(
      pairs.map(({ time }) => time.verdict),
      ["not-measured", "slower", "no-difference"],
    );
    assert.match(pairs[0]!.time.reason, /fail together in one process/);
    assert.match(pairs[0]!.warnings.join(), /Measured apart from the others/);
    assert.deepEqual([pairs[1]!.warnings, pairs[2]!.warnings], [[], []]);
  });

  it("loads each first as often as second, also where some have processes of their own", async () => {
    // What is loaded second takes 1.5 % longer; without both orders that would be a verdict.
    const gauss = seededGauss(11);
    const services = mockServices((id, { request: { measure, targets, processIndex } }) => {
      if (targets.length > 1 && targets.some((one) => one.id === "alien")) {
        throw new WorkerFailure("timed-out", "There was no answer.", "Look.");
      }
      const isSecond = targets.length > 1 && (processIndex % 2 === 0) === (id === "same");
      return completed(id, measure, (isSecond ? 1015 : 1000) * Math.exp(0.0003 * gauss()));
    });
    const { pairs } = await compare(
      comparison([["base", "alien", "same"]], { measures: ["time"], budgetMilliseconds: 8000 }),
      services,
    );
    assert.equal(pairs[1]!.time.verdict, "no-difference");
    const together = services.jobs.filter(
      ({ request }) => request.targets.map(({ id }) => id).join() === "base,same",
    );
    const orders = together.slice(1).map(({ request }) => request.processIndex % 2);
    assert.ok(orders.length >= 3);
    assert.ok(orders.every((order, index) => index === 0 || order !== orders[index - 1]));
  });
});

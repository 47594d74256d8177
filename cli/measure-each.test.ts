import assert from "node:assert/strict";
import { benchmarkRequest, mockServices, target } from "../bench-worker/host/fixtures/mock-services.ts";
import { measureEach } from "./measure-each.ts";

describe("measuring one function after the other", () => {
  it("keeps calls of one function together, tells how far all of it is, and ends once", async () => {
    const { runtime, ...request } = benchmarkRequest(["load", "save"], { budgetMilliseconds: 500 });
    const targets = [target("load"), { ...target("load"), id: "load, path 2" }, target("save")];
    const kept: [string, number][] = [];
    const fractions: number[] = [];
    let ends = 0;
    const { results } = await measureEach(
      { ...request, targets },
      [runtime],
      { ...mockServices(), onEnd: () => ends++ },
      ({ id }, document) => {
        assert.equal(ends, 0);
        kept.push([id, document.results.length]);
        return Promise.resolve();
      },
      (_document, { fraction }) => fractions.push(fraction),
      new AbortController().signal,
    );
    assert.deepEqual(kept, [
      ["load", 2],
      ["save", 1],
    ]);
    assert.deepEqual(
      results.map(({ target: { name } }) => name),
      ["load", "load", "save"],
    );
    assert.equal(ends, 1);
    assert.deepEqual(
      fractions,
      fractions.toSorted((a, b) => a - b),
    );
    assert.ok(fractions.some((fraction) => fraction > 0.5) && fractions.every((fraction) => fraction <= 1));
  });
});

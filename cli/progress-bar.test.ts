import assert from "node:assert/strict";
import type { Estimate } from "../bench-worker/numbers.ts";
import type { TargetResult } from "../bench-worker/target-result.ts";
import type { Running } from "../bench-worker/host/api.ts";
import { ENDS_COLD } from "../bench-worker/cold.ts";
import { type ProgressBar, progressBar } from "./progress-bar.ts";
import { characters } from "./text.ts";

describe("a progress bar", () => {
  it("fits its terminal and stays on one line", () => {
    const activity = "warming\nup for a very long time";
    const [line] = drawn([{ fraction: 0.5, measure: "time", activity }], 50);
    assert.equal(characters(line!).length, 49);
    assert.match(line!, /^━{12}─{12} {2}50 % {2}time: warming up/);
    assert.match(drawn([{ fraction: 7, measure: null, activity: "" }])[0]!, /^━{24} /);
  });

  it("draws nothing where there is no terminal, or none with room for it", () => {
    for (const columns of [null, 0, 10]) {
      const bar = progressBar(columns, () => assert.fail("something was drawn"));
      bar.draw({ fraction: 0.5, activity: "x", measure: "time" });
      bar.clear();
    }
  });

  it("says the times that there are yet, and of many functions how many have one", () => {
    const running: Running = { fraction: 0.5, measure: "memory", activity: "loading" };
    const timed = result(1230);
    const cold = { ...result(45_100), warnings: [`It was measured after 400 calls, ${ENDS_COLD}`] };
    const untimed = result();
    const cases: [TargetResult[], string, unknown[]?][] = [
      [[untimed], "memory"],
      [[timed], "1.23 µs/call so far · memory"],
      [[cold], "45.1 µs/call (not warm) so far · memory"],
      [[timed, untimed], "1 of 2 timed · memory"],
      [[timed, untimed], "1.23 µs/call → – so far · memory", ["a pair"]],
      [[timed, untimed, timed], "2 of 3 timed · memory"],
    ];
    for (const [results, said, pairs] of cases) {
      assert.equal(drawn([running], 100, { results, pairs })[0]!.split("50 %  ")[1], `${said}: loading`);
    }
  });

  it("prints once above itself what to do about it where that does not fit beside it", () => {
    const advice = "A fakes file makes it quicker: async-cost fakes a.js#f --write";
    const running: Running = { fraction: 0, measure: "time", activity: `loading a. b.js again. ${advice}` };
    assert.deepEqual(drawn([running, running], 60), [
      `${advice}\n`,
      ...Array<string>(2).fill(`${"─".repeat(24)}   0 %  time: loading a. b.js again`),
    ]);
    assert.match(drawn([running], 200)[0]!, /again\. A fakes file/);
    const why = "So far: a never settled. Check that it calls back.";
    assert.equal(drawn([{ ...running, activity: `loading a.js. ${why}` }], 60)[0], `${why}\n`);
  });

  it("clears its line before each drawing and in the end", () => {
    let written = "";
    const bar = progressBar(80, (text) => void (written += text));
    bar.draw({ fraction: 0.5, activity: "x", measure: "time" });
    bar.clear();
    assert.equal(written.split("\r\u001b[K").length, 3);
    assert.ok(written.endsWith("\r\u001b[K"));
  });
});

/** What a bar writes, line by line as it is drawn. */
function drawn(
  all: readonly Running[],
  columns = 80,
  document?: Parameters<ProgressBar["draw"]>[1],
): string[] {
  let written = "";
  const bar = progressBar(columns, (text) => void (written += text));
  for (const running of all) bar.draw(running, document);
  return written.split("\r\u001b[K").slice(1);
}

function result(nanoseconds?: number): TargetResult {
  const estimate = (median: number): Estimate => ({ median, low: median, high: median });
  return {
    target: {
      file: "a.js",
      name: "f",
      line: 1,
      column: 1,
      pattern: "async-await",
      tokens: 9,
      textHash: "x",
    },
    state: "running",
    warnings: [],
    fakes: [],
    ...(nanoseconds === undefined
      ? {}
      : {
          time: {
            nanosecondsPerCall: estimate(nanoseconds),
            floorNanosecondsPerCall: 100,
            processes: 1,
            series: [],
          },
        }),
  };
}

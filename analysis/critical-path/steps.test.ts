import { countedView } from "../corpus/counted-view.ts";
import {
  assertInProportion,
  repeat,
  type GrowingText,
  type StepsTaken,
} from "../corpus/steps-in-proportion.ts";
import { IoOfFile } from "../io-calls/within.ts";
import { classify } from "../patterns/classify.ts";
import { criticalPathOf } from "./critical-path.ts";

/** The steps that the critical paths of all entries take, and how many I/O calls they are of. */
function stepsOf(text: string): StepsTaken {
  const { view, steps } = countedView(text);
  const classified = classify(view);
  const io = new IoOfFile(view, classified, new Set(classified.map(({ index }) => index)));
  let taken = 0;
  let found = 0;
  for (const { index } of classified) {
    const { calls, region } = io.of(index);
    found += calls.size;
    const before = steps();
    criticalPathOf(view, region, calls);
    taken += steps() - before;
  }
  return { steps: taken, found };
}

describe("critical paths", () => {
  const TEXTS: readonly GrowingText[] = [
    [
      "blocks in each other, which something is assigned to while it is typed",
      (times) =>
        `async function f(a) { ${repeat(times, () => "{ b; c; d; e;")} ${repeat(times, () => "} = await a();")} }`,
      (times) => times,
    ],
    [
      "long patterns in each other",
      (times) =>
        `async function f(a) { ${repeat(times, () => `[${"b, ".repeat(50)}c = `)} d ${repeat(times, () => "] = await a()")}; }`,
      (times) => times,
    ],
  ];
  for (const text of TEXTS)
    it(`are found in steps in proportion to the text: ${text[0]}`, () => assertInProportion(text, stepsOf));
});

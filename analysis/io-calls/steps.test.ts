import assert from "node:assert/strict";
import { countedView } from "../corpus/counted-view.ts";
import { classify } from "../patterns/classify.ts";
import { findIoCalls } from "./find.ts";
import { regionOf } from "./region.ts";

/** The steps that the look for the I/O calls of all entries takes, and how many it finds. */
function stepsOf(text: string): { readonly steps: number; readonly found: number } {
  const { view, steps } = countedView(text);
  const classified = classify(view);
  const entries = new Set(classified.map(({ index }) => index));
  const regions = classified.map((entry) => regionOf(view, entry, entries));
  const before = steps();
  let found = 0;
  for (const region of regions) found += findIoCalls(view, region).size;
  return { steps: steps() - before, found };
}

const repeat = (times: number, of: (index: number) => string): string =>
  Array.from({ length: times }, (_, index) => of(index)).join("\n");
const nested = (times: number, open: (index: number) => string, inside: string): string =>
  repeat(times, open) + inside + "});".repeat(times);

describe("I/O calls", () => {
  const TEXTS: readonly [string, (times: number) => string, (times: number) => number][] = [
    [
      "handlers within each other that do not go on",
      (times) =>
        `function f(cb) { ${nested(times, (index) => `a${index}.get(function () {`, "b(1);")} cb(null); }`,
      () => 0,
    ],
    [
      "handlers within each other, of which the innermost one goes on",
      (times) => `function f(cb) { ${nested(times, (index) => `a${index}.get(function () {`, "cb(null);")} }`,
      (times) => times,
    ],
    [
      "handlers within each other that get something by the name of an error",
      (times) =>
        `function f(cb) { ${nested(times, (index) => `a${index}.get(function (e) {`, "b(1);")} cb(null); }`,
      () => 0,
    ],
    [
      "calls that get one callback, each into a variable of its own",
      (times) => `function f(cb) { ${repeat(times, (index) => `var v${index} = get(a, cb);`)} cb(null); }`,
      (times) => times,
    ],
    [
      "bodies that are read of one answer",
      (times) =>
        `async function f() { ${repeat(times, (index) => `const v${index} = await r${index}.json();`)} }`,
      (times) => times,
    ],
  ];
  for (const [what, textOf, foundOf] of TEXTS) {
    it(`are found in steps in proportion to the text: ${what}`, () => {
      const [less, more] = [40, 80].map((times) => stepsOf(textOf(times))) as [
        ReturnType<typeof stepsOf>,
        ReturnType<typeof stepsOf>,
      ];
      assert.deepEqual([less.found, more.found], [foundOf(40), foundOf(80)]);
      assert.ok(less.steps > 100, `${less.steps} steps`);
      assert.ok(more.steps < 2.5 * less.steps, `${less.steps} and ${more.steps} steps`);
    });
  }
});

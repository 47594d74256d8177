import assert from "node:assert/strict";
import { countedView } from "../corpus/counted-view.ts";
import { classify } from "../patterns/classify.ts";
import { listenedStreams } from "./listeners.ts";
import { regionOf } from "./region.ts";

/** The steps that the look for the first entry's streams takes, and how many it finds. */
function stepsOf(text: string): { readonly steps: number; readonly streams: number } {
  const { view, steps } = countedView(text);
  const classified = classify(view);
  const region = regionOf(view, classified[0]!, new Set(classified.map(({ index }) => index)));
  // What a view finds when it is first asked belongs to nobody.
  listenedStreams(view, region);
  const before = steps();
  const streams = listenedStreams(view, region).length;
  return { steps: steps() - before, streams };
}

const repeat = (times: number, of: (index: number) => string): string =>
  Array.from({ length: times }, (_, index) => of(index)).join("\n");
const nested = (times: number, open: (index: number) => string, inside: string, close: string): string =>
  repeat(times, open) + inside + close.repeat(times);

describe("streams that are listened to", () => {
  const TEXTS: readonly [string, (times: number) => string, (times: number) => number][] = [
    [
      "things that nothing in the entry makes",
      (times) => `function f(cb) { ${repeat(times, (index) => `s${index}.x.on("end", () => cb(null));`)} }`,
      (times) => times,
    ],
    [
      "variables, each with a stream of its own",
      (times) =>
        `function f(cb) { ${repeat(times, (index) => `var s${index} = open(); s${index}.on("end", () => cb(null));`)} }`,
      (times) => times,
    ],
    [
      "promises whose settlers all have names of their own",
      (times) =>
        `async function f() { ${repeat(times, (index) => `await new Promise((r${index}) => s${index}.x.on("end", () => { q(1); r${index}(); }));`)} }`,
      (times) => times,
    ],
    [
      "handlers within each other that do not go on",
      (times) =>
        `function f(cb) { ${nested(times, (index) => `s${index}.x.on("end", () => {`, "", "});")} db.get(cb); cb(null); }`,
      () => 0,
    ],
    [
      "handlers within each other of which the innermost one goes on",
      (times) =>
        `function f(cb) { ${nested(times, (index) => `s${index}.x.on("end", () => {`, "cb(null);", "});")} }`,
      (times) => times,
    ],
    [
      "one long handler that is set again and again",
      (times) =>
        `function f(cb) { ${repeat(times, (index) => `s${index}.x.on("end", g);`)} function g() { ${repeat(times, () => "h(1);")} } cb(null); }`,
      () => 0,
    ],
    [
      "one chain with many handlers",
      (times) =>
        `function f(cb) { open()${repeat(times, () => ".a()")}${repeat(times, () => '.on("end", () => cb(null))')}; }`,
      () => 1,
    ],
    [
      "executors within each other, of which the outermost one has what is set",
      (times) =>
        `async function f() { ${nested(
          times,
          () => "new Promise((r) => {",
          repeat(times, (index) => `s${index}.x.onload = r;`),
          "});",
        )} }`,
      (times) => times,
    ],
    [
      "executors within each other that each have something set",
      (times) =>
        `async function f() { ${nested(times, (index) => `new Promise((r${index}) => { s${index}.x.onload = r${index};`, "", "});")} }`,
      (times) => times,
    ],
  ];
  for (const [what, textOf, streamsOf] of TEXTS) {
    it(`take steps in proportion to the text: ${what}`, () => {
      const [less, more] = [40, 80].map((times) => stepsOf(textOf(times))) as [
        ReturnType<typeof stepsOf>,
        ReturnType<typeof stepsOf>,
      ];
      assert.deepEqual([less.streams, more.streams], [streamsOf(40), streamsOf(80)]);
      assert.ok(less.steps > 100, `${less.steps} steps`);
      assert.ok(more.steps < 2.5 * less.steps, `${less.steps} and ${more.steps} steps`);
    });
  }
});

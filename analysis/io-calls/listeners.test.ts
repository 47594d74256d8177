import { countedView } from "../corpus/counted-view.ts";
import {
  assertInProportion,
  nested,
  repeat,
  type GrowingText,
  type StepsTaken,
} from "../corpus/steps-in-proportion.ts";
import { classify } from "../patterns/classify.ts";
import { listenedStreams } from "./listeners.ts";
import { regionOf } from "./region.ts";

/** The steps that the look for the first entry's streams takes, and how many it finds. */
function stepsOf(text: string): StepsTaken {
  const { view, steps } = countedView(text);
  const classified = classify(view);
  const region = regionOf(view, classified[0]!, new Set(classified.map(({ index }) => index)));
  // What a view finds when it is first asked belongs to nobody.
  listenedStreams(view, region);
  const before = steps();
  const found = listenedStreams(view, region).length;
  return { steps: steps() - before, found };
}

describe("streams that are listened to", () => {
  const TEXTS: readonly GrowingText[] = [
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
  for (const text of TEXTS) {
    it(`take steps in proportion to the text: ${text[0]}`, () => assertInProportion(text, stepsOf));
  }
});

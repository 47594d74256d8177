import { countedView } from "../corpus/counted-view.ts";
import {
  assertInProportion,
  repeat,
  type GrowingText,
  type StepsTaken,
} from "../corpus/steps-in-proportion.ts";
import { classify } from "./classify.ts";

/** The steps that it takes to tell which functions are asynchronous, and how many are. */
function stepsOf(text: string): StepsTaken {
  const { view, steps } = countedView(text);
  const before = steps();
  const found = classify(view).length;
  return { steps: steps() - before, found };
}

describe("asynchronous functions", () => {
  const TEXTS: readonly GrowingText[] = [
    [
      "functions that give their callbacks on to the next, of which the last calls its own",
      (times) =>
        `${repeat(times, (index) => `function f${index}(cb) { f${index + 1}(cb); }`)} function f${times}(cb) { cb(null); }`,
      (times) => times + 1,
    ],
    [
      "functions that give their callbacks on to the next, and nobody calls one",
      (times) => repeat(times, (index) => `function f${index}(cb) { f${(index + 1) % times}(cb); }`),
      () => 0,
    ],
    [
      "functions that give their callbacks on to a long circle first, and then to one that calls its own",
      (times) =>
        `${repeat(times, (index) => `function f${index}(cb) { f${(index + 1) % times}(cb); } function g${index}(cb) { f0(cb); h(cb); }`)} function h(cb) { cb(null); }`,
      (times) => times + 1,
    ],
    [
      "functions within each other that call what is theirs by the same name",
      (times) =>
        `${repeat(times, (index) => `function f${index}(a, cb) { g(a, cb);`)} cb(null); ${"}".repeat(times)}`,
      (times) => times,
    ],
    [
      "functions within each other that take what others around them call",
      (times) =>
        `${repeat(times, () => "function f(a, b, cb) { g(c, cb); function h(cb, b) {")} cb(null); ${"}}".repeat(times)}`,
      (times) => times,
    ],
    [
      "generators that are run by name",
      (times) => repeat(times, (index) => `function* g${index}() { yield a(); } co(g${index});`),
      (times) => times,
    ],
    [
      "functions around a generator that runs",
      (times) =>
        `${repeat(times, () => "function f() { a.then(b); return g;")} return co(function* () { yield a(); }); ${"}".repeat(times)}`,
      () => 1,
    ],
  ];
  for (const text of TEXTS) {
    it(`are told in steps in proportion to the text: ${text[0]}`, () => assertInProportion(text, stepsOf));
  }
});

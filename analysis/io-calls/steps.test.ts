import { countedView } from "../corpus/counted-view.ts";
import {
  assertInProportion,
  nested,
  repeat,
  type GrowingText,
  type StepsTaken,
} from "../corpus/steps-in-proportion.ts";
import { classify } from "../patterns/classify.ts";
import { IoOfFile } from "./within.ts";

/** The steps that the look for the I/O calls of all entries takes, and how many it finds. */
function stepsOf(text: string): StepsTaken {
  const { view, steps } = countedView(text);
  const classified = classify(view);
  const entries = new Set(classified.map(({ index }) => index));
  const before = steps();
  const io = new IoOfFile(view, classified, entries);
  let found = 0;
  for (const { index } of classified) found += io.of(index).calls.size;
  return { steps: steps() - before, found };
}

describe("I/O calls", () => {
  const TEXTS: readonly GrowingText[] = [
    [
      "handlers within each other that do not go on",
      (times) =>
        `function f(cb) { ${nested(times, (index) => `a${index}.get(function () {`, "b(1);", "});")} cb(null); }`,
      () => 0,
    ],
    [
      "handlers within each other, of which the innermost one goes on",
      (times) =>
        `function f(cb) { ${nested(times, (index) => `a${index}.get(function () {`, "cb(null);", "});")} }`,
      (times) => times,
    ],
    [
      "handlers within each other that get something by the name of an error",
      (times) =>
        `function f(cb) { ${nested(times, (index) => `a${index}.get(function (e) {`, "b(1);", "});")} cb(null); }`,
      () => 0,
    ],
    [
      "calls that get one callback, each into a variable of its own",
      (times) => `function f(cb) { ${repeat(times, (index) => `var v${index} = get(a, cb);`)} cb(null); }`,
      (times) => times,
    ],
    [
      "asynchronous functions within each other that run where they stand",
      (times) =>
        `async function f() { ${nested(times, () => "await retry(async () => {", "await a();", "});")} }`,
      (times) => times + 1,
    ],
    [
      "named asynchronous functions within each other, with choices that are waited for",
      (times) =>
        `async function f(a) { ${repeat(times, (index) => `const f${index} = async (a) => { await (a ? b() : c());`)} ${"};".repeat(times)} }`,
      (times) => 2 * times,
    ],
    [
      "choices within each other that are waited for",
      (times) => `async function f() { await ${"(a ? await ".repeat(times)}b()${" : 1)".repeat(times)}; }`,
      () => 1,
    ],
    [
      "what resolves promises, given to calls",
      (times) =>
        `function f() { return Promise.all([${repeat(times, (index) => `new Promise((r${index % 7}) => a${index}.b(r${index % 7})),`)}]); }`,
      (times) => times,
    ],
    [
      "links of one promise's chain",
      (times) =>
        `function f() { return a()${".map((b) => c(b))".repeat(times)}${".tap(d)".repeat(times)}.then(e); }`,
      (times) => 1 + times,
    ],
    [
      "bodies that are read of one answer",
      (times) =>
        `async function f() { ${repeat(times, (index) => `const v${index} = await r${index}.json();`)} }`,
      (times) => times,
    ],
    [
      "functions that give back what a long line of plain ones and then what something else gives",
      (times) =>
        `${repeat(times, (index) => `function p${index}() { return p${index + 1}(); }`)} function p${times}() { return 1; } ${repeat(times, (index) => `function g${index}(a) { return a ? p0() : b(); } async function f${index}() { return g${index}(); }`)}`,
      (times) => times,
    ],
    [
      "answers of handlers within each other",
      (times) =>
        `${repeat(times, (index) => `async function f${index}(a, b) { return res.json(await c());`)} ${"}".repeat(times)}`,
      (times) => 2 * times,
    ],
    [
      "handlers that do not go on, in asynchronous functions within each other",
      (times) =>
        repeat(times, (index) => `async function f${index}() { await g(); a.get(function () { b(1);`) +
        "}); }".repeat(times),
      (times) => times,
    ],
    [
      "handlers in asynchronous functions within each other, of which the innermost one goes on",
      (times) =>
        `${repeat(times, (index) => `async function f${index}() { await g(); a.get(function () { b(1);`)} resolve(c); ${"}); }".repeat(times)}`,
      (times) => 2 * times,
    ],
  ];
  for (const text of TEXTS) {
    it(`are found in steps in proportion to the text: ${text[0]}`, () => assertInProportion(text, stepsOf));
  }
});

import { countedView } from "../corpus/counted-view.ts";
import {
  assertInProportion,
  nested,
  repeat,
  type GrowingText,
  type StepsTaken,
} from "../corpus/steps-in-proportion.ts";
import { returnsEmitter } from "./emitters.ts";

/** The steps that it takes to ask of each function whether it gives an emitter back, and how many do. */
function stepsOf(text: string): StepsTaken {
  const { view, steps } = countedView(text);
  const before = steps();
  let found = 0;
  for (let index = 0; index < view.functions.length; index++) if (returnsEmitter(view, index)) found++;
  return { steps: steps() - before, found };
}

describe("functions that give an emitter back", () => {
  const TEXTS: readonly GrowingText[] = [
    [
      "many returns beside many events of something else",
      (times) =>
        `function f() { ${repeat(times, (index) => `if (a${index}) return this;`)} g(() => { ${repeat(times, () => 'that.emit("end");')} }); }`,
      () => 0,
    ],
    [
      "many variables that come back, each with an event",
      (times) =>
        `function f() { ${repeat(times, (index) => `var e${index} = new EventEmitter(); if (a${index}) return e${index};`)} g(() => { ${repeat(times, (index) => `e${index}.emit("data");`)} }); }`,
      () => 0,
    ],
    [
      "many streams that come back, into which nothing flows",
      (times) =>
        `function f() { ${repeat(times, (index) => `var s${index} = new PassThrough(); a.end(b); if (a${index}) return s${index};`)} }`,
      () => 0,
    ],
    [
      "functions within each other that all return `this`",
      (times) =>
        nested(times, () => 'function f() { that.emit("end"); return this;', 'this.emit("end");', "}"),
      (times) => times - 1,
    ],
    [
      "functions within each other that all make a stream",
      (times) =>
        nested(
          times,
          () => "function f() { var s = new PassThrough(); a.pipe(b); return s;",
          "c.pipe(s);",
          "}",
        ),
      (times) => times,
    ],
  ];
  for (const text of TEXTS) {
    it(`are told in steps in proportion to the text: ${text[0]}`, () => assertInProportion(text, stepsOf));
  }
});

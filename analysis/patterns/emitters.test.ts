import assert from "node:assert/strict";
import { countedView } from "../corpus/counted-view.ts";
import { returnsEmitter } from "./emitters.ts";

/** The steps that it takes to ask of each function whether it gives an emitter back, and how many do. */
function stepsOf(text: string): { readonly steps: number; readonly emitters: number } {
  const { view, steps } = countedView(text);
  const before = steps();
  let emitters = 0;
  for (let index = 0; index < view.functions.length; index++) if (returnsEmitter(view, index)) emitters++;
  return { steps: steps() - before, emitters };
}

const repeat = (times: number, of: (index: number) => string): string =>
  Array.from({ length: times }, (_, index) => of(index)).join("\n");
const nested = (times: number, open: string, inside: string): string =>
  open.repeat(times) + inside + "}".repeat(times);

describe("functions that give an emitter back", () => {
  const TEXTS: readonly [string, (times: number) => string, (times: number) => number][] = [
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
      (times) => nested(times, 'function f() { that.emit("end"); return this;', 'this.emit("end");'),
      (times) => times - 1,
    ],
    [
      "functions within each other that all make a stream",
      (times) =>
        nested(times, "function f() { var s = new PassThrough(); a.pipe(b); return s;", "c.pipe(s);"),
      (times) => times,
    ],
  ];
  for (const [what, textOf, emittersOf] of TEXTS) {
    it(`are told in steps in proportion to the text: ${what}`, () => {
      const [less, more] = [40, 80].map((times) => stepsOf(textOf(times))) as [
        ReturnType<typeof stepsOf>,
        ReturnType<typeof stepsOf>,
      ];
      assert.deepEqual([less.emitters, more.emitters], [emittersOf(40), emittersOf(80)]);
      assert.ok(less.steps > 100, `${less.steps} steps`);
      assert.ok(more.steps < 2.5 * less.steps, `${less.steps} and ${more.steps} steps`);
    });
  }
});

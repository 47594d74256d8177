import assert from "node:assert/strict";
import { completed } from "../fixtures/run-worker.ts";

/** A class whose methods a decorator calls on what something else gives. */
const adopted = (how: string, method: string): string => `function onAdopted(method) {
  return async function (...parameters) {
    const adopted = await this.frame.adopt(this);
    return ${how};
  };
}
class Handle {
  #id;
  constructor(frame, id) {
    this.frame = frame;
    this.#id = id;
  }
  ${method}
  async #check(visible) {
    return (await this.frame.evaluate(this.#id)) === visible;
  }
}
Handle.prototype.run = onAdopted(Handle.prototype.run);
module.exports = { Handle };`;

describe("a method that is called on a stand-in, which has no private members", () => {
  for (const [what, how, method] of [
    ["by call", "method.call(adopted, ...parameters)", "async run() { return await this.#check(true); }"],
    [
      "by apply",
      "method.apply(adopted, parameters)",
      "async run() { return await this.frame.get(this.#id); }",
    ],
    [
      "and throws at once",
      "await method.call(adopted, ...parameters)",
      "run() { const id = this.#id; return this.frame.get(id).then((one) => one.name); }",
    ],
  ] as const)
    it(`runs where it stands on the object that it is called on ${what}`, async () => {
      const text = adopted(how, method);
      const { counters, warnings } = await completed("fs-await.js", {
        text,
        measure: "memory",
        functionStart: text.indexOf(method),
      });
      assert.equal(counters.ioCalls, 2);
      assert.match(
        warnings.join("\n"),
        /^What frame\.adopt gives was taken for the object that the function is called on: .*$/m,
      );
      assert.doesNotMatch(warnings.join("\n"), /Measured apart/);
    });
});

import assert from "node:assert/strict";
import { usesOfGiven } from "./given-in-text.ts";

describe("what a text does with what an operation gives that it gives a function", () => {
  const use = (text: string): unknown => usesOfGiven(text, "ts").get("compose");

  it("is to call it where it does nothing else with it, and does not wait", () => {
    const step = "const step = helpers.compose(check, load);\n";
    assert.equal(use(`${step}for (const file in files) step({ file });\nstep(1);`), "calls");
    assert.equal(use(`${step}{ step(1); }`), "calls");
    for (const other of [
      "await step(1);",
      "return step(1);",
      "const a = step(1);",
      "use(step);",
      "step(1).then(f);",
    ])
      assert.equal(use(`${step}step(1);\n${other}`), undefined, other);
    assert.equal(use("helpers.compose(check, load);"), undefined);
  });

  it("is to wait for it, or to go on with it, as before", () => {
    assert.equal(use("return queue.compose(() => load(id));"), "waits");
    assert.equal(use("const one = list.compose((x) => x.id); one.run();"), "goes-on");
    assert.equal(use("list.compose((x) => x.id).insert(rows);"), "goes-on");
  });
});

import assert from "node:assert/strict";
import { GivenFakes } from "./given-fakes.ts";

describe("what a fakes file gives", () => {
  it("is found with and without this, since a function apart from its class names its members otherwise", () => {
    const given = (name: string): GivenFakes =>
      new GivenFakes("a.js", { fakes: { [name]: { returns: 1 } } }, () => "a.js, line 1", 1);
    for (const [written, asked] of [
      ["system.find", "this.system.find"],
      ["this.system.find", "system.find"],
    ] as const) {
      const fakes = given(written);
      assert.ok(fakes.of(asked) !== undefined && fakes.of(asked) === fakes.of(written));
      assert.deepEqual([fakes.unused, fakes.of("find")], [[], undefined]);
    }
  });
});

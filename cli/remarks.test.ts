import assert from "node:assert/strict";
import { remarkLines } from "./remarks.ts";

const remark = (subject: string, text: string) => ({ subject, text });

describe("remarks below a table", () => {
  it("are said once where they hold of several, in the order in which they came", () => {
    const lines = remarkLines([remark("a", "cold"), remark("a", "leaks"), remark("b", "cold")], 2);
    assert.deepEqual(lines, ["a, b: cold", "a: leaks"]);
  });

  it("name nobody where they hold of all, of whom there are some", () => {
    const lines = remarkLines(
      ["a", "b", "c"].map((subject) => remark(subject, "cold")),
      3,
    );
    assert.deepEqual(lines, ["all 3: cold"]);
  });

  it("take as many lines as they have, and print nothing that a terminal obeys", () => {
    assert.deepEqual(remarkLines([remark("a", "one\ntwo \u001b[31m")], 1), ["one\n  two \uFFFD[31m"]);
  });
});

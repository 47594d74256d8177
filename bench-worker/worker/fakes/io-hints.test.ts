import assert from "node:assert/strict";
import { analyze } from "../../../analysis/analyze.ts";
import { addIoHints, SourceHints } from "./io-hints.ts";

describe("how a target's own calls answer", () => {
  it("is the same for every item of a list", () => {
    const hints = new SourceHints();
    const call = {
      expression: "tasks[i]",
      kind: "promise",
      range: { start: 0, end: 1 },
      position: { line: 1, column: 1 },
    } as const;
    hints.setTarget({ ioCalls: [call] });
    assert.deepEqual(
      ["tasks[0]", "tasks[1]", "others[0]", "tasks"].map((name) => hints.kindHere(name)),
      ["promise", "promise", undefined, undefined],
    );
  });

  it("is called waited for only where that is seen, and by another's call only with its name", () => {
    const hints = new SourceHints();
    const text = "class Store {\n  async load(id) {\n    return this.get(id);\n  }\n}";
    addIoHints(hints, analyze(text, "js").functions, () => null);
    assert.equal(hints.why("get", "get", 3), "its promise is used in line 3");
    assert.equal(hints.why("get", "instances.get", 9), "as this.get does: its promise is used in line 3");
  });

  it("is not told by what another function is handed by the same name", () => {
    const hints = new SourceHints();
    const text = "async function a(ctx, next) { await next(); }\nasync function b(load) { await save(); }";
    addIoHints(hints, analyze(text, "js").functions, () => null);
    const called = { packageName: null, name: "" };
    assert.deepEqual(
      ["next", "save"].map((name) => hints.isOf(name, called)),
      [false, true],
    );
  });

  it("is explained by the call that is made, else by the first of the same expression", () => {
    const hints = new SourceHints();
    for (const line of [4, 8]) hints.explain("this.db.query", `its promise is used in line ${line}`, line);
    hints.explain("db.query", "its promise is used in line 9 of other.js", null);
    const whyAt = (line: number | null): string | undefined => hints.why("query", "db.query", line);
    assert.equal(whyAt(8), "its promise is used in line 8");
    assert.deepEqual(
      [whyAt(null), whyAt(9)],
      ["its promise is used in line 4", "its promise is used in line 4"],
    );
  });
});

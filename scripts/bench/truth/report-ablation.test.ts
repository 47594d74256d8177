import assert from "node:assert/strict";
import { reportAblation, type Ablated } from "./report-ablation.ts";
import type { JudgedFunction } from "./report-truth.ts";

type Class = "right" | "wrong and unsaid" | "deviates and says so";

const judged = (verdict: Class, isHeldOut: boolean): JudgedFunction =>
  ({ verdict: { class: verdict }, isHeldOut }) as JudgedFunction;

const became = (isHeldOut: boolean, by: Class, without: Class): Ablated["functions"][number] => ({
  with: judged(by, isHeldOut),
  without: judged(without, isHeldOut),
});

describe("What a rule of inference earns", () => {
  it("is what it makes right, and wrong, beyond what would be so without it, of each half", () => {
    const functions = [
      became(false, "right", "wrong and unsaid"),
      became(false, "right", "deviates and says so"),
      became(false, "wrong and unsaid", "right"),
      became(true, "deviates and says so", "wrong and unsaid"),
      became(true, "right", "right"),
    ];
    assert.equal(
      reportAblation([{ rule: "gaps", functions }])
        .split("\n")
        .at(-1),
      "| gaps | 3 | +1 | 0 | 2 | 0 | -1 |",
    );
  });

  it("has what earns least on what was held out come first", () => {
    const rules = reportAblation([
      { rule: "earns", functions: [became(true, "right", "wrong and unsaid")] },
      { rule: "harms", functions: [became(true, "wrong and unsaid", "right")] },
      { rule: "idles", functions: [became(false, "right", "wrong and unsaid")] },
    ]);
    assert.deepEqual(
      rules
        .split("\n")
        .slice(-3)
        .map((row) => row.split(" ")[1]),
      ["harms", "idles", "earns"],
    );
  });
});

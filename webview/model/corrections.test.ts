import assert from "node:assert/strict";
import type { Setting } from "../../bench-worker/contract/setting.ts";
import { Corrections } from "./corrections.ts";

describe("corrections of fakes", () => {
  const setting = ["fakes", "db.get", "kind"] as const satisfies Setting;
  const answer = { result: 0, setting, text: '"callback"' } as const;

  it("are there once the fakes file says so, and not before", () => {
    const corrections = new Corrections();
    corrections.drawAnew("first run");
    const heard: unknown[] = [];
    corrections.onAnswer(() => heard.push(corrections.of(0, setting)));
    corrections.answered({ ...answer, isDone: false });
    corrections.answered({ ...answer, isDone: true });
    assert.deepEqual(heard, [undefined, '"callback"']);
    assert.equal(corrections.of(1, setting), undefined, "another function's");
  });

  it("stay while the same run is drawn anew, and go with it", () => {
    const corrections = new Corrections();
    corrections.drawAnew("first run");
    corrections.onAnswer(() => assert.fail("what was drawn before is gone"));
    corrections.drawAnew("first run");
    corrections.answered({ ...answer, isDone: true });
    corrections.drawAnew("first run");
    assert.equal(corrections.of(0, setting), '"callback"');
    corrections.drawAnew("second run");
    assert.equal(corrections.of(0, setting), undefined);
  });
});

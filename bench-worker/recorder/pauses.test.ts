import assert from "node:assert/strict";
import { Pauses, withoutPauses } from "./pauses.ts";

describe("the time of a recorded call", () => {
  const io = (startedAt: number, endedAt: number | null): { startedAt: number; endedAt: number | null } => ({
    startedAt,
    endedAt,
  });

  it("stands still while the recorder keeps values and no I/O call is under way", () => {
    const clock = withoutPauses(
      { startedAt: 100 },
      [io(110, 130)],
      [
        { start: 101, end: 109 },
        { start: 112, end: 118 },
        { start: 131, end: 135 },
      ],
    );
    assert.deepEqual([100, 105, 110, 130, 136].map(clock), [0, 1, 2, 22, 24]);
  });

  it("goes on in a pause from where an I/O call begins until the last has answered", () => {
    const pauses = [{ start: 100, end: 200 }];
    const clock = withoutPauses({ startedAt: 90 }, [io(120, 140), io(130, 150), io(180, null)], pauses);
    assert.deepEqual([120, 150, 200].map(clock), [10, 40, 40]);
  });

  it("began with the call where a pause is older", () => {
    const clock = withoutPauses({ startedAt: 105 }, [], [{ start: 100, end: 110 }]);
    assert.equal(clock(112), 2);
  });

  it("has one pause where what keeps something keeps more", () => {
    let now = 0;
    const pauses = new Pauses(() => now);
    pauses.during(() => {
      now = 3;
      pauses.during(() => (now = 5));
      now = 6;
    });
    pauses.during(() => (now = 9));
    assert.deepEqual(pauses.since(0), [
      { start: 0, end: 6 },
      { start: 6, end: 9 },
    ]);
    assert.deepEqual(pauses.since(6), [{ start: 6, end: 9 }]);
  });
});

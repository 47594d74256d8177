import assert from "node:assert/strict";
import { placeLabels, type Labelled } from "./label-places.ts";

const area = { left: 0, top: 0, right: 200, bottom: 100 };
const point = (x: number, y: number, isNeeded = false): Labelled => ({
  x,
  y,
  radius: 4,
  width: 50,
  height: 10,
  isNeeded,
});

describe("the place of a label", () => {
  it("is right of its point", () => {
    assert.deepEqual(placeLabels([point(50, 50)], area), [{ left: 58, right: 108, top: 45, bottom: 55 }]);
  });

  it("is left of it at the right edge, and above where another point is in the way", () => {
    assert.equal(placeLabels([point(190, 50)], area)[0]!.right, 182);
    const [first] = placeLabels([point(100, 50), point(130, 50), point(70, 50)], area);
    assert.equal(first!.bottom, 42);
  });

  it("is nowhere where all places are taken, unless it is needed", () => {
    const crowd = [point(100, 50), point(130, 50), point(70, 50), point(100, 38), point(100, 62)];
    assert.equal(placeLabels(crowd, area)[0], null);
    const [needed] = placeLabels([point(100, 50, true), ...crowd.slice(1)], area);
    assert.equal(needed!.left, 108);
  });

  it("is within the area, however near to a corner a needed one is", () => {
    const small = { left: 0, top: 0, right: 60, bottom: 12 };
    const [needed] = placeLabels([point(30, 6, true)], small);
    assert.ok(needed!.left >= 0 && needed!.right <= 60 && needed!.top >= 0 && needed!.bottom <= 12);
  });
});

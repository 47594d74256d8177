import assert from "node:assert/strict";
import { appearance } from "./appearance.ts";
import { withAlpha } from "./colour.ts";

describe("appearance", () => {
  it("tells 35 series apart without colour", () => {
    const seen = new Set(
      Array.from({ length: 35 }, (_, index) => {
        const { dash, point } = appearance(index);
        return `${dash.join()} ${point}`;
      }),
    );
    assert.equal(seen.size, 35);
  });
});

describe("withAlpha", () => {
  it("makes computed colours see-through", () => {
    assert.equal(withAlpha("rgb(1, 2, 3)", 0.5), "rgba(1, 2, 3, 0.5)");
    assert.equal(withAlpha("rgba(1, 2, 3, 0.5)", 0.5), "rgba(1, 2, 3, 0.25)");
    assert.equal(withAlpha("color(srgb 1 0.5 0)", 0.5), "rgba(255, 128, 0, 0.5)");
  });

  it("leaves alone what it cannot read", () => {
    assert.equal(withAlpha("CanvasText", 0.5), "CanvasText");
  });
});

import assert from "node:assert/strict";
import { runsOn } from "./runs-on.ts";

describe("a variant of the gallery", () => {
  const on = (range: string, version: string, name = "node"): boolean =>
    runsOn({ runtime: { node: range } }, { name, version });

  it("works on the versions of Node that it names", () => {
    assert.ok(on(">=0.10", "0.10.48") && on("12 || 14", "14.21.3") && on(">=7.6", "24.0.0"));
    assert.ok(!on("12 || 14", "16.0.0") && !on(">=7.6", "6.17.1"));
  });

  it("works on a nightly build or a release candidate as on its release", () => {
    assert.ok(on(">=0.10", "23.0.0-nightly20240901abcdef1234") && on("12 || 14", "14.0.0-rc.1"));
    assert.ok(!on("12 || 14", "15.0.0-rc.1"));
  });

  it("works on Bun and Deno where its range has no end", () => {
    assert.ok(on(">=7.6", "1.2.3", "bun") && !on("12 || 14", "2.0.0", "deno"));
  });
});

import assert from "node:assert/strict";
import { compileModule } from "./compile.ts";
import { Unread } from "./reading.ts";

describe("compiling a module", () => {
  it("ends where taking its types out takes too long, which is said as ours", () => {
    const text = "export const a = (b: string): string => b;\n".repeat(10_000);
    assert.throws(
      () => compileModule("/project/long.ts", text, "ts", [], 1),
      (error) => {
        assert.ok(error instanceof Unread);
        assert.match(error.message, /^Async Cost could not read long\.ts in time: that is its own fault/);
        return true;
      },
    );
  });
});

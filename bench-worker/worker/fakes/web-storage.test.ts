import assert from "node:assert/strict";
import { fakeWebStorage } from "./web-storage.ts";

describe("what a browser keeps for a site", () => {
  it("is nothing, whatever a call before has put there", () => {
    const storages: Record<
      string,
      { length: number; getItem(key: string): string | null; setItem(key: string, value: string): void }
    > = fakeWebStorage();
    for (const name of ["localStorage", "sessionStorage"]) {
      const storage = storages[name]!;
      storage.setItem("state", "{}");
      assert.deepEqual([storage.getItem("state"), storage.length], [null, 0]);
    }
  });
});

import assert from "node:assert/strict";
import { fakeWebStorage } from "./web-storage.ts";

describe("what a browser keeps for a site", () => {
  it("is nothing at first, and then what was put there, as text", () => {
    const { localStorage, sessionStorage } = fakeWebStorage();
    assert.deepEqual([localStorage.getItem("state"), localStorage.key(0)], [null, null]);
    localStorage.setItem("count", 1);
    assert.deepEqual(
      [localStorage.getItem("count"), localStorage.key(0), localStorage.length],
      ["1", "count", 1],
    );
    assert.equal(sessionStorage.length, 0);
    localStorage.removeItem("count");
    localStorage.setItem("other", "2");
    localStorage.clear();
    assert.equal(localStorage.length, 0);
  });
});

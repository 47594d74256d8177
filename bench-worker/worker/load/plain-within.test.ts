import assert from "node:assert/strict";
import { plainWithin } from "./plain-within.ts";

describe("the values within what is given", () => {
  it("are those of plain objects and lists, four deep, each object once", () => {
    const deep = { d: { e: 5 } };
    const given = [1, { a: 2, b: [3, { c: deep }] }];
    assert.deepEqual(plainWithin(given), [1, 2, 3, deep.d]);
    const round: Record<string, unknown> = { id: 7 };
    round["self"] = round;
    assert.deepEqual(plainWithin([round]), [7]);
  });

  it("are read without running anything, and are none of instances and bytes", () => {
    const bytes = Buffer.alloc(3_000);
    const when = new Date(0);
    const locked = {
      get secret(): never {
        throw new Error("locked");
      },
      id: 1,
    };
    assert.deepEqual(plainWithin([locked, bytes, when]), [1, bytes, when]);
  });

  it("are not more than anybody would try", () => {
    assert.equal(plainWithin([Array.from({ length: 5_000 }, (_, index) => index)]).length, 400);
  });
});

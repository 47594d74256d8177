import assert from "node:assert/strict";
import { AnyBetween } from "./any-between.ts";

describe("whether something holds between two places", () => {
  it("is answered as if each place were looked at, whatever was asked before", () => {
    const places = Array.from({ length: 40 }, (_, place) => (place * 7) % 11 === 0);
    const any = new AnyBetween((place) => places[place]!);
    let seed = 1;
    const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let question = 0; question < 500; question++) {
      const start = next(40);
      const end = start + next(41 - start);
      assert.equal(any.isIn(start, end), places.slice(start, end).includes(true), `${start} to ${end}`);
    }
  });

  it("looks at each place once, where stretches lie within each other and it holds nowhere", () => {
    let looked = 0;
    const any = new AnyBetween(() => {
      looked++;
      return false;
    });
    for (let depth = 0; depth < 100; depth++) assert.equal(any.isIn(depth, 200 - depth), false);
    for (let depth = 50; depth >= 0; depth--) assert.equal(any.isIn(depth, 250 - depth), false);
    assert.equal(looked, 250);
  });
});

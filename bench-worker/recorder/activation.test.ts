import assert from "node:assert/strict";
import { Activation, CALLS_AT_MOST, underWay, type Call, type FunctionState } from "./activation.ts";

const fn = { name: "next" } as FunctionState;

function activation(parent: Activation | null): Activation {
  return new Activation(fn, null, parent, null, 0);
}

describe("an activation", () => {
  it("holds few of those that are over, where each answer leads to the next call for ever, and all that are under way", () => {
    const loop = activation(null);
    const other = activation(loop);
    let last = other;
    for (let times = 0; times < 10_000; times++) {
      const next = activation(underWay(last));
      last.hasEnded = last !== other;
      last = next;
    }
    const held: Activation[] = [];
    for (let one: Activation | null = last; one !== null; one = one.parent) held.push(one);
    assert.deepEqual(held.slice(-2), [other, loop]);
    assert.ok(held.length < 200, String(held.length));
    assert.ok(held.length > 64, String(held.length));
  });

  it("is part of one that is kept for as long as that is under way, whatever else is over", () => {
    const outer = activation(null);
    outer.kept = { known: new Set() } as unknown as Activation["kept"];
    const kept = activation(outer);
    kept.kept = { known: new Set([fn]) } as unknown as Activation["kept"];
    const part = activation(kept);
    assert.deepEqual(part.keepersWithout(fn), [outer]);
    kept.hasEnded = true;
    assert.equal(part.isOfKept(), true);
    outer.hasEnded = true;
    assert.equal(part.isOfKept(), false);
  });

  it("keeps nothing any more once it has made more calls than are noted of one", () => {
    const loop = activation(null);
    loop.kept = { known: new Set() } as unknown as Activation["kept"];
    const part = activation(loop);
    for (let times = 0; times < CALLS_AT_MOST; times++) loop.add({} as Call);
    assert.deepEqual([part.isOfKept(), part.keepersWithout(fn)], [true, [loop]]);
    loop.add({} as Call);
    assert.deepEqual([loop.isOfKept(), part.isOfKept(), part.keepersWithout(fn)], [false, false, []]);
  });
});

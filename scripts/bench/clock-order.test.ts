import assert from "node:assert/strict";
import { orderAgreement, PROCESSES_AT_MOST } from "./clock-order.ts";

describe("the order of variants on two clocks", () => {
  const far = (value: number): number[] => [value, value * 1.01, value * 0.99, value, value * 1.005];

  it("agrees where both say the same, and is opposite where they say the opposite", () => {
    const alike = [1, 2, 3].map((value) => ({ virtual: far(value), real: far(value) }));
    assert.deepEqual(orderAgreement(alike), {
      keptApart: 3,
      tau: 1,
      realWithItself: 1,
      virtualWithReal: 1,
    });
    const opposite = [1, 2, 3].map((value) => ({ virtual: far(4 - value), real: far(value) }));
    assert.equal(orderAgreement(opposite).tau, -1);
    assert.equal(orderAgreement(opposite).virtualWithReal, -1);
  });

  it("does not count pairs that the real clock itself does not keep apart", () => {
    const variants = [
      { virtual: far(1), real: [1, 1.02, 0.99, 1.01, 1] },
      { virtual: far(2), real: [1.01, 0.99, 1.02, 1, 1.03] },
      { virtual: far(3), real: far(3) },
    ];
    const { keptApart, tau, realWithItself } = orderAgreement(variants);
    assert.deepEqual([keptApart, tau], [2, 1]);
    assert.ok(realWithItself! < 1, String(realWithItself));
  });

  it("is none of a single process or a single variant", () => {
    assert.equal(orderAgreement([{ virtual: far(1), real: far(1) }]).tau, null);
    const single = [1, 2].map((value) => ({ virtual: [value], real: [value] }));
    assert.equal(orderAgreement(single).realWithItself, null);
  });

  it("is refused for more processes than can be split in all ways", () => {
    const many = Array.from({ length: PROCESSES_AT_MOST + 1 }, (_, index) => 1 + index / 100);
    assert.throws(() => orderAgreement([{ virtual: many, real: many }]), RangeError);
  });
});

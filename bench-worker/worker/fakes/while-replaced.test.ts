import assert from "node:assert/strict";
import { whileReplaced } from "./while-replaced.ts";

describe("a built-in method that is replaced for a while", () => {
  const heard = (): { all: unknown[]; during: <T>(work: () => Promise<T>) => Promise<T> } => {
    const all: unknown[] = [];
    const during = <T>(work: () => Promise<T>): Promise<T> =>
      whileReplaced(
        Array.prototype,
        "flat",
        (real) =>
          function (this: unknown, ...given) {
            all.push(this);
            return real(this, given);
          },
        work,
      );
    return { all, during };
  };

  it("does what the real one does, and is that again afterwards", async () => {
    const real = Object.getOwnPropertyDescriptor(Array.prototype, "flat");
    const { all, during } = heard();
    const list = [[1], [2]];
    assert.deepEqual(await during(async () => list.flat()), [1, 2]);
    assert.deepEqual(all, [list]);
    assert.deepEqual(Object.getOwnPropertyDescriptor(Array.prototype, "flat"), real);
  });

  it("looks as the real one, but for its text, and cannot be constructed either", async () => {
    const look = (): unknown[] => {
      const method: unknown = Reflect.get(Array.prototype, "flat");
      assert.ok(typeof method === "function");
      return [method.name, method.length, Object.hasOwn(method, "prototype")];
    };
    const real = look();
    assert.deepEqual(await heard().during(async () => look()), real);
  });

  it("stays what the target makes of it meanwhile", async () => {
    const real = Object.getOwnPropertyDescriptor(Array.prototype, "flat")!;
    const own = (): unknown[] => [];
    try {
      await heard().during(async () =>
        Object.defineProperty(Array.prototype, "flat", { ...real, value: own }),
      );
      assert.equal(Reflect.get(Array.prototype, "flat"), own);
    } finally {
      Object.defineProperty(Array.prototype, "flat", real);
    }
  });
});

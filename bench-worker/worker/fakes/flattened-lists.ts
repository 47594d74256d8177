import type { IoCore } from "../io/io-core.ts";
import { trapsOf } from "./universal/traps.ts";
import { whileReplaced } from "./while-replaced.ts";

/**
 * Hears of the stand-ins in lists that are made one list while some work is done: `orders.flatMap((order) => order.lines)`. The engine takes only real
 * lists apart, so that each is one item as long as nobody knows that it is a list.
 */
export async function hearingFlattened<T>(core: IoCore, work: () => Promise<T>): Promise<T> {
  core.flattened.clear();
  const hear = (one: unknown): unknown => {
    const name = trapsOf(one)?.plan.name;
    if (name !== undefined) core.flattened.add(name);
    return one;
  };
  const flatMap = (): Promise<T> =>
    whileReplaced(
      Array.prototype,
      "flatMap",
      (real) =>
        function (this: unknown, ...given) {
          const [run, ...more] = given;
          if (typeof run !== "function") return real(this, given);
          const heard = function (this: unknown, ...item: unknown[]): unknown {
            return hear(Reflect.apply(run as (...all: unknown[]) => unknown, this, item));
          };
          return real(this, [heard, ...more]);
        },
      work,
    );
  return await whileReplaced(
    Array.prototype,
    "flat",
    (real) =>
      function (this: unknown, ...given) {
        if (Array.isArray(this)) this.forEach(hear);
        return real(this, given);
      },
    flatMap,
  );
}

import type { IoCore } from "../io/io-core.ts";
import { isOwnId } from "./item-place.ts";
import { trapsOf } from "./universal/traps.ts";
import { whileReplaced } from "./while-replaced.ts";

type AnyFunction = (this: unknown, ...given: unknown[]) => unknown;

/**
 * Hears of the stand-ins in lists that are made one list while some work is done: `orders.flatMap((order) => order.lines)`. The engine takes only real
 * lists apart, so that each is one item as long as nobody knows that it is a list. One thing is no list where lists stand beside it, nor where it is
 * an item itself or its id, as in `rows.flatMap((row) => (row.isNew ? row : []))`.
 */
export async function hearingFlattened<T>(core: IoCore, work: () => Promise<T>): Promise<T> {
  core.flattened.clear();
  const hear = (all: readonly unknown[], items: ReadonlySet<unknown>): void => {
    const names = new Set(all.map((one) => (items.has(one) ? undefined : trapsOf(one)?.plan.name)));
    const [name] = names;
    if (names.size === 1 && name !== undefined && !isOwnId(name)) core.flattened.add(name);
  };
  const flatMap = (): Promise<T> =>
    whileReplaced(
      Array.prototype,
      "flatMap",
      (real) =>
        function (this: unknown, ...given) {
          const [run, ...more] = given;
          if (typeof run !== "function") return real(this, given);
          const results: unknown[] = [];
          const items = new Set<unknown>();
          const heard: AnyFunction = function (...item) {
            const result = Reflect.apply(run as AnyFunction, this, item);
            items.add(item[0]);
            results.push(result);
            return result;
          };
          const flat = real(this, [heard, ...more]);
          hear(results, items);
          return flat;
        },
      work,
    );
  return await whileReplaced(
    Array.prototype,
    "flat",
    (real) =>
      function (this: unknown, ...given) {
        if (Array.isArray(this)) hear(this, new Set());
        return real(this, given);
      },
    flatMap,
  );
}

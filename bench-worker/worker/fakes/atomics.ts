import type { IoCore } from "../io/io-core.ts";
import { blockedFunction } from "./blocked.ts";

/** `Atomics`, of which a wait without end is refused: no other thread of the target runs that could wake it. */
export function fakeAtomics(core: IoCore): object {
  const real = Atomics;
  const refused = blockedFunction("Atomics.wait", core);
  const wait = (...parameters: Parameters<typeof real.wait>): unknown => {
    const [cells, index, value, limit = Infinity] = parameters;
    const isEndless = Number.isNaN(limit) || limit === Infinity;
    return isEndless && real.load(cells, index) === value ? refused() : real.wait(...parameters);
  };
  return Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(real),
      wait: { value: wait, writable: true, enumerable: false, configurable: true },
    },
  );
}

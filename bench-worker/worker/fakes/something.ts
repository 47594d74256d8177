import { types } from "node:util";
import { INSTEAD_OF_NOTHING, IS_FAILURE, SOMETHING } from "../../../analysis/steering/something.ts";
import { injecting } from "../io/injection.ts";
import type { UniversalFakes } from "./universal/universal-fakes.ts";

/** What steered and filled text calls, by the names by which it does. */
export function calledBySteered(fakes: UniversalFakes): Record<string, unknown> {
  return {
    [SOMETHING]: somethingOf(fakes),
    [INSTEAD_OF_NOTHING]: insteadOf(fakes),
    [IS_FAILURE]: (...values: unknown[]) =>
      injecting.isOn && values.some((value) => types.isNativeError(value)),
  };
}

/** What filled text calls to have something to read a member of: gives what it is given, or one made-up value of a name. */
function insteadOf(fakes: UniversalFakes): (value: unknown, name: string) => unknown {
  const made = new Map<string, unknown>();
  return (value, name) => {
    if (value !== undefined && value !== null) return value;
    if (!made.has(name)) made.set(name, fakes.make(name));
    return made.get(name);
  };
}

/**
 * What steered text calls to have something to loop over: gives what it is given, with one made-up item where it is
 * empty or nothing at all.
 */
function somethingOf(fakes: UniversalFakes): (items: unknown) => unknown {
  const item = (): unknown => fakes.make("item");
  return (items) => {
    if (items === undefined || items === null || items === "") return [item()];
    if (typeof items !== "object") return items;
    if (Array.isArray(items)) return items.length === 0 ? [item()] : (items as unknown[]);
    if (items instanceof Map) return items.size === 0 ? new Map([[item(), item()]]) : items;
    if (items instanceof Set) return items.size === 0 ? new Set([item()]) : items;
    const isPlain = Object.getPrototypeOf(items) === Object.prototype;
    return isPlain && Object.keys(items).length === 0 ? { item: item() } : items;
  };
}

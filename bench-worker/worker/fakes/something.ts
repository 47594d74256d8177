import { INSTEAD_OF_NOTHING } from "../../../analysis/steering/something.ts";
import type { UniversalFakes } from "./universal/universal-fakes.ts";

/** What filled text calls, by the name by which it does. */
export function calledByFilled(fakes: UniversalFakes): Record<string, unknown> {
  return { [INSTEAD_OF_NOTHING]: insteadOf(fakes) };
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

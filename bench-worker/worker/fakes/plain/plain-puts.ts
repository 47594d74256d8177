import { isObject } from "../../io/is-object.ts";
import type { LoadedTarget } from "../../load/load-target.ts";

/** Looks what the plain values hold that all calls are given; what it gives takes out again what calls have put into them since. */
export function hearPlainPuts({ callable, fakes }: Pick<LoadedTarget, "callable" | "fakes">): () => void {
  const before = new Map<object, ReadonlySet<PropertyKey>>();
  const visit = (value: unknown): void => {
    if (fakes.isPlain(value)) look(value as object);
  };
  const look = (value: object): void => {
    if (before.has(value)) return;
    const keys = Reflect.ownKeys(value);
    before.set(value, new Set(keys));
    for (const key of keys) visit(Object.getOwnPropertyDescriptor(value, key)?.value);
  };
  const { receiver } = callable;
  // Of an instance what its fields hold.
  if (isObject(receiver) && callable.makeReceiver === undefined)
    for (const { value } of Object.values(Object.getOwnPropertyDescriptors(receiver))) visit(value);
  visit(receiver);
  for (const one of callable.makeArguments(() => undefined)) visit(one);
  return () => {
    for (const [value, keys] of before)
      for (const key of Reflect.ownKeys(value)) if (!keys.has(key)) Reflect.deleteProperty(value, key);
  };
}

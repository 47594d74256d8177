import { engine } from "./engine.ts";
import type { Io } from "./io.ts";

/** A function that refuses, and tells `io` what was called: it can be neither called nor constructed. */
export function refusal(api: string, io: Io): () => never {
  // Not an arrow function: `new` shall come to what it says, too.
  return function refuse(): never {
    const error = new engine.Error(api);
    if (io.blocked === null) io.blocked = error;
    throw error;
  };
}

/** What a module or an object holds, with functions that refuse in the place of its own. */
export function refusingCopy(name: string, original: object, io: Io): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key of Object.getOwnPropertyNames(original)) {
    const value = plainValue(original, key);
    copy[key] = typeof value === "function" ? refusal(`${name}.${key}`, io) : value;
  }
  copy["promises"] = undefined;
  return copy;
}

/** Puts functions that refuse in the place of an object's own, in so far as the engine lets them be replaced. */
export function refuseInPlace(name: string, object: object, io: Io, names?: readonly string[]): void {
  for (const key of names ?? Object.getOwnPropertyNames(object)) {
    if (typeof plainValue(object, key) !== "function") continue;
    try {
      Object.defineProperty(object, key, {
        value: refusal(`${name}.${key}`, io),
        configurable: true,
        writable: true,
      });
    } catch {
      // It cannot be replaced.
    }
  }
}

/** Undefined where there is a getter, which may begin something: engines open connections by some. */
function plainValue(object: object, key: string): unknown {
  const descriptor = Object.getOwnPropertyDescriptor(object, key);
  return descriptor === undefined ? undefined : (descriptor.value as unknown);
}

import type { UniversalFakes } from "./universal.ts";

/** A file uses no more undefined names than this, or it is no module that could run. */
export const FREE_NAMES_AT_MOST = 30;

/**
 * Defines the global that `error` misses as a universal fake, so that a second attempt gets further. Gives its
 * name; null when the error is another.
 */
export function defineFreeName(error: unknown, fakes: UniversalFakes): string | null {
  if (!(error instanceof ReferenceError)) return null;
  const name = /^([\p{ID_Start}$_][\p{ID_Continue}$]*) is not defined$/u.exec(error.message)?.[1];
  if (name === undefined || name in globalThis) return null;
  const value = fakes.make(name);
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  return name;
}

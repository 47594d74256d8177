import type { IoCore } from "../io/io-core.ts";

/** A file uses no more undefined names than this, or it is no module that could run. */
export const FREE_NAMES_AT_MOST = 30;

/** What makes up globals that nobody defines. */
interface FakesOfFreeNames {
  readonly core: Pick<IoCore, "browserGlobals">;
  defineFree(name: string): void;
}

/**
 * Defines the global that `error` misses, so that a second attempt gets further: as what browsers have by that name, be it
 * asked for as a member of the global object, or else as a universal fake. Gives its name; null when the error is another.
 */
export function defineFreeName(error: unknown, fakes: FakesOfFreeNames): string | null {
  const name = missedName(error, fakes.core.browserGlobals);
  if (name === undefined || name in globalThis) return null;
  fakes.defineFree(name);
  return name;
}

function missedName(error: unknown, ofBrowsers: ReadonlyMap<string, unknown>): string | undefined {
  if (error instanceof ReferenceError)
    return /^([\p{ID_Start}$_][\p{ID_Continue}$]*) is not defined$/u.exec(error.message)?.[1];
  if (!(error instanceof TypeError)) return undefined;
  const name = /^(?:[\p{ID_Continue}$]+\.)?([\p{ID_Start}$_][\p{ID_Continue}$]*) is not a constructor$/u.exec(
    error.message,
  )?.[1];
  return name !== undefined && ofBrowsers.has(name) ? name : undefined;
}

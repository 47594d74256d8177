import vm from "node:vm";
import type { IoCore } from "../io/io-core.ts";
import type { Known } from "./universal/known.ts";

/** A file uses no more undefined names than this, or it is no module that could run. */
export const FREE_NAMES_AT_MOST = 30;

/** What makes up globals that nobody defines. */
interface FakesOfFreeNames {
  readonly core: Pick<IoCore, "browserGlobals">;
  readonly known: Pick<Known, "isDeclared" | "setByProject">;
  isFake(value: unknown): boolean;
  defineFree(name: string): void;
}

/**
 * Defines the global that `error` misses, so that a second attempt gets further: as what browsers have by that name, be it
 * asked for as a member of the global object, or else as a universal fake. One of which a method is called that the engine's class of
 * that name does not have is another: `File.findAll()`; and so is one that the project sets, where something fails with the engine's. Gives its name; null when the error is another.
 */
export function defineFreeName(error: unknown, fakes: FakesOfFreeNames): string | null {
  const name = missedName(error, fakes.core.browserGlobals);
  const hidden = name === undefined ? (hiddenName(error, fakes) ?? nameOfProject(error, fakes)) : undefined;
  if (hidden === undefined && (name === undefined || name in globalThis)) return null;
  const free = hidden ?? name!;
  fakes.defineFree(free);
  return free;
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

/** A global that the file takes from nowhere, and that is no class of the engine's although it has the name of one. */
function hiddenName(error: unknown, fakes: FakesOfFreeNames): string | undefined {
  if (!(error instanceof TypeError)) return undefined;
  const name = /^([\p{ID_Start}$_][\p{ID_Continue}$]*)\.[\p{ID_Continue}$]+ is not a function$/u.exec(
    error.message,
  )?.[1];
  if (name === undefined || fakes.known.isDeclared(name)) return undefined;
  return isOfEngineOnly(name, fakes) ? name : undefined;
}

/** A class that the file takes from nowhere, that the engine has, and in whose place a file of the project sets its own. */
function nameOfProject(error: unknown, fakes: FakesOfFreeNames): string | undefined {
  if (!(error instanceof TypeError)) return undefined;
  return fakes.known.setByProject((name) => /^\p{Lu}/u.test(name) && isOfEngineOnly(name, fakes));
}

/** Whether a global is a function that this engine has and the language does not ask for. */
function isOfEngineOnly(name: string, fakes: FakesOfFreeNames): boolean {
  const value: unknown = Reflect.get(globalThis, name);
  return typeof value === "function" && !fakes.isFake(value) && !ofLanguage().has(name);
}

let languageGlobals: ReadonlySet<string> | undefined;

/** The globals that every engine has. */
function ofLanguage(): ReadonlySet<string> {
  return (languageGlobals ??= new Set(
    vm.runInNewContext("Object.getOwnPropertyNames(globalThis)") as string[],
  ));
}

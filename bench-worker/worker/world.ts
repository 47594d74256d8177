import { ClockWithoutEnd } from "./clock/clock-without-end.ts";
import { blockedFunction } from "./fakes/blocked.ts";
import { fakeBuiltins, type Builtins } from "./fakes/builtins.ts";
import { silentConsole } from "./fakes/console.ts";
import { fakeCrypto } from "./fakes/crypto-zlib.ts";
import { fakeProcess } from "./fakes/process.ts";
import { fakeJson } from "./fakes/json.ts";
import { fakeTimers } from "./fakes/timers.ts";
import { fakeWeb } from "./fakes/web.ts";
import { OwnGlobals } from "./harness/global-state.ts";
import { sealProcess } from "./harness/seal-process.ts";
import { IoCore } from "./io/io-core.ts";
import type { Callback } from "./io/callback.ts";

/** What the gallery's data layer looks for. */
export interface DataLayerHook {
  call(expression: string, value: unknown, callback: Callback): void;
}

/** Node's modules as the targets of this process shall see them. */
export interface World {
  readonly builtins: Builtins;
  /** The same for a recorded call: I/O that packages begin by themselves has no answer, as the recording tells what came of it. */
  readonly builtinsOfReplay: Builtins;
}

/** What packages do I/O by, or have other threads compute. */
const OF_PACKAGES = new Set([
  ...["fs", "fs/promises", "dns", "dns/promises", "http", "https", "child_process", "crypto", "zlib"],
  ...["readline", "readline/promises"],
]);

/**
 * Puts the fakes in the place of Node's globals, for good: from here on this process has no timers, no network and
 * no channel but those that the harness took for itself.
 */
export function buildWorld(core: IoCore, folders: readonly string[]): World {
  core.attempts.folders = folders;
  const requireFrom = (file: string): unknown => core.requireFrom?.(file) ?? noRequire();
  const timers = fakeTimers(core);
  const console = silentConsole();
  const itsProcess = fakeProcess(core, (name) => {
    const ofProject = builtins(name, requireFrom, true);
    const ofPackages = builtins(name, requireFrom, false);
    // Who asks is looked for only where it matters: that takes time.
    return ofProject === ofPackages || !core.attempts.isOfPackage() ? ofProject : ofPackages;
  });
  const builtins = fakeBuiltins({ core, timers, process: itsProcess, console, folders });
  const dataLayer: DataLayerHook = {
    call: (expression, value, callback) => {
      core.noteUse(expression, "callback", "default", "the gallery's own data layer");
      core.callback(expression, value, callback);
    },
  };
  sealProcess(process, itsProcess, (name) => blockedFunction(`process.${name}`, core));
  const globals: Record<string, unknown> = {
    ...ofRuntime(fakeWeb(core), core),
    ...timers.callbacks,
    process: itsProcess,
    console,
    JSON: fakeJson(core),
    crypto: fakeCrypto(core).webcrypto,
    __asyncCostIo: dataLayer,
  };
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
  }
  Object.defineProperty(globalThis, "global", { value: globalThis, writable: true, configurable: true });
  // Cannot be deleted.
  Reflect.set(globalThis, "gc", undefined);
  core.globals = new OwnGlobals();
  let unanswered: Builtins | null = null;
  return {
    builtins,
    builtinsOfReplay: (name, requireFrom, isOfProject) => {
      if (isOfProject === true || !OF_PACKAGES.has(name)) return builtins(name, requireFrom, isOfProject);
      unanswered ??= fakeBuiltins({
        core: new IoCore(new ClockWithoutEnd(core), 0, core.attempts),
        ...{ timers, process: itsProcess, console, folders },
      });
      return unanswered(name, requireFrom, false);
    },
  };
}

/** What the runtime has of the web's globals. What it has not would send whoever looks for it the way that browsers go. */
function ofRuntime(web: Readonly<Record<string, unknown>>, core: IoCore): Record<string, unknown> {
  const entries = Object.entries(web);
  core.browserGlobals = new Map(entries.filter(([name]) => !(name in globalThis)));
  return Object.fromEntries(entries.filter(([name]) => name in globalThis));
}

function noRequire(): never {
  throw new Error("createRequire has no module to begin at: nothing is loaded yet.");
}

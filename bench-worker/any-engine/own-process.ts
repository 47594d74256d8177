import { engine, majorOfNode } from "./engine.ts";
import type { Io } from "./io.ts";
import { refusal, refuseInPlace } from "./refusals.ts";

/** What of `process` leads out of it, or to modules that do. */
const WAYS_OUT = [
  "abort",
  "binding",
  "chdir",
  "dlopen",
  "execve",
  "getBuiltinModule",
  "kill",
  "reallyExit",
  "_debugEnd",
  "_debugProcess",
  "_kill",
  "_linkedBinding",
];
/** The channel to the host, by all the names that versions have had for it. */
const CHANNEL = ["send", "_send", "channel", "_channel", "_handleQueue", "mainModule"];
/** Node's own modules take `process` from the globals before this version, and need what leads out of it. */
const OWN_PROCESS_FROM = 8;

/**
 * A `process` for targets: it does what the real one does, but has no channel, and refuses what leads out. The real
 * one loses what the engine's own code does not need.
 */
export function processForTargets(io: Io): NodeJS.Process {
  const real = process as unknown as Record<string, unknown>;
  const exit = (code?: number | string | null): never => {
    const error = new engine.Error(`process.exit(${code ?? ""}) was called`);
    io.exit ??= error;
    throw error;
  };
  const major = majorOfNode();
  // Of an engine whose modules cannot be taken out of reach, the real one may be had.
  if (major === null) refuseInPlace("process", real, io, WAYS_OUT);
  real["exit"] = exit;
  real["send"] = undefined;
  if (major !== null && major < OWN_PROCESS_FROM) {
    refuseInPlace("process", real, io, ["kill", "abort", "chdir"]);
    return process;
  }
  const own = Object.create(Object.getPrototypeOf(real) as object) as Record<string, unknown>;
  for (const name of Object.getOwnPropertyNames(real)) define(name);
  for (const name of ["on", "once", "addListener", "removeListener", "removeAllListeners", "emit"])
    define(name);
  for (const name of WAYS_OUT) {
    if (typeof real[name] === "function") set(name, refusal(`process.${name}`, io));
  }
  for (const name of CHANNEL) set(name, undefined);
  // The engine's own code calls the real one when the host lets go.
  set("disconnect", refusal("process.disconnect", io));
  set("exit", exit);
  return own as unknown as NodeJS.Process;

  function set(name: string, value: unknown): void {
    Object.defineProperty(own, name, { value, configurable: true, enumerable: true, writable: true });
  }

  function define(name: string): void {
    const descriptor = Object.getOwnPropertyDescriptor(real, name);
    const value = descriptor === undefined ? real[name] : (descriptor.value as unknown);
    if (typeof value === "function") {
      const bound = (value as (...given: unknown[]) => unknown).bind(real) as unknown as Record<
        string,
        unknown
      >;
      // Such as `hrtime.bigint` and `memoryUsage.rss`.
      for (const key of Object.keys(value)) bound[key] = (value as unknown as Record<string, unknown>)[key];
      set(name, bound);
      return;
    }
    Object.defineProperty(own, name, {
      configurable: true,
      enumerable: true,
      get: () => real[name],
      set: (given: unknown) => {
        real[name] = given;
      },
    });
  }
}

import os from "node:os";
import { UNKNOWN, type Environment } from "../environment.ts";
import type { Ready } from "../protocol.ts";

/** What of an {@link Environment} belongs to the machine, not to the runtime. */
export type Machine = Pick<Environment, "cpu" | "cores" | "os">;

/** This machine. */
export function thisMachine(): Machine {
  const cpus = os.cpus();
  return {
    cpu: cpus[0]?.model.trim() ?? "unknown",
    cores: cpus.length,
    os: `${os.type()} ${os.release()} ${os.arch()}`,
  };
}

/** The environment of a benchmark. Until a worker has said what it runs on, that is `unknown`. */
export function environmentOf(machine: Machine, runtimeName: string, ready: Ready | undefined): Environment {
  return {
    runtime: ready?.runtime ?? runtimeName,
    version: ready?.version ?? UNKNOWN,
    v8: ready?.v8 ?? UNKNOWN,
    ...machine,
    ...(ready?.walls === undefined ? {} : { walls: ready.walls }),
  };
}

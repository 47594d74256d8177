import type { Runtime } from "../api.ts";

/** The oldest Node that the worker runs on which fakes everything. */
export const OLDEST_NODE = 20;

/** Whether that worker runs on it; on others it is the one for any engine. */
export function runsFullWorker({ name, version }: Pick<Runtime, "name" | "version">): boolean {
  return name === "node" && (version === undefined || Number.parseInt(version, 10) >= OLDEST_NODE);
}

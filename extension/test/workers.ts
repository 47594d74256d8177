import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Ids of the worker processes that are alive on this machine and were started by this extension host. */
export async function livingWorkers(): Promise<number[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid=,args="]);
  return stdout
    .split("\n")
    .map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row))
    .filter((match) => match?.[2] === String(process.pid) && /worker(-any-engine)?\.cjs/.test(match[3]!))
    .map((match) => Number(match![1]));
}

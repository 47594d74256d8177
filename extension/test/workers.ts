import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { COMPILE } from "../../bench-worker/compile-flag.ts";

/** Ids of the worker processes that are alive on this machine and were started by this extension host; it does not wait for one that runs nobody's code. */
export async function livingWorkers(): Promise<number[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid=,args="]);
  return stdout
    .split("\n")
    .map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row))
    .filter((match) => match?.[2] === String(process.pid) && /worker(-any-engine)?\.cjs/.test(match[3]!))
    .filter((match) => !match![3]!.endsWith(` ${COMPILE}`))
    .map((match) => Number(match![1]));
}

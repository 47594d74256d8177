import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { COMPILE } from "../../../bench-worker/compile-flag.ts";

/** A process as `ps` lists it. */
export interface Listed {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Everything that descends from a process. */
export async function descendants(pid: number): Promise<Listed[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid=,args="]);
  const all = stdout.split("\n").flatMap((row): Listed[] => {
    const match = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row);
    return match ? [{ pid: Number(match[1]), parent: Number(match[2]), command: match[3] ?? "" }] : [];
  });
  const below = (parent: number): Listed[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  return below(pid);
}

/** The benchmark workers among them that run somebody's code. */
export async function workers(pid: number): Promise<Listed[]> {
  return (await descendants(pid)).filter(
    ({ command }) => command.includes("worker.cjs") && !command.endsWith(` ${COMPILE}`),
  );
}

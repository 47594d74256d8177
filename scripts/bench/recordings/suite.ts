import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import path from "node:path";
import { recordRun } from "../../../bench-worker/host/recordings/record-run.ts";
import { recordedInWords } from "../../../bench-worker/host/recordings/record-words.ts";
import { summaryOf, type SuiteSummary } from "./summary.ts";

/** What came of running a suite. */
export interface SuiteRun {
  readonly code: number;
  readonly summary: SuiteSummary | null;
  readonly wallMilliseconds: number;
  /** Of all processes of it that were waited for. */
  readonly cpuMilliseconds: number;
  readonly output: string;
}

/** A suite as it is run. */
export interface Suite {
  readonly folder: string;
  readonly test: readonly string[];
}

const MILLISECONDS_AT_MOST = 15 * 60_000;

/** Runs the suite as its authors do. */
export function runSuite(
  { folder, test }: Suite,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<SuiteRun> {
  return run(test, folder, environment);
}

/** Runs it by `async-cost record`, after which its recordings are in the folder, and only those. */
export async function recordSuite(
  { folder, test }: Suite,
  recorderFile: string,
): Promise<SuiteRun & { readonly said: string; readonly told: readonly string[] }> {
  await rm(path.join(folder, ".async-cost"), { recursive: true, force: true });
  let ran: SuiteRun | undefined;
  const recorded = await recordRun(
    { words: test, folder, recorderFile },
    {
      environment: process.env,
      cache: path.join(folder, ".async-cost", "cache"),
      run: async (words, where, environment) => {
        ran = await run(words, where, environment);
        return { state: "ended", code: ran.code };
      },
      now: () => new Date(),
      askWhetherCommitted: null,
    },
  );
  if (recorded.state === "not-started") throw new Error(recorded.reason);
  const said = recorded.nothing ?? recordedInWords(recorded.kept);
  return { ...ran!, said, told: recorded.told };
}

/** A shell tells what all processes below it have taken. */
const TIMED = '"$@"; code=$?; times >&3; exit $code';

function run(words: readonly string[], folder: string, environment: NodeJS.ProcessEnv): Promise<SuiteRun> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn("sh", ["-c", TIMED, "suite", ...words], {
      cwd: folder,
      env: environment,
      stdio: ["ignore", "pipe", "pipe", "pipe"],
      detached: true,
    });
    let output = "";
    let times = "";
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding("utf8").on("data", (text: string) => void (output += text));
    (child.stdio[3] as NodeJS.ReadableStream)
      .setEncoding("utf8")
      .on("data", (text: string) => void (times += text));
    const limit = setTimeout(() => process.kill(-child.pid!, "SIGKILL"), MILLISECONDS_AT_MOST);
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(limit);
      const wallMilliseconds = performance.now() - began;
      resolve({
        code: code ?? 1,
        summary: summaryOf(output),
        wallMilliseconds,
        cpuMilliseconds: cpuOf(times),
        output,
      });
    });
  });
}

/** What the shell's `times` prints: `0m1.520s 0m0.230s`, of itself and then of what it started. */
function cpuOf(times: string): number {
  const ofChildren = times.trim().split("\n").at(-1) ?? "";
  return [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + (Number(minutes) * 60 + Number(seconds)) * 1000,
    0,
  );
}

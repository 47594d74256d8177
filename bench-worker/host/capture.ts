import { spawn } from "node:child_process";
import { between, judgeWaiting, type ProcessTimes } from "./patience.ts";
import { killTree } from "./process-tree.ts";

/** What a short command said. */
export interface Captured {
  readonly stdout: string;
  /** `ENOENT`, `EACCES`, {@link TIMED_OUT}, `cancelled`, `exit code 1`, …; left out when all went well. */
  readonly error?: string;
}

/** The error of a command that was ended, as it took too long. */
export const TIMED_OUT = "timed out";

/** Runs a short command and reads its standard output. Never rejects. */
export type Capture = (
  command: string,
  parameters: readonly string[],
  options: {
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly timeLimitMilliseconds: number;
    /** Says what a process has done so far: then time in which others keep the command from running does not count. */
    readonly processTimes?: (pid: number) => Promise<ProcessTimes | null>;
    /** Ends the command. */
    readonly signal?: AbortSignal;
  },
) => Promise<Captured>;

const OUTPUT_AT_MOST = 100_000;

/** {@link Capture} on this machine, without a shell, in a session of its own so that it cannot take the terminal. */
export const capture: Capture = (command, parameters, options) =>
  new Promise((resolve) => {
    const { environment, timeLimitMilliseconds, processTimes, signal } = options;
    if (signal?.aborted === true) {
      resolve({ stdout: "", error: "cancelled" });
      return;
    }
    let stdout = "";
    const start = () =>
      spawn(command, parameters, {
        env: { ...environment },
        stdio: ["ignore", "pipe", "ignore"],
        detached: process.platform !== "win32",
        windowsHide: true,
      });
    let child: ReturnType<typeof start>;
    try {
      child = start();
    } catch (error) {
      // Some causes, such as a file in the place of a folder, are thrown and not emitted.
      resolve({ stdout, error: causeOf(error) });
      return;
    }
    let isSettled = false;
    const settle = (error?: string): void => {
      isSettled = true;
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
      child.stdout.destroy();
      resolve(error === undefined ? { stdout } : { stdout, error });
    };
    const end = (error: string): void => {
      if (child.pid !== undefined) killTree(child.pid);
      settle(error);
    };
    const begun = performance.now();
    let before: { at: number; did: ProcessTimes | null } = { at: begun, did: { computed: 0, kept: 0 } };
    const look = async (): Promise<void> => {
      const did = child.pid === undefined ? null : ((await processTimes?.(child.pid)) ?? null);
      if (isSettled) return;
      const at = performance.now();
      const lately = { passed: at - before.at, meanwhile: between(before.did, did) };
      const judged = judgeWaiting({ own: timeLimitMilliseconds, kept: Infinity }, at - begun, did, lately);
      before = { at, did };
      if (judged.what === "wait") timer = setTimeout(() => void look(), judged.milliseconds);
      else end(TIMED_OUT);
    };
    let timer = setTimeout(() => void look(), timeLimitMilliseconds);
    const cancel = (): void => end("cancelled");
    signal?.addEventListener("abort", cancel, { once: true });
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      if (stdout.length < OUTPUT_AT_MOST) stdout += chunk;
    });
    child.once("error", (error) => settle(causeOf(error)));
    child.once("close", (code, signal) => {
      settle(code === 0 ? undefined : signal === null ? `exit code ${String(code)}` : signal);
    });
  });

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}

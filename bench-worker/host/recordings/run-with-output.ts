import { spawn } from "node:child_process";
import os from "node:os";
import { endTree, keepTrackOf } from "../process-tree.ts";
import { notStarted, programOf, type Ended, type RunCommand } from "./run-command.ts";

/** What is to be known of a command that runs without a terminal. */
export interface Running {
  /** Hears what it writes. */
  readonly onOutput: (text: string) => void;
  /** Ends it, and all that it has started. */
  readonly signal: AbortSignal;
  /** Milliseconds from an interrupt to the end of what does not heed it. */
  readonly patience?: number;
}

const PATIENCE = 3000;
/** Milliseconds for which the pipes of a command that has ended may be held open by others. */
const LAST_WORDS = 300;

/**
 * {@link RunCommand} without a terminal. Nothing that it has started in its process group outlives it, nor the process that asked
 * for it. It reads nothing: who would ask something gets no answer.
 */
export function runWithOutput({ onOutput, signal, patience = PATIENCE }: Running): RunCommand {
  return (words, folder, environment) =>
    new Promise<Ended>((resolve) => {
      const { file, parameters, isVerbatim } = programOf(words, folder);
      const isWindows = process.platform === "win32";
      const child = spawn(file, parameters, {
        cwd: folder,
        env: environment,
        stdio: ["ignore", "pipe", "pipe"],
        detached: !isWindows,
        windowsHide: true,
        windowsVerbatimArguments: isVerbatim,
      });
      const { pid } = child;
      child.stdout.setEncoding("utf8").on("data", onOutput);
      child.stderr.setEncoding("utf8").on("data", onOutput);
      let timer: NodeJS.Timeout | undefined;
      const stop = (): void => {
        if (pid === undefined) return;
        if (isWindows || !interrupt(pid)) endTree(pid);
        else timer = setTimeout(() => endTree(pid), patience);
      };
      const settle = (ended: Ended): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", stop);
        resolve(ended);
      };
      child.once("error", (error) => settle(notStarted(error)));
      child.once("exit", (code, by) => {
        clearTimeout(timer);
        if (pid !== undefined) endTree(pid);
        const ended: Ended = {
          state: "ended",
          code: by === null ? (code ?? 1) : 128 + os.constants.signals[by],
        };
        timer = setTimeout(() => settle(ended), LAST_WORDS);
        child.once("close", () => settle(ended));
      });
      if (pid === undefined) return;
      keepTrackOf(pid);
      signal.addEventListener("abort", stop);
      if (signal.aborted) stop();
    }).catch(notStarted);
}

/** As Ctrl-C does it in a terminal: the whole group hears of it. False where nobody is there. */
function interrupt(pid: number): boolean {
  try {
    return process.kill(-pid, "SIGINT");
  } catch {
    return false;
  }
}

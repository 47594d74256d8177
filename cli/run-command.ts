import { spawn } from "node:child_process";
import os from "node:os";
import {
  notStarted,
  programOf,
  type Ended,
  type RunCommand,
} from "../bench-worker/host/recordings/run-command.ts";

/** Passed on to the command. An interrupt that is typed reaches it by itself, as it is in the same group of processes. */
const PASSED_ON = ["SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR2"] as const;

/** {@link RunCommand} on this machine. The command outlives no signal that it does not want to: then we wait for it. */
export const runOnTerminal: RunCommand = (words, folder, environment) =>
  new Promise<Ended>((resolve) => {
    const { file, parameters, isVerbatim } = programOf(words, folder);
    const child = spawn(file, parameters, {
      cwd: folder,
      env: environment,
      stdio: "inherit",
      windowsVerbatimArguments: isVerbatim,
    });
    const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
    const interrupt = (): void => {
      if (!process.stdin.isTTY) child.kill("SIGINT");
    };
    const passed = os.platform() === "win32" ? [] : PASSED_ON;
    for (const signal of passed) process.on(signal, pass);
    process.on("SIGINT", interrupt);
    const settle = (ended: Ended): void => {
      for (const signal of passed) process.off(signal, pass);
      process.off("SIGINT", interrupt);
      resolve(ended);
    };
    child.once("error", (error) => settle(notStarted(error)));
    child.once("exit", (code, signal) =>
      settle({ state: "ended", code: signal === null ? (code ?? 1) : 128 + os.constants.signals[signal] }),
    );
  }).catch(notStarted);

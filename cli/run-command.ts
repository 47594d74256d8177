import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { commandOnPath, type PathSystem } from "../bench-worker/host/on-path.ts";

/** How a command ended: with its exit code, 128 and more where a signal ended it; or that it could not be started. */
export type Ended =
  | { readonly state: "ended"; readonly code: number }
  | { readonly state: "not-started"; readonly reason: string };

/** Runs a command in a folder, on the terminal of this process. */
export type RunCommand = (
  words: readonly string[],
  folder: string,
  environment: NodeJS.ProcessEnv,
) => Promise<Ended>;

/** Passed on to the command. An interrupt that is typed reaches it by itself, as it is in the same group of processes. */
const PASSED_ON = ["SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR2"] as const;

/** {@link RunCommand} on this machine. The command outlives no signal that it does not want to: then we wait for it. */
export const runOnTerminal: RunCommand = (words, folder, environment) =>
  new Promise((resolve) => {
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
    child.once("error", (error: NodeJS.ErrnoException) =>
      settle({ state: "not-started", reason: error.code ?? error.message }),
    );
    child.once("exit", (code, signal) =>
      settle({ state: "ended", code: signal === null ? (code ?? 1) : 128 + os.constants.signals[signal] }),
    );
  });

interface Program {
  readonly file: string;
  readonly parameters: string[];
  /** On Windows: the parameters are quoted already. */
  readonly isVerbatim: boolean;
}

const thisSystem: PathSystem = {
  platform: process.platform,
  environment: process.env,
  exists: existsSync,
};

/**
 * What to start for the words of a command. On Windows npm and its like are batch files, which only cmd.exe runs; elsewhere no
 * shell is needed.
 */
export function programOf(
  words: readonly string[],
  folder: string,
  system: PathSystem = thisSystem,
): Program {
  const [name = "", ...parameters] = words;
  if (system.platform !== "win32") return { file: name, parameters, isVerbatim: false };
  const extensions = (system.environment["PATHEXT"] ?? ".COM;.EXE;.BAT;.CMD").split(";").filter(Boolean);
  const isPath = /[\\/]/.test(name);
  const found = isPath
    ? ["", ...extensions].map((one) => path.win32.resolve(folder, name + one)).find(system.exists)
    : commandOnPath(name, path.win32.extname(name) === "" ? extensions : ["", ...extensions], system);
  if (found == null || !/\.(?:bat|cmd)$/i.test(found))
    return { file: found ?? name, parameters, isVerbatim: false };
  // The batch file gives its words to another program, so that they are read twice.
  const line = [escaped(found), ...parameters.map((one) => escaped(escaped(quoted(one))))].join(" ");
  return {
    file: system.environment["ComSpec"] ?? "cmd.exe",
    parameters: ["/d", "/s", "/c", `"${line}"`],
    isVerbatim: true,
  };
}

/** As a program's own reader of its command line takes words apart: backslashes count before a quote only. */
function quoted(word: string): string {
  return `"${word.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, "$1$1")}"`;
}

/** So that cmd.exe takes it as it is. */
function escaped(word: string): string {
  return word.replaceAll(/[()\][%!^"`<>&|;, *?]/g, "^$&");
}

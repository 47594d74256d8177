import { existsSync } from "node:fs";
import path from "node:path";
import { commandOnPath, type PathSystem } from "../on-path.ts";

/** How a command ended: with its exit code, 128 and more where a signal ended it; or that it could not be started. */
export type Ended =
  | { readonly state: "ended"; readonly code: number }
  | { readonly state: "not-started"; readonly reason: string };

/** Runs a command in a folder. */
export type RunCommand = (
  words: readonly string[],
  folder: string,
  environment: NodeJS.ProcessEnv,
) => Promise<Ended>;

/** The end of a command that could not be started, be it that the system says so, or Node before it asks: of words that none can have. */
export function notStarted(error: unknown): Ended {
  const { code, message } = error as NodeJS.ErrnoException;
  return { state: "not-started", reason: code ?? message };
}

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
  return `"${word.replaceAll(/(?<!\\)(\\*)"/g, '$1$1\\"').replace(/(?<!\\)(\\+)$/, "$1$1")}"`;
}

/** So that cmd.exe takes it as it is. */
function escaped(word: string): string {
  return word.replaceAll(/[()\][%!^"`<>&|;, *?]/g, "^$&");
}

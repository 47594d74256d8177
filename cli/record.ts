import { existsSync } from "node:fs";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import {
  RECORDER_FOLDER,
  RECORDER_OPTIONS,
  type RecorderOptions,
} from "../bench-worker/contract/recorder-lines.ts";
import type { Recording } from "../bench-worker/contract/recording.ts";
import { cacheFolder } from "../bench-worker/host/cache.ts";
import { keepRun, type KeptRun } from "../bench-worker/host/recordings/keep-run.ts";
import { endRun, leftRuns, startRun } from "../bench-worker/host/recordings/runs.ts";
import { RECORDINGS_FOLDER } from "../bench-worker/host/recordings/store.ts";
import { withRequired } from "./node-options.ts";
import { runOnTerminal, type RunCommand } from "./run-command.ts";
import { EXIT, UsageError, type Terminal } from "./terminal.ts";
import { printable } from "./text.ts";

/** The options of `async-cost record` as they were typed. */
export interface RecordOptions {
  readonly out?: string;
  readonly only?: readonly string[];
  readonly calls?: string;
  readonly shapesOnly?: boolean;
}

/** What recording stands on. */
export interface RecordServices {
  readonly environment: NodeJS.ProcessEnv;
  /** The user's cache folder. */
  readonly cache: string;
  readonly run: RunCommand;
  readonly now: () => Date;
}

const hostRecordServices = (): RecordServices => ({
  environment: process.env,
  cache: cacheFolder(),
  run: runOnTerminal,
  now: () => new Date(),
});

const CALLS_OF_PATH = 3;
const MOST_NOTES = 3;

/**
 * `async-cost record`: runs a command with the recorder in it, and makes recordings of what that saw.
 *
 * @param recorderFile The recorder's bundle.
 * @returns The exit code of the command; 2 where it could not be started, or nothing of the project was loaded.
 * @throws {UsageError} when the call is wrong.
 */
export async function recordCommand(
  words: readonly string[],
  options: RecordOptions,
  terminal: Terminal,
  recorderFile: string,
  services: RecordServices = hostRecordServices(),
): Promise<number> {
  if (words.length === 0) {
    throw new UsageError("record needs the command to run, as in async-cost record -- npm test");
  }
  const callsOfPath = callsOption(options.calls);
  const root = projectFolder(terminal.folder);
  const folder = path.resolve(terminal.folder, options.out ?? path.join(root, RECORDINGS_FOLDER));
  const command = words.map(shown).join(" ");
  const recorderOptions: RecorderOptions = {
    root,
    command,
    callsOfPath,
    shapesOnly: options.shapesOnly === true,
    only: [...(options.only ?? [])],
  };
  const earlier = await leftRuns(services.cache, root, isAlive);
  const run = await startRun(services.cache, root, command, services.now());
  const ended = await services.run(words, terminal.folder, {
    ...services.environment,
    NODE_OPTIONS: withRequired(recorderFile, services.environment["NODE_OPTIONS"]),
    [RECORDER_FOLDER]: run.folder,
    [RECORDER_OPTIONS]: JSON.stringify(recorderOptions),
  });
  if (ended.state === "not-started") {
    await endRun(run);
    throw new UsageError(whyNotStarted(words[0]!, ended.reason));
  }
  const tell = (text: string): void => terminal.printError(`async-cost: ${printable(text)}\n`);
  const shownFile = (file: string): string => {
    const relative = path.relative(terminal.folder, file);
    return relative.startsWith("..") ? file : relative.split(path.sep).join("/");
  };
  const keeping = { root, folder, callsOfPath, shown: shownFile };
  const prepare = (): Promise<void> =>
    options.out === undefined ? decideOnGit(root, terminal, tell) : Promise.resolve();
  for (const one of earlier) {
    const { functions, calls, problems } = await keepRun(one, keeping, prepare);
    if (calls > 0)
      tell(`took in ${calls} calls of ${functions} functions that ${one.command} left, which was killed`);
    for (const problem of problems) tell(problem);
  }
  const kept = await keepRun(run, keeping, prepare);
  for (const text of [...kept.notes.slice(0, MOST_NOTES), ...kept.problems]) tell(text);
  if (kept.notes.length > MOST_NOTES) tell(`and ${kept.notes.length - MOST_NOTES} notes more`);
  const isNothing = kept.files === 0 && kept.calls === 0;
  tell(
    isNothing
      ? await whyNothing(kept, root, command)
      : summary(kept, shownFile(folder), targetOf(kept.recordings, root, terminal.folder)),
  );
  return isNothing && ended.code === EXIT.done ? EXIT.wrongCall : ended.code;
}

/** The folder around which the project is: the nearest one that has recordings, a package, or a repository. */
function projectFolder(from: string): string {
  for (let folder = from; ; folder = path.dirname(folder)) {
    if ([".async-cost", "package.json", ".git"].some((name) => existsSync(path.join(folder, name))))
      return folder;
    if (path.dirname(folder) === folder) return from;
  }
}

function callsOption(calls: string | undefined): number {
  const number = calls === undefined ? CALLS_OF_PATH : Number(calls);
  if (Number.isInteger(number) && number >= 1) return number;
  throw new UsageError(`--calls is how many calls of each path are kept whole, such as 3; not ${calls}`);
}

/** A word as it would be typed. */
function shown(word: string): string {
  return /^[\w@%+=:,./\\-][\w@%+=:,./\\#-]*$/.test(word)
    ? word
    : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function whyNotStarted(name: string, reason: string): string {
  if (reason === "ENOENT")
    return `there is no command ${name}; write what you type to run it, as in -- npm test`;
  if (reason === "EACCES") return `${name} may not be run; if it is a script of Node, write -- node ${name}`;
  return `${name} could not be started: ${reason}`;
}

/** Why nothing of the project was loaded, and what to do. */
async function whyNothing({ processes }: KeptRun, root: string, command: string): Promise<string> {
  const nothing = "nothing was recorded:";
  if (processes > 0) {
    return `${nothing} ${command} loaded no file of ${root} that is code of the project; code in node_modules and tests are left out, and what --only does not name`;
  }
  const script = await scriptWithOptions(root);
  if (script !== null) {
    return `${nothing} the script ${script} of package.json sets NODE_OPTIONS itself; begin its value with $NODE_OPTIONS, as in NODE_OPTIONS="$NODE_OPTIONS …"`;
  }
  return `${nothing} ${command} started no Node with the recorder in it; it must be a program of Node 20 or later, and keep NODE_OPTIONS as they are`;
}

const packageSchema = v.object({ scripts: v.record(v.string(), v.string()) });

/** A script that puts something in the place of what we put into NODE_OPTIONS. */
async function scriptWithOptions(root: string): Promise<string | null> {
  try {
    const text = await readFile(path.join(root, "package.json"), "utf8");
    const { scripts } = v.parse(packageSchema, JSON.parse(text));
    const own = Object.entries(scripts).find(([, script]) => /\bNODE_OPTIONS=(?!["']?[$%])/.test(script));
    return own?.[0] ?? null;
  } catch {
    return null;
  }
}

function summary(kept: KeptRun, folder: string, next: string | null): string {
  if (kept.calls === 0) {
    return `no asynchronous function of the project was called, in ${count(kept.files, "file")} of it that were loaded`;
  }
  const said = [
    `${count(kept.functions, "function")}, ${count(kept.calls, "call")} on ${count(kept.paths, "path")}, ${kept.kept} kept whole`,
  ];
  if (kept.cut > 0) said.push(`parts of ${count(kept.cut, "call")} were left out, as they are large`);
  if (kept.leftOut > 0)
    said.push(`${count(kept.leftOut, "call")} left out, as their file would be too large`);
  if (kept.redacted > 0) said.push(`${count(kept.redacted, "text")} replaced that may be secrets`);
  if (kept.unplaced > 0)
    said.push(`${count(kept.unplaced, "call")} of functions that are not in the source left out`);
  if (kept.broken > 0) said.push(`${count(kept.broken, "line")} of the recorder could not be read`);
  return `recorded ${said.join("; ")}. In ${folder}${next === null ? "" : `; next: async-cost bench ${shown(next)}`}`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

/** The function with the most calls that did some I/O, as a target. */
function targetOf(recordings: readonly Recording[], root: string, from: string): string | null {
  const functions = recordings.flatMap(({ file, functions: own }) => {
    const named = path.relative(from, path.join(root, file)).split(path.sep).join("/");
    return own.map(({ name, line, paths }) => ({
      target: /^[\w.#$]+$/.test(name) ? `${named}#${name}` : `${named}:${line}`,
      calls: paths.reduce((sum, { calls, sites }) => sum + (sites.length > 0 ? calls : 0), 0),
    }));
  });
  return functions.sort((left, right) => right.calls - left.calls)[0]?.target ?? null;
}

/** At the first recording of a project: whether they go into git. Afterwards the user's files tell. */
async function decideOnGit(root: string, terminal: Terminal, tell: (text: string) => void): Promise<void> {
  const own = path.join(root, path.dirname(RECORDINGS_FOLDER));
  const ignoring = path.join(own, ".gitignore");
  const isDecided = await Promise.any([stat(ignoring), stat(path.join(root, RECORDINGS_FOLDER))]).catch(
    () => null,
  );
  if (isDecided !== null) return;
  const question = "Are recordings to be committed to git? They hold values that your tests used. [y/N] ";
  if (terminal.ask !== null && (await terminal.ask(question))) return;
  await mkdir(own, { recursive: true });
  await writeFile(ignoring, "/.gitignore\n/recordings/\n");
  const name = path.relative(terminal.folder, ignoring).split(path.sep).join("/");
  tell(`recordings are ignored by git, by ${name}; remove that file to commit them`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

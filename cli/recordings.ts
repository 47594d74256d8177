import { readFileSync } from "node:fs";
import path from "node:path";
import type { RecordedCall, RecordedFunction, Recording } from "../bench-worker/contract/recording.ts";
import { argumentsText, valueText } from "../bench-worker/contract/value-text.ts";
import { counted } from "../bench-worker/quantity.ts";
import { hostServices, type BenchmarkServices } from "../bench-worker/host/benchmark.ts";
import { checkRecorded } from "../bench-worker/host/recordings/check-recorded.ts";
import { recordedProject, type RecordedProject } from "../bench-worker/host/recordings/project-folder.ts";
import { changedFunctions, presentPaths } from "../bench-worker/host/recordings/stale.ts";
import { readRecordings, removeRecording, writeRecording } from "../bench-worker/host/recordings/store.ts";
import { presentTexts, type PresentText } from "../bench-worker/host/recordings/text-functions.ts";
import { WorkerFailure } from "../bench-worker/host/worker-failure.ts";
import { chosenRuntimes } from "./chosen-runtimes.ts";
import { checkDocument, checkedFunctions, checkLines } from "./recordings-check.ts";
import type { RecordingsDocument } from "./recordings-document.ts";
import { styles } from "./style.ts";
import { table } from "./table.ts";
import { EXIT, UsageError, type ExitCode, type Terminal } from "./terminal.ts";
import { printable } from "./text.ts";

/** The options of `async-cost recordings`. */
export interface RecordingsOptions {
  readonly json?: boolean;
}

/** The recordings of the project that the command runs in. */
interface Recordings extends RecordedProject {
  readonly recordings: readonly Recording[];
  readonly present: PresentText;
}

/** Its answer is the exit code, where that is not the one of all that is done. */
type Action = (
  recordings: Recordings,
  targets: readonly string[],
  context: Context,
) => Promise<ExitCode | undefined> | undefined;

interface Context {
  readonly json: boolean;
  readonly terminal: Terminal;
  readonly workerFile: string;
  readonly services: Pick<BenchmarkServices, "runWorker">;
}

const ACTIONS: Readonly<Record<string, Action>> = { list, show, check, remove };

/** The names of {@link ACTIONS}. */
const RECORDINGS_ACTIONS = Object.keys(ACTIONS);

/**
 * `async-cost recordings`: lists, shows, checks and removes recordings of the project around the folder it runs in.
 *
 * @param words An action and targets: `FILE`, `FILE#name` or `FILE:LINE`.
 * @param workerFile The worker's bundle.
 * @throws {UsageError} when the action or a target is wrong.
 */
export async function recordingsCommand(
  words: readonly string[],
  options: RecordingsOptions,
  terminal: Terminal,
  workerFile: string,
  services: Pick<BenchmarkServices, "runWorker"> = hostServices,
): Promise<ExitCode> {
  const [name = "list", ...targets] = words;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action === undefined) {
    throw new UsageError(`recordings takes ${RECORDINGS_ACTIONS.join(", ")}; not ${JSON.stringify(name)}`);
  }
  const project = (await recordedProject(terminal.folder)) ?? { root: terminal.folder, folder: "" };
  const shown = (file: string): string => path.relative(terminal.folder, file).split(path.sep).join("/");
  const { recordings, problems } = await readRecordings(project.folder, shown);
  for (const problem of problems) terminal.printError(`async-cost: ${printable(problem)}\n`);
  const present = presentTexts((file) => textOf(path.join(project.root, file)));
  const context = { json: options.json === true, terminal, workerFile, services };
  const ended = await action({ ...project, recordings, present }, targets, context);
  return ended ?? (problems.length > 0 ? EXIT.notAll : EXIT.done);
}

function list(all: Recordings, targets: readonly string[], { json, terminal }: Context): undefined {
  const chosen = targets.length === 0 ? all.recordings : chosenOf(all, targets, terminal.folder);
  const document: RecordingsDocument = chosen.map(({ file, functions }) => ({
    file,
    functions: functions.map((one) => described(one, all.present)),
  }));
  if (json) {
    terminal.print(toText(document));
    return;
  }
  const rows = document.flatMap(({ file, functions }) =>
    functions.map(({ name, line, calls, paths, kept, stale, redacted = 0, recordedAt, command }) => [
      `${file}:${line}`,
      printable(name),
      `${calls}`,
      `${paths}`,
      `${kept}`,
      recordedAt === null ? "" : recordedAt.slice(0, 10),
      printable(command ?? ""),
      [
        ...(stale ? ["stale"] : []),
        ...(redacted === 0 ? [] : [`${counted(redacted, "text")} replaced`]),
      ].join(", "),
    ]),
  );
  const style = styles(terminal.colours);
  terminal.print(rows.length === 0 ? `${NOTHING}\n` : `${table(COLUMNS, rows, style.bold)}\n`);
}

const NOTHING = "No call is recorded here; async-cost record -- npm test records those of your tests";

const COLUMNS = [
  { title: "place" },
  { title: "function" },
  { title: "calls", right: true },
  { title: "paths", right: true },
  { title: "kept", right: true },
  { title: "recorded" },
  { title: "by" },
  { title: "" },
];

function show(all: Recordings, targets: readonly string[], { json, terminal }: Context): undefined {
  if (targets.length === 0)
    throw new UsageError("show what? as in async-cost recordings show src/orders.js#place");
  const chosen = chosenOf(all, targets, terminal.folder);
  if (json) {
    terminal.print(toText(chosen));
    return;
  }
  const lines = chosen.flatMap(({ file, functions }) =>
    functions.flatMap((one) => [
      `${file}:${one.line} ${one.name}`,
      ...one.paths.flatMap((each, index) => shownPath(each, index, one, all.present)),
      "",
    ]),
  );
  terminal.print(`${printable(lines.join("\n").trimEnd())}\n`);
}

async function check(
  all: Recordings,
  targets: readonly string[],
  { json, terminal, workerFile, services }: Context,
): Promise<ExitCode | undefined> {
  const chosen = targets.length === 0 ? all.recordings : chosenOf(all, targets, terminal.folder);
  const absolute = (file: string): string => path.join(all.root, file);
  const [runtime] = await chosenRuntimes();
  const where = { runtime: runtime!, workerFile, workspaceFolder: all.root };
  const checked = await checkedFunctions(chosen, {
    all: all.recordings,
    root: all.root,
    read: (file) => textOf(absolute(file)),
    absolute,
    play: async (calls) => {
      let played = 0;
      const tell = (): void => {
        if (terminal.barColumns !== null)
          terminal.printError(`\r${++played} of ${calls.length} calls played`);
      };
      return await checkRecorded(calls, where, services, terminal.signal, tell).finally(() => {
        if (played > 0) terminal.printError("\n");
      });
    },
  }).catch((error: unknown) => {
    if (error instanceof WorkerFailure) return null;
    throw error;
  });
  if (checked === null) return EXIT.notAll;
  const document = checkDocument(checked);
  if (json) terminal.print(toText(document));
  else if (checked.length === 0) terminal.print(`${NOTHING}\n`);
  else for (const text of checkLines(checked)) terminal.print(`${printable(text)}\n`);
  return document.different.length > 0 ? EXIT.notAll : undefined;
}

async function remove(
  all: Recordings,
  targets: readonly string[],
  { json, terminal }: Context,
): Promise<undefined> {
  const chosen = targets.length === 0 ? all.recordings : chosenOf(all, targets, terminal.folder);
  for (const { file, functions } of chosen) {
    const recording = all.recordings.find((one) => one.file === file)!;
    const left = recording.functions.filter((one) => !functions.includes(one));
    if (left.length === 0) await removeRecording(all.folder, file);
    else await writeRecording(all.folder, { ...recording, functions: left });
    if (!json) {
      const names = functions.map(({ name }) => name).join(", ");
      terminal.print(`${printable(`${file}: removed ${left.length === 0 ? "all" : names}`)}\n`);
    }
  }
  if (json) {
    terminal.print(
      toText(chosen.map(({ file, functions }) => ({ file, removed: functions.map(({ name }) => name) }))),
    );
  } else if (chosen.length === 0) terminal.print("There was no recording to remove\n");
}

/** What of the recordings some targets name; files and functions need not be there any more. */
function chosenOf(
  { recordings, root, present }: Recordings,
  targets: readonly string[],
  from: string,
): Recording[] {
  const chosen = new Map<Recording, Set<RecordedFunction>>();
  for (const target of targets) {
    const absolute = path.resolve(from, target);
    const named = path.relative(root, absolute).split(path.sep).join("/");
    const found = recordings.flatMap((recording) => {
      const functions = matching(recording, named, present);
      return functions.length === 0 ? [] : [{ recording, functions }];
    });
    if (found.length === 0) throw new UsageError(notRecorded(target, named, recordings));
    for (const { recording, functions } of found) {
      const known = chosen.get(recording) ?? new Set();
      chosen.set(recording, known);
      for (const one of functions) known.add(one);
    }
  }
  return [...chosen].map(([recording, functions]) => ({
    ...recording,
    functions: recording.functions.filter((one) => functions.has(one)),
  }));
}

/** The functions of a recording that a target names: all of the file, those of a name, or the innermost at a line. */
function matching({ file, functions }: Recording, target: string, present: PresentText): RecordedFunction[] {
  if (target === file) return [...functions];
  if (!target.startsWith(file)) return [];
  const rest = target.slice(file.length);
  if (rest.startsWith("#")) return functions.filter(({ name }) => name === rest.slice(1));
  const line = /^:(\d+)$/.exec(rest)?.[1];
  if (line === undefined) return [];
  const text = present(file);
  const around = functions.filter((one) => {
    const own = text?.functions.find(({ textHash }) => textHash === one.textHash);
    if (text == null || own === undefined) return one.line === Number(line);
    return own.line <= Number(line) && Number(line) <= text.placeOf(own.endToken - 1).line;
  });
  return around.slice(-1);
}

function notRecorded(target: string, named: string, recordings: readonly Recording[]): string {
  const ofFile = recordings.find(({ file }) => named.startsWith(file));
  if (ofFile === undefined) {
    return `nothing is recorded of ${target}; async-cost recordings lists what is, and async-cost record -- npm test records more`;
  }
  const names = [...new Set(ofFile.functions.map(({ name }) => name))].join(", ");
  return `nothing is recorded of ${target}; of ${ofFile.file} there is ${names}`;
}

function described(
  one: RecordedFunction,
  present: PresentText,
): RecordingsDocument[number]["functions"][number] {
  const kept = one.paths.flatMap((each) => each.kept);
  const { paths: fresh, stale } = presentPaths(one, present);
  const newest = [...kept].sort((left, right) => (left.recordedAt < right.recordedAt ? 1 : -1))[0];
  return {
    name: one.name,
    line: one.line,
    calls: one.paths.reduce((sum, { calls }) => sum + calls, 0),
    paths: one.paths.length,
    kept: kept.length,
    redacted: kept.reduce((sum, { redacted = 0 }) => sum + redacted, 0),
    stale: fresh.length === 0 && stale > 0,
    recordedAt: newest?.recordedAt ?? null,
    command: newest?.command ?? null,
  };
}

function shownPath(
  { sites, calls, kept }: RecordedFunction["paths"][number],
  index: number,
  { paths }: RecordedFunction,
  present: PresentText,
): string[] {
  const all = paths.reduce((sum, one) => sum + one.calls, 0);
  const share = `${Math.round((100 * calls) / all)} %`;
  return [
    `  path ${index + 1}: ${calls === 1 ? "1 call" : `${calls} calls`}, ${share}${sites.length === 0 ? "; no I/O" : ""}`,
    ...sites.map((site) => `    ${site}`),
    ...kept.flatMap((call) => [
      `    ${shownCall(call, present)}`,
      ...(call.cut ?? []).map((what) => `      not kept: ${what}`),
      ...replacedIn(call),
    ]),
  ];
}

function shownCall(call: RecordedCall, present: PresentText): string {
  const { how, value } = call.outcome;
  const result =
    how === "pending" ? "had not ended" : `${how}${value === undefined ? "" : ` ${valueText(value).text}`}`;
  const changed = changedFunctions(call, present).map(({ name }) => name);
  const stale = changed.length === 0 ? "" : `; stale, as ${changed.join(", ")} changed`;
  return `${argumentsText(call.arguments).text} → ${result}, ${call.milliseconds} ms, ${call.recordedAt}, ${call.command}${stale}`;
}

/** Where texts were replaced; never what stood there. */
function replacedIn({ redacted = 0, redactedAt = [] }: RecordedCall): string[] {
  if (redacted === 0) return [];
  const where = redactedAt.length === 0 ? "" : `: ${redactedAt.join("; ")}`;
  return [`      ${counted(redacted, "text")} replaced that may be secrets${where}`];
}

function toText(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import * as vscode from "vscode";
import { cacheFolder } from "../../bench-worker/host/cache.ts";
import { busiest } from "../../bench-worker/host/recordings/busiest.ts";
import { isDecidedOnGit } from "../../bench-worker/host/recordings/commit-or-ignore.ts";
import { projectFolder } from "../../bench-worker/host/recordings/project-folder.ts";
import { recordRun, type RecordedRun } from "../../bench-worker/host/recordings/record-run.ts";
import { asTyped, ignoredInWords } from "../../bench-worker/host/recordings/record-words.ts";
import { RunCounts, type Counts } from "../../bench-worker/host/recordings/run-counts.ts";
import { runWithOutput } from "../../bench-worker/host/recordings/run-with-output.ts";
import type { Run } from "../../bench-worker/host/recordings/runs.ts";
import { RefusedError } from "../benchmark/refused.ts";
import { askWhetherCommitted, chooseCommand } from "./choose-command.ts";
import { commandEnvironment } from "./command-environment.ts";
import { countsInWords, endedInWords, notStartedInWords, type EndedRun } from "./ended-words.ts";
import { openRecorded, showRecorded } from "./show-recorded.ts";

/** What a recording in the editor stands on. */
export interface EditorRecording {
  readonly log: vscode.LogOutputChannel;
  readonly recorderFile: string;
  /** Where the command's output is shown. */
  readonly output: () => vscode.OutputChannel;
}

/** Between two looks at what the recorder has seen. */
const COUNTING_MILLISECONDS = 500;

/**
 * Has the user choose a command, runs it with the recorder in it, and says what was recorded.
 *
 * @param argument The command, where whoever calls this knows it: see {@link chooseCommand}.
 * @param stop Aborted when the user cancels; whoever else aborts it cancels as well.
 * @returns What was recorded; undefined where the user wanted nothing recorded.
 */
export async function recordInEditor(
  { log, recorderFile, output }: EditorRecording,
  argument: unknown,
  stop: AbortController,
): Promise<Counts | undefined> {
  const chosen = await chooseCommand(argument, { read: textOf, exists: existsSync });
  if (chosen === undefined) return undefined;
  const command = chosen.words.map(asTyped).join(" ");
  const isDecided = await isDecidedOnGit(projectFolder(chosen.folder));
  const isCommitted = isDecided || (await askWhetherCommitted());
  if (isCommitted === undefined) return undefined;
  // A recording belongs to a text on the disk.
  await vscode.workspace.saveAll(false);

  const channel = output();
  channel.clear();
  channel.appendLine(`> ${command}    (in ${chosen.folder})\n`);
  channel.show(true);
  log.info(`Recording ${command} in ${chosen.folder}`);
  const run = await underProgress(command, stop, (report) =>
    recordRun(
      { ...chosen, recorderFile },
      {
        environment: commandEnvironment(process.env),
        cache: cacheFolder(),
        run: runWithOutput({
          onOutput: (text) => channel.append(stripVTControlCharacters(text)),
          signal: stop.signal,
        }),
        now: () => new Date(),
        askWhetherCommitted: () => Promise.resolve(isCommitted),
        onStart: report,
      },
    ),
  );
  if (run.state === "not-started") throw new RefusedError(notStartedInWords(chosen.words[0]!, run.reason));
  tell(run, { channel, log, command, wasCancelled: stop.signal.aborted });
  return { functions: run.kept.functions, calls: run.kept.calls };
}

type Report = (run: Run) => void;

/** Says how many calls the recorder has seen, until the work is done. */
function underProgress(
  command: string,
  stop: AbortController,
  work: (report: Report) => Promise<RecordedRun>,
): Thenable<RecordedRun> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: `Recording ${command}`,
    cancellable: true,
  };
  return vscode.window.withProgress(options, async (progress, token) => {
    token.onCancellationRequested(() => {
      progress.report({ message: "ends it; what was called until now is kept" });
      stop.abort();
    });
    const ended = new AbortController();
    try {
      return await work((run) => void count(run, progress, AbortSignal.any([ended.signal, stop.signal])));
    } finally {
      ended.abort();
    }
  });
}

async function count(
  run: Run,
  progress: vscode.Progress<{ message?: string }>,
  signal: AbortSignal,
): Promise<void> {
  const counts = new RunCounts(run);
  for (;;) {
    const now = await counts.update();
    if (signal.aborted) return;
    progress.report({ message: countsInWords(now) });
    await sleep(COUNTING_MILLISECONDS, undefined, { signal }).catch(() => undefined);
  }
}

interface Telling {
  readonly channel: vscode.OutputChannel;
  readonly log: vscode.LogOutputChannel;
  readonly command: string;
  readonly wasCancelled: boolean;
}

/** Says what was recorded, with what to do next. Nobody has to wait for the user to read it. */
function tell(run: EndedRun, { channel, log, command, wasCancelled }: Telling): void {
  const { kept, root, ignoredBy, told } = run;
  const words = endedInWords(run, command, wasCancelled);
  log.info(words);
  channel.appendLine("");
  for (const line of [words, ...(ignoredBy === null ? [] : [ignoredInWords(ignoredBy)]), ...told])
    channel.appendLine(`Async Cost: ${line}`);
  const first = busiest(kept.recordings);
  const actions = new Map<string, () => unknown>();
  if (first !== null) {
    actions.set(`Benchmark ${first.recorded.name}`, async () => {
      await openRecorded(root, first);
      await vscode.commands.executeCommand("asyncCost.benchmark");
    });
    actions.set("Show Functions", () => showRecorded(root, kept.recordings));
  }
  actions.set("Show Output", () => {
    channel.show(true);
  });
  const isWell = first !== null && told.length === 0;
  // What is recorded stands above functions, which want the room; the output is a click away.
  if (isWell && run.code === 0) channel.hide();
  const show = isWell ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  show(words, ...actions.keys()).then((chosen) => chosen && actions.get(chosen)?.(), undefined);
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

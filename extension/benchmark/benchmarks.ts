import path from "node:path";
import * as vscode from "vscode";
import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import type { Running } from "../../bench-worker/host/api.ts";
import type { EditorSettings } from "../settings/editor-settings.ts";
import { benchmarkOptions, type OptionsOverride } from "../settings/settings.ts";
import { BenchmarkQueue } from "./benchmark-queue.ts";
import { cutOff, NOTHING_YET, type BenchmarkState } from "./benchmark-state.ts";
import type { BenchmarkMessages } from "./messages.ts";
import type { ResultStore } from "./result-store.ts";
import type { EditorTarget } from "./targets.ts";

/** What benchmarks need of the rest of the extension. */
export interface BenchmarksContext {
  readonly log: vscode.LogOutputChannel;
  readonly settings: EditorSettings;
  readonly results: ResultStore;
  readonly messages: BenchmarkMessages;
  /** `dist/worker.cjs`. */
  readonly workerFile: string;
}

/** Runs benchmarks, one at a time, and holds the one that is looked at. */
export class Benchmarks implements vscode.Disposable {
  readonly #context: BenchmarksContext;
  readonly #queue = new BenchmarkQueue();
  readonly #underWay = new Map<string, AbortController>();
  readonly #stateChanged = new vscode.EventEmitter<void>();
  readonly #resultsChanged = new vscode.EventEmitter<void>();
  #state: BenchmarkState = NOTHING_YET;

  /** Fires at every step of a benchmark. */
  readonly onDidChangeState = this.#stateChanged.event;
  /** Fires when a benchmark begins or ends. */
  readonly onDidChangeResults = this.#resultsChanged.event;

  constructor(context: BenchmarksContext) {
    this.#context = context;
  }

  /** The last benchmark, as far as it is. */
  get state(): BenchmarkState {
    return this.#state;
  }

  /** Whether a benchmark of this target is under way or waits for its turn. */
  isUnderWay(targetKey: string): boolean {
    return this.#underWay.has(targetKey);
  }

  /** Shows a benchmark of an earlier session, unless there is a newer one. */
  adopt(state: BenchmarkState): void {
    if (this.#state.kind === "benchmark" || this.#queue.busy) return;
    this.#show(state);
    this.#resultsChanged.fire();
  }

  /**
   * Measures the targets together and returns the document; undefined when there is none, which the user has then
   * been told. A benchmark of one of the targets that is under way is cancelled, another one is waited for.
   */
  async run(
    targets: readonly EditorTarget[],
    override: OptionsOverride = {},
  ): Promise<BenchmarkDocument | undefined> {
    const title = titleOf(targets);
    const keys = targets.map(({ key }) => key);
    const controller = new AbortController();
    const progressOptions = {
      location: vscode.ProgressLocation.Notification,
      title: `Async Cost: ${title}`,
      cancellable: true,
    };
    return vscode.window.withProgress(progressOptions, async (progress, token) => {
      token.onCancellationRequested(() => controller.abort());
      if (this.#queue.busy) progress.report({ message: "waits for the benchmark before it" });
      try {
        const work = this.#queue.run(
          keys,
          (signal) => this.#measure(targets, override, progress, signal),
          controller.signal,
        );
        for (const key of keys) this.#underWay.set(key, controller);
        this.#resultsChanged.fire();
        return await work;
      } catch (error) {
        this.#context.messages.unexpected(`The benchmark of ${title} failed`, error);
        this.#show(interrupted(this.#state));
        return undefined;
      } finally {
        for (const key of keys) if (this.#underWay.get(key) === controller) this.#underWay.delete(key);
        this.#resultsChanged.fire();
      }
    });
  }

  /** Cancels the benchmark of one target, or all of them, and resolves when their processes have ended. */
  async cancel(targetKey?: string): Promise<void> {
    if (targetKey === undefined) await this.#queue.cancelAll();
    else this.#underWay.get(targetKey)?.abort();
  }

  /** Ends everything for good; the promise resolves when no process is left. */
  close(): Promise<void> {
    return this.#queue.close();
  }

  dispose(): void {
    void this.close();
    this.#stateChanged.dispose();
    this.#resultsChanged.dispose();
  }

  async #measure(
    targets: readonly EditorTarget[],
    override: OptionsOverride,
    progress: vscode.Progress<{ message?: string; increment?: number }>,
    signal: AbortSignal,
  ): Promise<BenchmarkDocument | undefined> {
    if (signal.aborted) return undefined;
    const { log, settings, messages, workerFile } = this.#context;
    const options = benchmarkOptions(settings.current, override);
    const folder = workspaceFolderOf(targets[0]!.uri);
    const title = titleOf(targets);
    log.info(`Benchmark of ${title}: ${JSON.stringify(options)}`);
    progress.report({ message: "looks for Node" });
    this.#show({ kind: "nothing", message: `The benchmark of ${title} is starting.` });

    let told = 0;
    const listen = (document: BenchmarkDocument, running: Running): void => {
      const percent = Math.floor(running.fraction * 100);
      progress.report({ message: running.activity, increment: Math.max(0, percent - told) });
      told = Math.max(told, percent);
      this.#show({ kind: "benchmark", functions: functionsOf(targets), document, running });
    };
    const { measure } = await import(/* webpackChunkName: "benchmark" */ "./measure.ts");
    const measured = await measure(
      {
        targets: targets.map(({ source }) => source),
        options,
        workerFile,
        workspaceFolder: folder,
        nodePath: settings.current.nodePath,
        onRuntime: ({ path: file, foundBy }) => log.info(`On ${file}, found by ${foundBy}`),
      },
      listen,
      signal,
    );
    if (measured.kind === "no-runtime") {
      this.#show(NOTHING_YET);
      messages.noRuntime(measured);
      return undefined;
    }
    this.#keep(targets, measured.document);
    return measured.document;
  }

  #keep(targets: readonly EditorTarget[], document: BenchmarkDocument): void {
    const { results, messages } = this.#context;
    document.results.forEach((result, index) => {
      const { uri, ordinal } = targets[index]!;
      results.put(uri, ordinal, result);
      messages.ended(result);
    });
    this.#show({ kind: "benchmark", functions: functionsOf(targets), document, running: null });
  }

  #show(state: BenchmarkState): void {
    this.#state = state;
    this.#stateChanged.fire();
  }
}

/** The state after a benchmark that ended by an error of ours. */
function interrupted(state: BenchmarkState): BenchmarkState {
  if (state.kind === "nothing") return NOTHING_YET;
  return {
    ...state,
    document: cutOff(state.document, "An error ended the benchmark."),
    running: null,
  };
}

function functionsOf(targets: readonly EditorTarget[]) {
  return targets.map(({ uri, name, ordinal, source }) => ({ uri, name, ordinal, file: source.file }));
}

function titleOf(targets: readonly EditorTarget[]): string {
  const [first] = targets;
  return targets.length === 1
    ? first!.name
    : `${targets.length} functions of ${path.basename(first!.source.file)}`;
}

/** The folder that a document's relative names start from; for an untitled one the first that is open. */
export function workspaceFolderOf(uri: string): string | null {
  const parsed = vscode.Uri.parse(uri);
  const folder =
    vscode.workspace.getWorkspaceFolder(parsed) ??
    (parsed.scheme === "untitled" ? vscode.workspace.workspaceFolders?.[0] : undefined);
  return folder?.uri.scheme === "file" ? folder.uri.fsPath : null;
}

import path from "node:path";
import * as vscode from "vscode";
import type { BenchmarkOptions } from "../../bench-worker/benchmark-options.ts";
import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import { latencyInWords } from "../../bench-worker/latency.ts";
import type { Running, Runtime } from "../../bench-worker/host/api.ts";
import type { EditorSettings } from "../settings/editor-settings.ts";
import type { ObservedFunction } from "../../bench-worker/host/describe-functions.ts";
import { openText } from "../fakes-file/open-text.ts";
import { BenchmarkQueue, type Work as Turn } from "./benchmark-queue.ts";
import { baseUri, isBaseUri } from "../comparison/base-uri.ts";
import { targetsOf, titleOfComparison, type EditorComparison } from "../comparison/comparison.ts";
import type { ComparedFunction } from "../comparison/compared.ts";
import {
  cutOff,
  NOTHING_YET,
  withoutSamples,
  type BenchmarkState,
  type MeasuredFunction,
} from "./benchmark-state.ts";
import type { BenchmarkMessages } from "./messages.ts";
import { RunOptions, type Again } from "./options.ts";
import { RefusedError } from "./refused.ts";
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
  /** The folder of the gallery's `catalogue.json`. */
  readonly galleryFolder: string;
}

/** Runs benchmarks, one at a time, and holds the one that is looked at. */
export class Benchmarks implements vscode.Disposable {
  readonly #context: BenchmarksContext;
  readonly #queue = new BenchmarkQueue();
  readonly #options: RunOptions;
  readonly #underWay = new Map<string, AbortController>();
  readonly #stateChanged = new vscode.EventEmitter<void>();
  readonly #resultsChanged = new vscode.EventEmitter<void>();
  #state: BenchmarkState = NOTHING_YET;

  /** Fires at every step of a benchmark. */
  readonly onDidChangeState = this.#stateChanged.event;
  /** Fires when a benchmark begins or ends, and when results may have become old. */
  readonly onDidChangeResults = this.#resultsChanged.event;

  constructor(context: BenchmarksContext) {
    this.#context = context;
    this.#options = new RunOptions(context.settings);
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
    this.#options.adopt();
    this.#show(state);
    this.#resultsChanged.fire();
  }

  /**
   * Measures the targets together and returns the document; undefined when there is none, which the user has then
   * been told. A benchmark of one of the targets that is under way is cancelled, another one is waited for.
   */
  run(targets: readonly EditorTarget[], again: Again | null = null): Promise<BenchmarkDocument | undefined> {
    return this.#start({ title: titleOf(targets), noun: "benchmark", targets }, (job, progress, signal) =>
      this.#measure(job, again, progress, signal),
    );
  }

  /** The same for functions that are compared, with each other or with the last commit. */
  compare(comparison: EditorComparison, again: Again | null = null): Promise<BenchmarkDocument | undefined> {
    const job = { title: titleOfComparison(comparison), noun: "comparison", targets: targetsOf(comparison) };
    return this.#start(job, (_job, progress, signal) =>
      this.#compare(job, comparison, again, progress, signal),
    );
  }

  /**
   * Calls a function once, to see what it uses; undefined where that cannot be, which the user has then been told.
   */
  async describe(target: EditorTarget): Promise<ObservedFunction | undefined> {
    const progressOptions = {
      location: vscode.ProgressLocation.Notification,
      title: `Async Cost: looks at what ${target.name} uses`,
      cancellable: true,
    };
    return vscode.window.withProgress(progressOptions, async (_progress, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => controller.abort());
      const { observe } = await import(/* webpackChunkName: "benchmark" */ "../fakes-file/observe.ts");
      let observed: Awaited<ReturnType<typeof observe>> | undefined;
      const work = async (signal: AbortSignal): Promise<undefined> => {
        if (signal.aborted) return undefined;
        const request = { source: target.source, ...this.#surroundings([target]) };
        observed = await observe(request, signal).catch((error: unknown) => {
          if (signal.aborted) return undefined;
          throw error;
        });
        return undefined;
      };
      await this.#queue.run([`${target.key} fakes`], work, controller.signal);
      if (observed === undefined || !("kind" in observed)) return observed;
      this.#context.messages.noRuntime(observed);
      return undefined;
    });
  }

  /**
   * Does what measures elsewhere when no benchmark is under way, and lets those that come later wait for it; cancelled
   * with all benchmarks. `isWaiting` where it does not begin at once.
   */
  inTurn<R>(work: Turn<R>, signal: AbortSignal): { readonly isWaiting: boolean; readonly ended: Promise<R> } {
    const isWaiting = this.#queue.busy;
    return { isWaiting, ended: this.#queue.run([], work, signal) };
  }

  async #start(job: Job, work: Work): Promise<BenchmarkDocument | undefined> {
    const { title, noun } = job;
    const keys = job.targets.map(({ key }) => key);
    const controller = new AbortController();
    // In the status bar, as the panel beside the text says the same and more, and a notification would cover it.
    const progressOptions = { location: vscode.ProgressLocation.Window, title: `Async Cost: ${title}` };
    return vscode.window.withProgress(progressOptions, async (progress) => {
      if (this.#queue.busy) progress.report({ message: "waits for the benchmark before it" });
      try {
        const done = this.#queue.run(keys, (signal) => work(job, progress, signal), controller.signal);
        for (const key of keys) this.#underWay.set(key, controller);
        this.#resultsChanged.fire();
        return await done;
      } catch (error) {
        if (error instanceof RefusedError) {
          this.#context.messages.refused(error.message, error.actions);
          return undefined;
        }
        this.#context.messages.unexpected(`The ${noun} of ${title} failed`, error);
        this.#show(interrupted(this.#state));
        return undefined;
      } finally {
        for (const key of keys) if (this.#underWay.get(key) === controller) this.#underWay.delete(key);
        this.#resultsChanged.fire();
      }
    });
  }

  /** What results rest on has changed beside their text: they are to be drawn anew. */
  resultsMayBeOld(): void {
    this.#resultsChanged.fire();
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
    job: Job,
    again: Again | null,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<BenchmarkDocument | undefined> {
    if (signal.aborted) return undefined;
    const { targets } = job;
    const options = await this.#begin(job, again, progress);
    const functions = functionsOf(targets);
    const tell = teller(progress);
    const { measure } = await import(/* webpackChunkName: "benchmark" */ "./measure.ts");
    const measured = await measure(
      { targets: targets.map(({ source }) => source), options, ...this.#surroundings(targets) },
      (document, running) => {
        tell(running);
        this.#show({ kind: "benchmark", functions, document: withoutSamples(document), running });
      },
      signal,
    );
    if (measured.kind === "no-runtime") {
      this.#show(NOTHING_YET);
      this.#context.messages.noRuntime(measured);
      return undefined;
    }
    return this.#keep(functions, measured.document);
  }

  async #compare(
    job: Job,
    comparison: EditorComparison,
    again: Again | null,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<BenchmarkDocument | undefined> {
    if (signal.aborted) return undefined;
    const before = this.#state;
    const { targets } = job;
    const options = await this.#begin(job, again, progress);
    const tell = teller(progress);
    let functions: readonly MeasuredFunction[] = [];
    const { measureComparison } = await import(
      /* webpackChunkName: "benchmark" */ "../comparison/measure-comparison.ts"
    );
    const compared = await measureComparison(
      {
        comparison,
        options,
        galleryFolder: this.#context.galleryFolder,
        ...this.#surroundings(targets),
      },
      (document, running, places) => {
        if (functions.length === 0) functions = places.map((place) => comparedFunction(place, targets));
        if (running !== null) tell(running);
        this.#show({ kind: "benchmark", functions, document: withoutSamples(document), running });
      },
      signal,
    );
    if (compared.kind === "measured") {
      return this.#keep(functions, compared.document);
    }
    this.#show(before);
    if (compared.kind === "no-runtime") this.#context.messages.noRuntime(compared);
    else if (compared.kind === "refused") this.#context.messages.refused(compared.reason);
    return undefined;
  }

  /**
   * Says that it begins.
   *
   * @throws {RefusedError} when its options cannot be.
   */
  async #begin(
    { title, noun, targets }: Job,
    again: Again | null,
    progress: Progress,
  ): Promise<BenchmarkOptions> {
    const options = await this.#options.begin(again, workspaceFolderOf(targets[0]!.uri));
    const latency = latencyInWords(options.latency);
    this.#context.log.info(`The ${noun} of ${title} begins: ${JSON.stringify({ ...options, latency })}`);
    progress.report({ message: "looks for Node" });
    this.#show({ kind: "nothing", message: `The ${noun} of ${title} is starting.` });
    return options;
  }

  #surroundings([first]: readonly EditorTarget[]) {
    const { log, settings, workerFile } = this.#context;
    return {
      workerFile,
      workspaceFolder: workspaceFolderOf(first!.uri),
      nodePath: settings.current.nodePath,
      withSamples: true,
      openText,
      onRuntime: ({ path: file, foundBy }: Runtime) => log.info(`On ${file}, found by ${foundBy}`),
    };
  }

  /** Shows the last document, keeps its results for the hints, and gives it as it is shown. */
  #keep(functions: readonly MeasuredFunction[], withSamples: BenchmarkDocument): BenchmarkDocument {
    const { results, messages } = this.#context;
    const document = withoutSamples(withSamples);
    document.results.forEach((result, index) => {
      const { uri, ordinal } = functions[index]!;
      // What a commit has is nobody's present function.
      if (uri !== null && !isBaseUri(uri)) results.put(uri, ordinal, result);
    });
    messages.ended(
      document.results.map((result, index) => {
        const { uri, name, ordinal } = functions[index]!;
        const reference = uri === null ? null : { uri, name, ordinal };
        return { name: nameOf(index, document), result, reference };
      }),
    );
    this.#show({ kind: "benchmark", functions, document, withSamples, running: null });
    return document;
  }

  #show(state: BenchmarkState): void {
    this.#state = state;
    this.#stateChanged.fire();
  }
}

/** The function's own name; of a variant of the gallery, all of which have the same one, its system's. */
function nameOf(index: number, { results, amongGallery }: BenchmarkDocument): string {
  const variant = amongGallery?.variants.find(({ result }) => result === index);
  return variant?.system ?? results[index]!.target.name;
}

/** What is measured in one go. */
interface Job {
  readonly title: string;
  /** `benchmark` or `comparison`. */
  readonly noun: string;
  readonly targets: readonly EditorTarget[];
}

type Progress = vscode.Progress<{ message?: string; increment?: number }>;
type Work = (job: Job, progress: Progress, signal: AbortSignal) => Promise<BenchmarkDocument | undefined>;

/** Tells a notification how far a run is. */
function teller(progress: Progress): (running: Running) => void {
  let told = 0;
  return ({ fraction, activity }) => {
    const percent = Math.floor(fraction * 100);
    progress.report({ message: activity, increment: Math.max(0, percent - told) });
    told = Math.max(told, percent);
  };
}

function comparedFunction(place: ComparedFunction, targets: readonly EditorTarget[]): MeasuredFunction {
  if (place.kind === "base") {
    const { file, commit, name } = place;
    return { uri: baseUri(vscode.Uri.file(file), commit).toString(), file, name, ordinal: 0 };
  }
  if (place.kind === "gallery") {
    const { file, name } = place;
    return { uri: vscode.Uri.file(file).toString(), file, name, ordinal: place.ordinal };
  }
  const target = targets.find(({ key }) => key === place.key);
  if (target === undefined) throw new TypeError(`Nothing was asked of ${place.key}`);
  return functionsOf([target])[0]!;
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

function functionsOf(targets: readonly EditorTarget[]): MeasuredFunction[] {
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

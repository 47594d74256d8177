import * as vscode from "vscode";
import type { BenchmarkOptions } from "../../bench-worker/benchmark-options.ts";
import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import { latencyInWords } from "../../bench-worker/latency.ts";
import type { Running, Runtime } from "../../bench-worker/host/api.ts";
import type { EditorSettings } from "../settings/editor-settings.ts";
import type { ObservedFunction } from "../../bench-worker/host/describe-functions.ts";
import { openText } from "../fakes-file/open-text.ts";
import type { Next } from "../../bench-worker/panel-messages.ts";
import { BenchmarkQueue, type Stage, type Work as Turn } from "./benchmark-queue.ts";
import { isBaseUri } from "../comparison/base-uri.ts";
import { targetsOf, titleOfComparison, type EditorComparison } from "../comparison/comparison.ts";
import {
  interrupted,
  NOTHING_YET,
  withoutSamples,
  type BenchmarkState,
  type MeasuredFunction,
} from "./benchmark-state.ts";
import { starting, titleOf, type Job } from "./job.ts";
import { comparedFunction, functionsOf } from "./measured-functions.ts";
import type { BenchmarkMessages } from "./messages.ts";
import { beginsInWords, canBeRead, hasSomething, waitingInWords } from "./next-words.ts";
import { RunOptions, type Again } from "./options.ts";
import { RefusedError } from "./refused.ts";
import type { ResultStore } from "./result-store.ts";
import type { EditorTarget } from "./targets.ts";
import { workspaceFolderOf } from "./workspace-folder.ts";

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
  readonly #stateChanged = new vscode.EventEmitter<void>();
  readonly #resultsChanged = new vscode.EventEmitter<void>();
  readonly #queue = new BenchmarkQueue(() => this.#queueChanged());
  readonly #options: RunOptions;
  #state: BenchmarkState = NOTHING_YET;
  /** Of a benchmark that has begun and has nothing to show yet, while the numbers before it can be read. */
  #begins: Next | null = null;
  #waiting: Next | null = null;

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

  /** What is said beside it of the benchmark that comes next; null where none does. */
  get next(): Next | null {
    return this.#begins ?? this.#waiting;
  }

  /** How far a benchmark of this target is; undefined where none is under way or waits for its turn. */
  stageOf(targetKey: string): Stage | undefined {
    return this.#queue.stageOf(targetKey);
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
      await this.#queue.run([`${target.key} fakes`], `a call of ${target.name}`, work, controller.signal);
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
    return { isWaiting, ended: this.#queue.run([], "the gallery", work, signal) };
  }

  async #start(job: Job, work: Work): Promise<BenchmarkDocument | undefined> {
    const { title, noun } = job;
    const keys = job.targets.map(({ key }) => key);
    // In the status bar, as the panel beside the text says the same and more, and a notification would cover it.
    const progressOptions = { location: vscode.ProgressLocation.Window, title: `Async Cost: ${title}` };
    const waits = this.#queue.busy;
    let before = this.#state;
    let hasBegun = !waits;
    if (hasBegun) this.#show(starting(job));
    return vscode.window.withProgress(progressOptions, async (progress) => {
      if (waits) progress.report({ message: "waits for the benchmark before it" });
      try {
        const document = await this.#queue.run(keys, title, (signal) => {
          if (waits && !signal.aborted) {
            hasBegun = true;
            before = this.#state;
            // What it waited for has just ended: its numbers can be read until there are others.
            if (canBeRead(before)) this.#begins = beginsInWords(job);
          }
          return work(job, progress, signal);
        });
        if (document === undefined && hasBegun) this.#show(before);
        return document;
      } catch (error) {
        if (error instanceof RefusedError) {
          this.#context.messages.refused(error.message, error.actions);
          this.#show(before);
          return undefined;
        }
        this.#context.messages.unexpected(`The ${noun} of ${title} failed`, error);
        this.#show(interrupted(this.#state));
        return undefined;
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
    else this.#queue.cancel(targetKey);
  }

  /** Cancels the benchmark that is under way and lets what waits for it begin. */
  cancelCurrent(): Promise<void> {
    return this.#queue.cancelCurrent();
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
      { targets, options, ...this.#surroundings(targets) },
      (document, running) => {
        tell(running);
        this.#showRunning(job, functions, document, running);
      },
      signal,
    );
    if (measured.kind === "no-runtime") {
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
        this.#showRunning(job, functions, document, running);
      },
      signal,
    );
    if (compared.kind === "measured") {
      return this.#keep(functions, compared.document);
    }
    if (compared.kind === "no-runtime") this.#context.messages.noRuntime(compared);
    else if (compared.kind === "refused") this.#context.messages.refused(compared.reason);
    return undefined;
  }

  /**
   * Says that it begins.
   *
   * @throws {RefusedError} when its options cannot be.
   */
  async #begin(job: Job, again: Again | null, progress: Progress): Promise<BenchmarkOptions> {
    const { title, noun, targets } = job;
    const options = await this.#options.begin(again, workspaceFolderOf(targets[0]!.uri));
    const latency = latencyInWords(options.latency);
    this.#context.log.info(`The ${noun} of ${title} begins: ${JSON.stringify({ ...options, latency })}`);
    progress.report({ message: "looks for Node" });
    if (this.#begins === null) this.#show(starting(job));
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

  #queueChanged(): void {
    const before = this.#waiting?.words;
    this.#waiting = waitingInWords(this.#queue.waiting);
    if (this.#waiting?.words !== before) this.#stateChanged.fire();
    this.#resultsChanged.fire();
  }

  /** Shows how far a benchmark is; beside the numbers before it while it has none of its own. */
  #showRunning(
    job: Job,
    functions: readonly MeasuredFunction[],
    document: BenchmarkDocument,
    running: Running | null,
  ): void {
    if (this.#begins === null || running === null || hasSomething(document.results)) {
      this.#show({ kind: "benchmark", functions, document: withoutSamples(document), running });
      return;
    }
    this.#begins = beginsInWords(job, running.activity);
    this.#stateChanged.fire();
  }

  #show(state: BenchmarkState): void {
    this.#state = state;
    this.#begins = null;
    this.#stateChanged.fire();
  }
}

/** The function's own name; of a variant of the gallery, all of which have the same one, its system's. */
function nameOf(index: number, { results, amongGallery }: BenchmarkDocument): string {
  const variant = amongGallery?.variants.find(({ result }) => result === index);
  return variant?.system ?? results[index]!.target.name;
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

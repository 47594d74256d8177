import { sum } from "simple-statistics";
import { APART_FROM_OTHERS } from "../deciding.ts";
import type { Measure } from "../benchmark-options.ts";
import type { Counted, Ready, RunResult, TargetRun, TargetSource } from "../protocol.ts";
import type { BenchmarkRequest } from "./api.ts";
import { withTargetNamed } from "../fakes-file/command.ts";
import { flagsOf, timeLimit } from "./budget.ts";
import { withPlace } from "./find-place.ts";
import {
  blame,
  computedForLong,
  orEndless,
  printedLast,
  stuckInLoading,
  withoutMeasures,
} from "./process-failures.ts";
import { runBeside } from "./beside.ts";
import { Requests } from "./requests.ts";
import type { Ended, Step } from "./step.ts";
import { fakesFileOf } from "./used-fakes-file.ts";
import { addCounted, addRun, hasMeasured, type Tally } from "./tally.ts";
import { StillWaiting, type Watch } from "./still-waiting.ts";
import { tooBusy, WorkerFailure } from "./worker-failure.ts";
import type { WorkerJob } from "./worker-process.ts";

/** Runs one process to its end; rejects with a {@link WorkerFailure}. */
export type RunWorker = (job: WorkerJob, signal: AbortSignal) => Promise<RunResult>;

/** Hears of the processes while they run. */
export interface ProcessesListener {
  onReady(ready: Ready): void;
  onActivity(measure: Measure, activity: string): void;
  /** What one process said of all its targets; `processIndex` decided their order of loading. */
  onAnswers?(answers: readonly TargetRun[], processIndex: number): void;
}

/**
 * The processes of one benchmark, one after another unless a step wants several at once. All targets share each process, so that they can be measured
 * in turn. When a process fails, each of its targets is tried alone: who fails again is ended with that reason and
 * the others go on together. Where nobody fails alone, those that don't get on with the first are set apart.
 */
export class Processes {
  readonly #request: BenchmarkRequest;
  readonly #tallies: ReadonlyMap<string, Tally>;
  readonly #runWorker: RunWorker;
  readonly #listener: ProcessesListener;
  readonly #signal: AbortSignal;
  readonly #keptAtMost: number;
  readonly #watch: Watch | undefined;
  /** When the first began; undefined where nobody watches. */
  readonly #begun: number | undefined;
  /** What they counted before they measured, by target: it is kept where the machine is too busy to measure. */
  readonly #countedBefore = new Map<string, Counted>();
  readonly #requests: Requests;
  /** The targets that share processes: one group, unless some were seen not to get on together. */
  #groups: TargetSource[][];
  /** How many processes failed while another one with the same targets ended well. */
  #failedBesideGood = 0;
  /** Of a process that the machine was too busy for. */
  #starved: WorkerFailure | null = null;
  /** Whether that one had computed for so long that it may as well loop for ever. */
  #mayBeEndless = false;
  /** Why time was left for what is still to be measured beside it; null where it was not, or has been measured since. */
  #timeLeft: WorkerFailure | null = null;
  /** Milliseconds for which others kept the processes from running; of those at once the longest. */
  #kept = 0;
  /** Of the last process that ran beside another and failed, unless one of its measure has ended well since. */
  #failedBeside: WorkerFailure | null = null;

  /**
   * @param keptAtMost Milliseconds for which others may keep all processes from running: after that there are no more.
   * @param watch By which is told what takes long; nothing is where it is left out.
   */
  constructor(
    request: BenchmarkRequest,
    tallies: ReadonlyMap<string, Tally>,
    runWorker: RunWorker,
    listener: ProcessesListener,
    signal: AbortSignal,
    keptAtMost = Infinity,
    watch?: Watch,
  ) {
    this.#request = request;
    this.#requests = new Requests(request);
    this.#tallies = tallies;
    this.#runWorker = runWorker;
    this.#listener = listener;
    this.#signal = signal;
    this.#keptAtMost = keptAtMost;
    this.#watch = watch;
    this.#begun = watch?.now();
    this.#groups = [[...request.targets]];
  }

  /**
   * What to say of the machine where it was too busy to measure more, or as much as there is: null where it was not, and where it
   * may be the targets that did not come to an end.
   */
  get tooBusy(): string | null {
    return this.#mayBeEndless || this.#starved === null ? null : this.#starved.message;
  }

  /** Whether a process computed for so long on a machine too busy to tell that it may as well loop for ever. */
  get mayBeEndless(): boolean {
    return this.#mayBeEndless;
  }

  /** Milliseconds for which others have kept the processes from running, as far as the system tells. */
  get keptMilliseconds(): number {
    return this.#kept;
  }

  /**
   * What to say of a failure that nobody is ended with: of a process beside another, where none of its measure has ended
   * well since, nor failed with nothing beside it; null where there is nothing to say.
   */
  get failedBeside(): string | null {
    if (this.#failedBeside === null) return null;
    const { message, hint, stderrTail } = this.#failedBeside;
    const said = `A process of time failed, and it was too late to run another: what is told of time rests on those before it. ${message} ${hint}`;
    return stderrTail === "" ? said : `${said}\n${printedLast(stderrTail)}`;
  }

  /** Whether a target is left to measure, and that measure is not left for others. */
  anyLeft(measure: Measure): boolean {
    return this.#groups.length > 0 && !this.isLeftOut(measure);
  }

  /** Whether processes of a measure are none for now, as the machine is too busy for them and something else is still to come. */
  isLeftOut(measure: Measure): boolean {
    return measure === "time" && this.#timeLeft !== null && this.#isAnyOtherLeft;
  }

  /** Whether both targets are left and share their processes, so that they can be compared. */
  areTogether(one: string, other: string): boolean {
    return this.#groups.some((group) =>
      [one, other].every((wanted) => group.some(({ id }) => id === wanted)),
    );
  }

  /**
   * Runs the next process, or as many as the step wants at once; more only where targets cannot share one. None is left after one that the machine was too
   * busy for: others would fare no better.
   *
   * @throws {WorkerFailure} of the kind `cancelled`, and no other.
   */
  async runNext(step: Step): Promise<void> {
    // At the end of what others may take there are no more processes, whatever is still to be measured.
    if (this.#kept >= this.#keptAtMost) this.#starved ??= tooBusy(this.#kept);
    else if (this.#kept >= this.#keptAtMostBy(step.measure)) this.#timeLeft ??= tooBusy(this.#kept);
    if (this.isLeftOut(step.measure)) return;
    const next: TargetSource[][] = [];
    for (const group of this.#groups) next.push(...(await this.#runGroup(group, step)));
    if (this.#starved !== null) this.#endAll(this.#starved);
    this.#groups = next
      .map((group) => group.filter(({ id }) => this.#tally(id).ending === null))
      .filter((group) => group.length > 0);
  }

  /** Ends all that are left, as they have been measured; who lacks time, as the machine was too busy for it, is told so. */
  end(): void {
    if (this.#timeLeft !== null) this.#endAll(this.#timeLeft);
    for (const tally of this.#tallies.values()) tally.ending ??= { state: "completed" };
  }

  /** Whether something is still to be measured beside time, which a busy machine makes no less true. */
  get #isAnyOtherLeft(): boolean {
    const left = [...this.#tallies.values()].filter(({ ending }) => ending === null);
    const { measures } = this.#request.options;
    return measures.some((one) => one !== "time" && left.some((tally) => !hasMeasured(tally, one)));
  }

  /** Milliseconds for which others may keep processes of a measure from running: time leaves some to what is still to come. */
  #keptAtMostBy(measure: Measure): number {
    return measure === "time" && this.#isAnyOtherLeft ? SHARE_OF_TIME * this.#keptAtMost : this.#keptAtMost;
  }

  /** Nobody is to blame: who has some of what was to be measured has come to a good end, and is told what is missing. */
  #endAll(why: WorkerFailure): void {
    for (const [id, tally] of this.#tallies) {
      if (tally.ending !== null) continue;
      const counted = this.#countedBefore.get(id);
      if (tally.counters === null && counted !== undefined) addCounted(tally, counted);
      const { measures } = this.#request.options;
      const missing = measures.filter((measure) => !hasMeasured(tally, measure));
      if (missing.length === measures.length) {
        blame(tally, why);
        tally.isStarved = !this.#mayBeEndless;
        continue;
      }
      tally.ending = { state: "completed" };
      tally.warnings.add(`${why.message} ${withoutMeasures(missing)} ${why.hint}`);
    }
  }

  /** Runs one group and returns how its targets go on. */
  async #runGroup(group: TargetSource[], step: Step): Promise<TargetSource[][]> {
    if (this.#starved !== null) return [group];
    const { beside, ...alone } = step;
    const isWhole = this.#groups.length === 1 && beside !== undefined;
    const failure = await this.#failureOf(group, isWhole ? step : alone, step.atOnce);
    if (failure === null || failure.kind === "starved") return [group];
    if (group.length === 1 || failure.kind === "not-started") {
      for (const { id } of group) blame(this.#tally(id), failure);
      return [];
    }
    const healthy: TargetSource[] = [];
    for (const target of group) {
      const own = await this.#failureOf([target], alone);
      if (own?.kind === "starved") return [group];
      if (own !== null) blame(this.#tally(target.id), own);
      if (this.#tally(target.id).ending === null) healthy.push(target);
    }
    // Without those that fail the others may well go on together.
    return healthy.length < group.length ? [healthy] : this.#apart(healthy, alone, failure);
  }

  /**
   * Each works alone and all of them do not work together: whoever gets on with the first, and with those that were
   * found to do so before, stays with them. The others have processes of their own from now on.
   */
  async #apart(group: readonly TargetSource[], step: Step, why: WorkerFailure): Promise<TargetSource[][]> {
    const [first, ...others] = group;
    const together = [first!];
    const apart: TargetSource[] = [];
    for (const [index, target] of others.entries()) {
      // With the last of a group in which all others get on, it is the whole that has just failed.
      const isWhole = index === others.length - 1 && apart.length === 0;
      const failure = isWhole ? why : await this.#failureOf([...together, target], step);
      if (failure?.kind === "starved") return [[...group]];
      if (failure === null) together.push(target);
      else apart.push(target);
    }
    const alone = together.length === 1 ? group : apart;
    for (const { id } of alone) {
      this.#tally(id).warnings.add(
        `${APART_FROM_OTHERS}, so not strictly comparable: together the process failed. ${why.message}`,
      );
    }
    return together.length === 1 ? group.map((target) => [target]) : [together, ...apart.map((one) => [one])];
  }

  /**
   * The failure that a process with these targets ends with, the first of those at once; null when all end well, and
   * when one of them does and such a failure was seen only now: what befell the other is not the targets' doing.
   */
  async #failureOf(group: TargetSource[], step: Step, atOnce = 1): Promise<WorkerFailure | null> {
    const kept: number[] = [];
    const running = Array.from({ length: atOnce }, () => this.#run(group, step, (one) => kept.push(one)));
    const keptBeside: number[] = [];
    const besides =
      step.beside === undefined
        ? []
        : await runBeside(step.beside, running, (other) =>
            this.#run(group, other, (one) => keptBeside.push(one), false),
          );
    // All come to their end before any is heard, and are heard in their order: what they say goes by nobody's haste.
    await Promise.allSettled(running);
    this.#kept += Math.max(0, ...kept, sum(keptBeside));
    const isSpent = this.#kept >= this.#keptAtMostBy(step.measure);
    let first: WorkerFailure | null = null;
    let good = 0;
    for (const one of running) {
      const failure = await failureOf(one.then((ended) => this.#hear(group, step, ended)));
      // One that had little left of what others may take tells of the last moment only.
      if (failure?.kind === "starved") {
        const why = isSpent ? tooBusy(this.#kept) : failure;
        this.#mayBeEndless = computedForLong(failure, { ...step, targets: group });
        if (this.#mayBeEndless) this.#starved = orEndless(why, failure);
        else if (step.measure === "time" && this.#isAnyOtherLeft) this.#timeLeft = why;
        else this.#starved = why;
      }
      if (failure === null && step.measure === "time") this.#timeLeft = null;
      first ??= failure;
      if (failure === null) good++;
      if (step.measure === "time") this.#failedBeside = null;
    }
    // Nobody is ended with what fails beside another, unless it fails with nothing beside it.
    for (const { step: other, ended } of besides) {
      const failure = await failureOf(ended.then((one) => this.#hear(group, other, one)));
      if (failure?.kind !== "starved") this.#failedBeside = failure;
    }
    if (first === null || first.kind === "starved" || good === 0) return first;
    this.#failedBesideGood++;
    return this.#failedBesideGood > FAILURES_BESIDE_GOOD ? first : null;
  }

  /**
   * Runs one process with these targets.
   *
   * @param onKept Hears for how many milliseconds others kept it from running.
   * @param isTold Whether what it does is told: not of one that runs beside another.
   */
  async #run(
    group: TargetSource[],
    step: Step,
    onKept: (milliseconds: number) => void,
    isTold = true,
  ): Promise<Ended> {
    const { measure } = step;
    const request = this.#requests.next(group, step);
    let loading: string | undefined;
    const said = this.#saying(group, measure);
    const waiting = isTold ? this.#waitingFor(group, said) : null;
    const job: WorkerJob = {
      runtime: this.#request.runtime,
      workerFile: this.#request.workerFile,
      flags: flagsOf(measure, this.#request.options),
      request,
      timeLimitMilliseconds: timeLimit(request),
      keptAtMostMilliseconds: Math.max(0, this.#keptAtMostBy(measure) - this.#kept),
      onKept,
      onReady: (ready) => this.#listener.onReady(ready),
      onProgress: (progress) => {
        loading = progress.loading;
        const { counted } = progress;
        if (counted !== undefined) this.#countedBefore.set(counted.id, counted);
        if (waiting !== null) waiting.hear(progress);
        else if (isTold) said(progress.activity);
      },
    };
    const ended = this.#runWorker(job, this.#signal).finally(() => waiting?.end());
    const result = await ended.catch(async (error: unknown) => {
      const failure = stuckInLoading(error, loading);
      if (group.length > 1 || !(failure instanceof WorkerFailure)) throw failure;
      if (failure.kind === "starved" && !computedForLong(failure, request)) throw failure;
      throw await withPlace(failure, job, async (watched) => {
        this.#listener.onActivity(measure, "looking for where it goes wrong");
        return (await this.#runWorker(watched, this.#signal)).targets;
      });
    });
    return { request, result };
  }

  /** Tells the listener what a process of these targets does. */
  #saying(group: readonly TargetSource[], measure: Measure): (activity: string) => void {
    const [only] = group.length === 1 ? group : [];
    return (activity) => {
      const said = only === undefined ? activity : withTargetNamed(activity, this.#tally(only.id).identity);
      this.#listener.onActivity(measure, said);
    };
  }

  /** Who has numbers of some of them does not wait for the first. */
  #waitingFor(group: readonly TargetSource[], say: (activity: string) => void): StillWaiting | null {
    if (this.#watch === undefined || this.#begun === undefined) return null;
    const { measures } = this.#request.options;
    const hasSome = group.some(({ id }) => measures.some((one) => hasMeasured(this.#tally(id), one)));
    return new StillWaiting(this.#watch, hasSome ? null : this.#begun, this.#request.runtime.name, say);
  }

  /** Adds what a process says of these targets to their tallies. */
  #hear(group: TargetSource[], { measure, quick }: Step, { request, result }: Ended): void {
    const { processIndex } = request;
    const answers = group.map(({ id }) => {
      const answer = result.targets.find((target) => target.id === id);
      if (answer !== undefined) return answer;
      throw new WorkerFailure("misbehaved", "The worker left out one of its targets.", "Run it again.");
    });
    for (const [index, answer] of answers.entries()) {
      const tally = this.#tally(answer.id);
      const used = fakesFileOf(group[index]!, answer, tally, this.#request.workspaceFolder);
      if (used !== undefined) tally.fakesFile = used;
    }
    for (const answer of answers) {
      this.#requests.hear(request, answer);
      addRun(this.#tally(answer.id), measure, answer, quick);
    }
    this.#listener.onAnswers?.(answers, processIndex);
  }

  #tally(id: string): Tally {
    return this.#tallies.get(id)!;
  }
}

/** The share of what others may take that they may take of time, as long as other measures are to come. */
const SHARE_OF_TIME = 0.6;

/** So many failures are put down to chance, such as the system's want of memory. */
const FAILURES_BESIDE_GOOD = 1;

/** The failure that `work` ends with; null when it ends well. A cancel is nobody's failure and goes on up. */
async function failureOf(work: Promise<void>): Promise<WorkerFailure | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof WorkerFailure && error.kind !== "cancelled") return error;
    throw error;
  }
}

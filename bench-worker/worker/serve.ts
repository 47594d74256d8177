import path from "node:path";
import { elsewhereSentence } from "../elsewhere.ts";
import { preparationSentence } from "../preparation-words.ts";
import { NAMES_AT_MOST, NAME_AT_MOST, type Preparation } from "../preparation.ts";
import type { Remark } from "../remark.ts";
import { playedSentence } from "../replay-words.ts";
import type { RunProgress, RunRequest, RunResult, TargetRun, TargetSource } from "../protocol.ts";
import type { Way } from "../way.ts";
import { CallRunner } from "./call/run-calls.ts";
import { VirtualClock } from "./clock/virtual-clock.ts";
import { explainCall } from "./explain-call.ts";
import { unusedWarnings } from "./fakes-file/unused.ts";
import { keepBuiltIns } from "./harness/built-ins.ts";
import { harness } from "./harness/intrinsics.ts";
import type { Uncaught } from "./harness/uncaught.ts";
import { ITEMS_AT_MOST } from "./call/caller.ts";
import { Unmeasurable } from "./harness/unmeasurable.ts";
import { IoCore } from "./io/io-core.ts";
import { LoadProgress } from "./load-progress.ts";
import { explainLoading } from "./load/explain.ts";
import { knownAnalyses } from "./load/known-analyses.ts";
import { NO_LONG_STACKS, type Analyze, type LoadServices } from "./load/load-services.ts";
import { isSlow, type Contestant, type Outcome } from "./measure/contestant.ts";
import { findPlace } from "./find-place.ts";
import { inSource } from "./in-source.ts";
import { countAsynchrony } from "./measure/asynchrony.ts";
import { laterCallsWarning } from "./measure/later-calls.ts";
import { measureMemory } from "./measure/memory.ts";
import { measureStacks } from "./measure/stack.ts";
import { measureTime } from "./measure/time.ts";
import { onlyPlay, play, tellInferred, type PlayedTarget, type Told } from "./play.ts";
import { prepare, type Prepared, type Wish } from "./prepare.ts";
import { contradictions, isNoWorse, toldByOthers, type Told as ToldByOthers } from "./search/alike.ts";
import { codeOnly } from "./fakes/code-only.ts";
import { standInsTimed } from "./stand-ins-timed.ts";
import { buildWorld } from "./world.ts";

/** Milliseconds between two messages about the progress. */
const REPORT_EVERY = 100;

type Completed = Extract<TargetRun, { state: "completed" }>;

/** What is known of a target beside its measures. */
interface About extends Partial<Told> {
  readonly counters: Completed["counters"];
  readonly fakes: Completed["fakes"];
  readonly warnings: string[];
  readonly preparations: Preparation[];
  readonly remarks: Remark[];
  readonly fakesFileLine?: number;
}

/** A target that is to be measured. */
interface Ready extends PlayedTarget {
  readonly facts: About;
}

/**
 * Serves the one run of this process: loads all targets, calls each once to see what it does, and measures those
 * that can be.
 */
export async function serve(
  request: RunRequest,
  analyze: Analyze,
  uncaught: Uncaught,
  notify: (progress: RunProgress) => void,
): Promise<RunResult> {
  const putBuiltInsBack = keepBuiltIns();
  let replaced: readonly string[] = [];
  let broken: { readonly error: unknown } | null = null;
  const core = new IoCore(new VirtualClock(), 1);
  const folders = [
    request.workspaceFolder,
    ...request.targets.flatMap(({ file, folder }) => [path.dirname(file), folder ?? null]),
  ];
  const world = buildWorld(
    core,
    folders.filter((folder) => folder !== null),
  );
  const runner = new CallRunner(core, uncaught);
  const services: LoadServices = {
    core,
    world,
    analyze: knownAnalyses(analyze),
    longStacks: NO_LONG_STACKS,
    budgetMilliseconds: request.options.budgetMilliseconds,
  };
  let reported = -Infinity;
  const report = (fraction: number, activity: string): void => {
    // Telling costs time that would be measured.
    if (harness.now() - reported < REPORT_EVERY) return;
    reported = harness.now();
    notify({ fraction: Math.min(fraction, 1), activity });
  };
  const ended = new Map<string, TargetRun>();
  const ready = new Map<TargetSource, Ready>();
  const about = new Map<Contestant, About>();

  // It is the same in every process: once it is known the others are spared the hooks and the time.
  const asksForCounts = request.withConstants && request.isCounted !== true;

  const { watchMilliseconds } = request;
  if (watchMilliseconds !== undefined) {
    try {
      return { targets: [await findPlace(request.targets[0]!, services, runner, watchMilliseconds)] };
    } finally {
      putBuiltInsBack();
      runner.dispose();
    }
  }

  try {
    // What is loaded first has an advantage, or a handicap: it changes from process to process.
    const inOrder = inLoadingOrder(request);
    for (const source of inOrder) await makeReady(source);
    if (request.purpose === "comparison") {
      const unlike = new Set<TargetSource>();
      for (const source of inOrder) if (!(await makeAlike(source))) unlike.add(source);
      for (const source of inOrder) sayUnlike(source, unlike.has(source));
    }
    await makePlain();
    await sayStandIns();
    for (const { contestant, facts } of ready.values()) about.set(contestant, facts);
    const contestants = [...about.keys()];
    core.forget();
    if (contestants.length > 0) await measure(contestants);
  } catch (error) {
    broken = { error };
  } finally {
    // Before anything is said: nothing that the user's code has done to them may change it.
    replaced = putBuiltInsBack();
    runner.dispose();
  }
  if (broken !== null && replaced.length === 0) throw broken.error;
  const targets = request.targets.map((source) => {
    const run = ended.get(source.id);
    if (run === undefined) return toEnded(source, brokenBy(replaced), core);
    const told = withReplaced(run, replaced);
    const way = run.state === "completed" ? ready.get(source)?.way() : undefined;
    return way === undefined ? told : { ...told, learnt: way };
  });
  return { targets };

  /** Loads a target and calls it once. */
  async function makeReady(source: TargetSource, isPlain = request.measure !== "stack"): Promise<void> {
    const heard = servicesFor(source);
    try {
      if (request.onlyPlays === true) ended.set(source.id, await onlyPlay(source, heard, runner, request));
      else await take(source, await play(source, heard, runner, wishFor(source, isPlain), request));
    } catch (error) {
      ended.set(source.id, toEnded(source, explainLoading(error, source.file), core));
    }
  }

  /** Has a target have what those with which it is compared have learnt of values and operations, and be decided and filled in as they are; false where it cannot. */
  async function makeAlike(source: TargetSource): Promise<boolean> {
    const own = ready.get(source);
    const others = othersOf(source);
    const learnt = others.flatMap((other) => other.learnt ?? []);
    // What was played, or follows the way of another process, is as it is.
    if (learnt.length === 0 || (own !== undefined && own.learnt === undefined)) return true;
    const told = toldByOthers(learnt, own?.learnt, codeOnly(source.text, source.language));
    return told === null || (await isReadyWith(told, source, own, others));
  }

  function othersOf(source: TargetSource): Ready[] {
    return [...ready].flatMap(([other, prepared]) => (other === source ? [] : [prepared]));
  }

  /** Has its result say where a target is not as others are, all having been told of each other. */
  function sayUnlike(source: TargetSource, isUnlike: boolean): void {
    const { learnt, facts } = ready.get(source) ?? {};
    const unlike = othersOf(source).flatMap((other) =>
      learnt === undefined || other.learnt === undefined ? [] : contradictions(learnt, other.learnt),
    );
    if (!isUnlike && unlike.length === 0) return;
    const names = [...new Set(unlike)].slice(0, NAMES_AT_MOST).map((name) => name.slice(0, NAME_AT_MOST));
    facts?.preparations.push({ what: "values-unlike", ...(names.length > 0 && { names }) });
  }

  /** Whether a target is no worse with what it is told: then it is measured so. */
  async function isReadyWith(
    told: ToldByOthers,
    source: TargetSource,
    without: Ready | undefined,
    others: readonly Ready[],
  ): Promise<boolean> {
    try {
      const wish = { ...wishFor(source), way: undefined, told };
      const prepared = await prepare(source, servicesFor(source), runner, wish);
      if (without !== undefined && !isNoWorse(prepared, without, others, told.attempt)) return false;
      await take(source, { ...prepared, tell: tellInferred(prepared, without?.facts.scenario?.notReplayed) });
      ended.delete(source.id);
      return true;
    } catch {
      return false;
    }
  }

  /** Has plain values take the places of stand-ins: of what is compared, in all or in none. */
  async function makePlain(): Promise<void> {
    const isOpen = ({ plain, contestant }: Prepared): boolean => plain === null && hasStandIns(contestant);
    const isAll = request.purpose !== "comparison" || ![...ready.values()].some(isOpen);
    for (const [source, prepared] of ready) {
      if (isAll) ready.set(source, { ...prepared, contestant: prepared.plain ?? prepared.contestant });
      else if (prepared.plain === null && !hasStandIns(prepared.contestant)) await makeReady(source, false);
      else ready.set(source, { ...prepared, way: () => withoutStandIns(prepared.way()) });
    }
  }

  /** Has results tell of stand-ins that take a part of the time: the first process tells it for all. */
  async function sayStandIns(): Promise<void> {
    if (request.measure !== "time" || !request.withConstants) return;
    for (const { contestant, facts } of ready.values()) {
      const said = await standInsTimed(contestant, core, runner);
      if (said === null) continue;
      facts.remarks.push(said);
      facts.warnings.push(said.text);
    }
  }

  function servicesFor(source: TargetSource): LoadServices {
    const { onTry, onModule, onCall, onFailure } = new LoadProgress(
      path.basename(source.file),
      harness,
      notify,
    );
    const isCompared = request.purpose === "comparison";
    const counterparts = isCompared ? request.targets.filter((other) => other !== source) : [];
    return { ...services, counterparts, onTry, onModule, onCall, onFailure };
  }

  function wishFor({ scenario }: TargetSource, isPlain = request.measure !== "stack"): Wish {
    // Of what another benchmark has learnt this one still has to tell what there is to tell.
    const way = isPlain && !asksForCounts ? scenario?.learnt : withoutStandIns(scenario?.learnt);
    return { looksForMissed: asksForCounts, isPlain, way };
  }

  /** Keeps what is known of a target that was called last, and tells it. */
  async function take(source: TargetSource, played: PlayedTarget): Promise<void> {
    const facts = await describe(played);
    ready.set(source, { ...played, facts });
    if (!asksForCounts) return;
    const { name } = played.contestant.target.asyncFunction;
    const counted = { id: source.id, state: "completed" as const, ...facts };
    notify({ fraction: 0, activity: `counted what ${name} does`, counted });
  }

  async function describe({ contestant, tell }: PlayedTarget): Promise<About> {
    const { target, recording, start } = contestant;
    const warnings = [...core.incidents];
    if (recording.settledAgain)
      warnings.push(`${target.asyncFunction.name} calls its callback more than once.`);
    const preparations = [...core.preparations];
    if (recording.isCutOff) {
      const cutOff = {
        what: "values-cut-off",
        after: ITEMS_AT_MOST,
      } as const;
      preparations.push(cutOff);
      warnings.push(preparationSentence(cutOff, { name: target.asyncFunction.name }));
    }
    const { given } = target.fakes;
    warnings.push(...unusedWarnings(given?.unused ?? [], target.asyncFunction.name, core.uses));
    const elsewhere = recording.operations.filter(({ line }) => line === null).length;
    if (request.measure === "stack" && elsewhere > 0) {
      warnings.push(elsewhereSentence(elsewhere));
    }
    const slow = isSlow(contestant);
    if (asksForCounts) report(0, `counting what ${target.asyncFunction.name} does`);
    const asynchrony = asksForCounts
      ? await countAsynchrony(core, runner, start, target.callable.completion, slow)
      : undefined;
    const later =
      asksForCounts && target.ownCompletions?.counts !== true
        ? await laterCallsWarning(
            core,
            runner,
            start,
            { counted: recording.operations.length, first: recording.callsInAll },
            slow,
          )
        : null;
    if (later !== null) warnings.push(later);
    // What a compiler made has other lines.
    const shown =
      target.source.written === undefined
        ? inSource(
            target.asyncFunction,
            recording,
            core.uses,
            contestant.reached,
            services.analyze(target.analyzedText, target.source.language).functions,
          )
        : undefined;
    const { parts, ...told } = tell(core.uses);
    const sentence = told.scenario === undefined ? null : playedSentence(told.scenario);
    if (sentence !== null) warnings.push(sentence);
    return {
      counters: {
        ioCalls: recording.operations.length,
        criticalPath: recording.inSequence,
        mostInFlight: recording.mostInFlight,
        underWay: recording.underWay,
        turns: recording.turns,
        ...asynchrony,
        ...(shown === undefined ? {} : { inSource: shown }),
        ...(contestant.byItems === undefined ? {} : { byItems: contestant.byItems }),
        ...(contestant.atItems === undefined ? {} : { atItems: contestant.atItems }),
        ...(contestant.changedLines === undefined ? {} : { changedLines: contestant.changedLines }),
      },
      fakes: core.uses,
      warnings,
      preparations,
      remarks: [...core.remarks],
      ...told,
      ...(request.tellsParts === true ? { parts } : {}),
      ...(given === null || given.line === null ? {} : { fakesFileLine: given.line }),
    };
  }

  async function measure(contestants: readonly Contestant[]): Promise<void> {
    switch (request.measure) {
      case "time": {
        finish(await measureTime(contestants, core, runner, request, report), "time");
        return;
      }
      case "memory": {
        finish(await measureMemory(contestants, core, runner, request, report), "memory");
        return;
      }
      case "stack": {
        finish(await measureStacks(contestants, services, runner, report), "stack");
        return;
      }
    }
  }

  function finish<K extends "time" | "memory" | "stack">(
    outcome: Outcome<NonNullable<Completed[K]>>,
    measureName: K,
  ): void {
    for (const [contestant, facts] of about) {
      const { id } = contestant.target.source;
      const result = outcome.results.get(contestant);
      if (result !== undefined) {
        const warnings = [...facts.warnings, ...(outcome.ownWarnings?.get(contestant) ?? [])];
        ended.set(id, { id, state: "completed", ...facts, warnings, [measureName]: result });
      } else {
        const why = explainCall(outcome.failures.get(contestant), contestant.target, core);
        ended.set(id, {
          ...toEnded(contestant.target.source, why, core),
          warnings: facts.warnings,
          fakes: facts.fakes,
          fakesFileLine: facts.fakesFileLine,
        });
      }
    }
  }
}

/** Whether there are stand-ins that answer anything among what a call has to do with. */
function hasStandIns({ target: { isReplayed, fakes } }: Contestant): boolean {
  return isReplayed !== true && fakes.known.standIns === null && fakes.areAny;
}

/** A way by which stand-ins stay what they are. */
function withoutStandIns(way: Way | undefined): Way | undefined {
  return way === undefined ? undefined : { ...way, standIns: undefined };
}

/** Of targets that have no answer, in a process in which these methods were replaced. */
function brokenBy(replaced: readonly string[]): Unmeasurable {
  return new Unmeasurable(
    "failed",
    `A module replaces ${namesOf(replaced)}, and what measures it cannot work with what stands there now.`,
    "Benchmark the function without the module that replaces built-in methods, or let that keep to what they do.",
  );
}

/** So many are named. */
const REPLACED_AT_MOST = 5;

function namesOf(replaced: readonly string[]): string {
  const named = replaced.slice(0, REPLACED_AT_MOST).join(", ");
  return replaced.length > REPLACED_AT_MOST
    ? `${named} and ${replaced.length - REPLACED_AT_MOST} more`
    : named;
}

function withReplaced(run: TargetRun, replaced: readonly string[]): TargetRun {
  // Packages for long stack traces wrap the methods of emitters, and of nothing else.
  const telling = replaced.filter((name) => !name.startsWith("EventEmitter"));
  if (telling.length === 0) return run;
  const warning = `A module replaces ${namesOf(telling)}, which all code in its process shares, what measures it too.`;
  return { ...run, warnings: [...run.warnings, warning] };
}

function inLoadingOrder({ targets, processIndex }: RunRequest): readonly TargetSource[] {
  return processIndex % 2 === 0 ? targets : targets.toReversed();
}

function toEnded(source: TargetSource, why: Unmeasurable, core: IoCore): TargetRun {
  const { state, message: reason, hint } = why;
  const line = core.given?.line ?? undefined;
  return {
    id: source.id,
    ...(line === undefined ? {} : { fakesFileLine: line }),
    state,
    reason,
    hint,
    warnings: [...core.incidents],
    fakes: core.uses,
  };
}

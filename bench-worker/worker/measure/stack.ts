import path from "node:path";
import type { InjectionMode } from "../../stack-traces.ts";
import type { StackRun } from "../../protocol.ts";
import { callOnce, callToFailure, once } from "../call/caller.ts";
import { settleAfterLoading } from "../first-call.ts";
import type { CallRunner, StartCall } from "../call/run-calls.ts";
import { TimerClock } from "../clock/timer-clock.ts";
import type { Helper, Layer } from "../io/injection.ts";
import type { IoCore } from "../io/io-core.ts";
import { compiledCode } from "../load/compile.ts";
import { generalLongStacks, keepReplaceable, nativeLongStacks } from "../load/general-long-stacks.ts";
import type { LoadedTarget } from "../load/load-target.ts";
import { NO_LONG_STACKS, type LoadServices, type LongStacks } from "../load/load-services.ts";
import { createResolve } from "../load/resolve.ts";
import type { Contestant, Outcome, Report } from "./contestant.ts";
import { injectError, type Experiment, type InjectionSighting } from "./inject.ts";
import { recordCall, type RecordedOperation, type Recording } from "./record.ts";
import { sourceMapLevel } from "./source-maps.ts";
import { callsOf, reportedLine } from "./stack-line.ts";
import { costOfOption, type Side } from "./stack-option-cost.ts";

type Site = StackRun["sites"][number];

/** More call sites than this tell nothing new. */
const SITES_AT_MOST = 40;
/** Characters of a stack that are reported. */
const STACK_CHARACTERS = 6_000;

type Place = Pick<Side, "onClock" | "enter">;

const NOTHING_IN_PLACE: Place = { onClock: (clock) => clock, enter: () => () => undefined };

/** A side of a target: each loading of it has answers of its own, which hold from `enter` on. */
function sideOf({ fakes }: LoadedTarget, { mostInFlight }: Recording, place: Place, start: StartCall): Side {
  const enter = (): (() => void) => {
    fakes.enter();
    return place.enter();
  };
  return { onClock: place.onClock, enter, start, inFlightEach: mostInFlight };
}

/** A target, as it is or with an option for longer stack traces. */
interface Subject {
  readonly target: LoadedTarget;
  readonly recording: Recording;
  /** What it was loaded with; null for nothing. */
  readonly flag: string | null;
  readonly side: Side;
  /** Loads it anew, as nobody has called it yet; null where that cannot be done. */
  readonly reload: (() => Promise<LoadedTarget>) | null;
}

/**
 * Lets each I/O call of one call of each contestant fail in each mode and through each kind of I/O layer, with and
 * without a helper in between, and reads off which line of the target the resulting stack traces name. All of it is
 * done again with each option for longer stack traces that the target's libraries have or its project has installed,
 * whose cost is taken as well.
 */
export async function measureStacks(
  contestants: readonly Contestant[],
  services: LoadServices,
  runner: CallRunner,
  report: Report,
): Promise<Outcome<StackRun>> {
  const results = new Map<Contestant, StackRun>();
  const failures = new Map<Contestant, unknown>();
  for (const [index, contestant] of contestants.entries()) {
    services.core.keepsContext = contestant.keepsContext;
    report(
      index / contestants.length,
      `making the I/O calls of ${contestant.target.asyncFunction.name} fail`,
    );
    try {
      results.set(contestant, await stacksOf(contestant, services, runner));
    } catch (error) {
      failures.set(contestant, error);
    }
  }
  return { results, failures };
}

async function stacksOf(
  contestant: Contestant,
  services: LoadServices,
  runner: CallRunner,
): Promise<StackRun> {
  const { core } = services;
  const { target, recording } = contestant;
  const plain: Subject = {
    target,
    recording,
    flag: null,
    side: sideOf(target, recording, NOTHING_IN_PLACE, contestant.start),
    reload: () => loadedAnew(target, NO_LONG_STACKS, core, runner),
  };
  const sites = await injectEverywhere(plain, core, runner);
  const options: StackRun["options"] = [];
  const tryOption = async (option: Subject | null): Promise<void> => {
    if (option === null) return;
    const { flag, side } = option;
    if (flag === null) return;
    sites.push(...(await injectEverywhere(option, core, runner)));
    options.push(await costOfOption(flag, [plain.side, side], core, runner));
  };
  const folder = path.dirname(target.source.file);
  const resolve = createResolve(folder, target.source.moduleRoots);
  await tryOption(await withLibraryOptions(contestant, core, runner));
  const general = generalLongStacks(resolve, folder);
  if (general !== null) await tryOption(await withGeneralOption(general, contestant, core, runner));
  return {
    ownLayer: ownLayerOf(recording.operations, core, target),
    sites,
    options,
    nativeOptions: nativeLongStacks(resolve, folder),
    sourceMaps: sourceMapLevel(target, recording.operations, services.analyze),
  };
}

/** The target as it was loaded for the contestant, which is let come to rest. */
async function loadedAnew(
  { again }: LoadedTarget,
  longStacks: LongStacks,
  core: IoCore,
  runner: CallRunner,
): Promise<LoadedTarget> {
  const target = await again(longStacks);
  await settleAfterLoading(target, core, runner);
  return target;
}

/** The target with all that its libraries offer; null where they offer nothing. */
async function withLibraryOptions(
  contestant: Contestant,
  core: IoCore,
  runner: CallRunner,
): Promise<Subject | null> {
  const longStacks = { ofLibraries: true, general: null };
  const reload = (): Promise<LoadedTarget> => loadedAnew(contestant.target, longStacks, core, runner);
  const target = await reload();
  if (target.longStackOptions.length === 0) return null;
  const subject = await asSubject(target, NOTHING_IN_PLACE, contestant, core, runner);
  return { ...subject, reload };
}

/** The target after the package `general` has been loaded, with fake I/O on the timers that it wraps. */
async function withGeneralOption(
  general: string,
  contestant: Contestant,
  core: IoCore,
  runner: CallRunner,
): Promise<Subject> {
  const leave = keepReplaceable();
  try {
    const longStacks = { ...NO_LONG_STACKS, general };
    const target = await loadedAnew(contestant.target, longStacks, core, runner);
    const putInPlace = keepReplaceable();
    const enter = (): (() => void) => {
      putInPlace();
      return leave;
    };
    const place: Place = { onClock: (clock) => new TimerClock(clock), enter };
    return await asSubject(target, place, contestant, core, runner);
  } finally {
    leave();
  }
}

async function asSubject(
  target: LoadedTarget,
  place: Place,
  { keepsContext, recording: { failure } }: Contestant,
  core: IoCore,
  runner: CallRunner,
): Promise<Subject> {
  const recording = await recordCall(target, core, runner);
  core.exit = null;
  const call = failure === null ? callOnce : callToFailure;
  const start: StartCall = (settled) => {
    core.keepsContext = keepsContext;
    call(target.callable, recording.settledAgain ? once(settled) : settled);
  };
  return {
    target,
    recording,
    flag: target.longStackOptions.join("; "),
    side: sideOf(target, recording, place, start),
    reload: null,
  };
}

/**
 * Operations that return a promise and are known, as Node's own are, to be async functions make the layer `async`, and so
 * do all that one client has: a level must not depend on which of its methods we have heard of. Of all others nobody
 * knows, and a back end's answers come from outside.
 */
function ownLayerOf(
  operations: readonly RecordedOperation[],
  core: IoCore,
  { fakes: { clients } }: LoadedTarget,
): StackRun["ownLayer"] {
  const known = core.knownPromises;
  const isAsync = ({ expression, kind }: RecordedOperation): boolean =>
    known.has(expression) || (kind === "promise" && clients.isClient(expression));
  const own = operations.filter(({ line }) => line !== null);
  return own.length > 0 && own.every(isAsync) ? "async" : "calls-back";
}

async function injectEverywhere(subject: Subject, core: IoCore, runner: CallRunner): Promise<Site[]> {
  const { recording, flag, side, reload } = subject;
  let { target } = subject;
  const sites: Site[] = [];
  const compiled = compiledCode(target.source.file, target.source.text);
  const leave = side.enter();
  try {
    for (const operation of recording.operations.slice(0, SITES_AT_MOST)) {
      const { line, expression } = operation;
      // Operations that do not pass through the target's file have no line that a stack could name.
      if (line === null) continue;
      const same = recording.operations.filter((one) => one.expression === expression);
      const before = same.indexOf(operation);
      const callsThere = same.filter((one, index) => index >= before && one.line === line).length;
      for (const experiment of experimentsOn(operation, { before, callsThere, told: {} })) {
        const { mode, layer, helper } = experiment;
        let sighting = await injectError(experiment, target, core, runner, side.onClock);
        if (!sighting.happened && reload !== null) {
          // It keeps what it got before: what fails must be its first call.
          target = await reload();
          sighting = await injectError(experiment, target, core, runner, side.onClock);
        }
        if (!sighting.happened) continue;
        sites.push({
          line,
          expression,
          mode,
          flag,
          layer,
          helper,
          reportedLine: reportedLine(sighting, operation, target.source, callsOf(target), compiled),
          crash: sighting.crash,
          swallowed: sighting.swallowed,
          stack: shown(sighting).slice(0, STACK_CHARACTERS),
        });
      }
    }
  } finally {
    leave();
  }
  return sites;
}

/** What is tried at one operation. Where a way makes no difference to another, it is left out. */
function experimentsOn(
  { expression, kind }: RecordedOperation,
  place: Pick<Experiment, "before" | "callsThere" | "told">,
): Experiment[] {
  const experiments: Experiment[] = [];
  const add = (mode: InjectionMode, layer: Layer, ...helpers: Helper[]): void => {
    for (const helper of helpers) experiments.push({ expression, ...place, mode, layer, helper });
  };
  add("error", "calls-back", "none", "hands-on");
  add("throw", "calls-back", "none", "hands-on");
  add("async-throw", "calls-back", "none");
  add("error", "async", "none", "hands-on");
  if (kind === "promise") add("error", "async", "thenable", "proxy");
  add("throw", "async", "none", "hands-on");
  add("async-throw", "async", "none");
  add("error", "keeps-stack", "none", "hands-on");
  return experiments;
}

function shown({ errorStack, deliveryStack }: InjectionSighting): string {
  if (errorStack === "") return "The caller never heard of the error.";
  if (deliveryStack === "") return errorStack;
  return `${errorStack}\nDelivered:\n${deliveryStack.slice(deliveryStack.indexOf("\n") + 1)}`;
}

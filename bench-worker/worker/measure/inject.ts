import { types } from "node:util";
import type { CrashKind, InjectionMode } from "../../stack-traces.ts";
import { callOnce } from "../call/caller.ts";
import { innerErrors } from "../../inner-errors.ts";
import { Unsettled, type CallRunner, type Escaped } from "../call/run-calls.ts";
import type { Clock } from "../clock/clock.ts";
import type { VirtualClock } from "../clock/virtual-clock.ts";
import { harness } from "../harness/intrinsics.ts";
import { sayThrown, stackHere, stackOf } from "../io/call-site.ts";
import { injectedError, type Helper, type Injection, type Layer } from "../io/injection.ts";
import type { IoCore } from "../io/io-core.ts";
import type { LoadedTarget } from "../load/load-target.ts";
import { errorHandedTo } from "./handed-error.ts";
import { enterLockstep } from "./lockstep.ts";
import { placesIn } from "./places.ts";
import type { Sighting } from "./stack-line.ts";

/** So deep are the stacks that are kept, as the host's process keeps them. */
const STACK_FRAMES = 100;

/** So often fails what a target tries again; one that goes on after that gives nobody the error. */
const TRIES_AT_MOST = 20;

/** One error to inject into one call of a target. */
export interface Experiment {
  /** The operation that is to fail, and how many of that name come before it in a call. */
  readonly expression: string;
  readonly before: number;
  /** How often it is called at its line from then on when all goes well: who calls it more often tries again. */
  readonly callsThere: number;
  /** How often it had to fail until the caller heard of it, once an experiment on the same operation has found out. */
  readonly told: { times?: number };
  readonly mode: InjectionMode;
  readonly layer: Layer;
  readonly helper: Helper;
}

/** What calls see of a clock: itself, unless something stands in between. */
export type OnClock = (clock: VirtualClock) => Clock;

/** What became of an injected error. */
export interface InjectionSighting extends Sighting {
  /** How the error escaped, or would have; null where somebody heard of it. */
  readonly crash: CrashKind | null;
  /** The caller never heard of it. */
  readonly swallowed: boolean;
  /** Whether the operation was called at all: a target that keeps what it once got may do without. */
  readonly happened: boolean;
}

/**
 * Calls the target once and lets one operation of it fail; and again whenever it is tried again, if that is what brings the
 * error to the caller. Where the target answers by ending the process, nobody hears of the error, and the fake exit's own
 * stack is none that a user would see.
 */
export async function injectError(
  experiment: Experiment,
  target: LoadedTarget,
  core: IoCore,
  runner: CallRunner,
  onClock: OnClock,
): Promise<InjectionSighting> {
  const fail = (times: number): Promise<Tried> =>
    callAndFail({ ...experiment, times }, target, core, runner, onClock);
  const hasExited = (): boolean => core.exit !== null;
  const first = await fail(1);
  const { sighting: once } = first;
  const { callsThere } = experiment;
  if (!once.swallowed || first.callsThere <= callsThere || hasExited()) return withoutExit(once, core);
  const { message } = injectedError(experiment.expression);
  const isGiven = ({ sighting }: Tried): boolean => sighting.errorStack.includes(message);
  if (experiment.told.times !== undefined) {
    const asBefore = await fail(experiment.told.times);
    if (isGiven(asBefore) || hasExited()) return withoutExit(asBefore.sighting, core);
  }
  const triesAtMost = TRIES_AT_MOST * callsThere;
  const last = await fail(triesAtMost);
  if (callsThere === 1 || !isGiven(last) || hasExited())
    return withoutExit(isGiven(last) ? last.sighting : once, core);
  // Of other calls at that line none is to fail once this one is not tried again.
  let before = first;
  for (let times = 2; times < triesAtMost; times++) {
    const tried = await fail(times);
    if (isGiven(tried)) experiment.told.times = times;
    if (isGiven(tried) || hasExited()) return withoutExit(tried.sighting, core);
    if (tried.callsThere <= before.callsThere) return once;
    before = tried;
  }
  return last.sighting;
}

function withoutExit(sighting: InjectionSighting, core: IoCore): InjectionSighting {
  if (core.exit === null) return sighting;
  core.exit = null;
  return { ...sighting, errorStack: "", deliveryStack: "", crash: "exit", swallowed: true };
}

/** What became of it, and how often the target called the operation at that line, from the one that failed first on. */
interface Tried {
  readonly sighting: InjectionSighting;
  readonly callsThere: number;
}

async function callAndFail(
  { expression: failing, before, mode, layer, helper, times }: Experiment & { readonly times: number },
  target: LoadedTarget,
  core: IoCore,
  runner: CallRunner,
  onClock: OnClock,
): Promise<Tried> {
  const { callable, asyncFunction } = target;
  enterLockstep(core, onClock);
  // The target or its libraries may have set another.
  harness.Error.stackTraceLimit = STACK_FRAMES;
  let called = 0;
  let callsThere = 0;
  let failedAt: number | null = null;
  const places = placesIn(target);
  const unwatch = target.ownCompletions?.watch(core);
  const happened = (): boolean => callsThere > 0;
  const isToFail = (expression: string): boolean => {
    if (expression !== failing || called++ < before) return false;
    const line = places.line();
    if (callsThere === 0) failedAt = line;
    else if (line !== failedAt) return false;
    return callsThere++ < times;
  };
  const parameters = new Set(asyncFunction.parameters.map(({ name }) => name));
  // What is read later may have lost what a library keeps only while its callbacks run.
  const seen: { thrown?: string; delivered?: string; deliveryStack: string; escapedBefore?: Escaped } = {
    deliveryStack: "",
  };
  const heardOf = (): InjectionSighting => {
    const { delivered = "", deliveryStack } = seen;
    const swallowed = delivered === "";
    return { errorStack: delivered, deliveryStack, crash: null, swallowed, happened: happened() };
  };
  const crashed = (errorStack: string, crash: InjectionSighting["crash"]): InjectionSighting => {
    return { errorStack, deliveryStack: "", crash, swallowed: false, happened: happened() };
  };
  /** Nobody waited for it, or not yet: it escaped once the call had settled, or before that heard of it. */
  const heardOrEscaped = (): InjectionSighting => {
    const heard = heardOf();
    const escaped = heard.swallowed ? runner.escaped[0] : seen.escapedBefore;
    if (escaped === undefined) return heard;
    return { ...heard, errorStack: stackText(escaped.error), deliveryStack: "", crash: escaped.how };
  };
  try {
    await runner.run((settled) => {
      const heard = (error: unknown): void => {
        if (error !== null && error !== undefined && seen.delivered === undefined) {
          seen.delivered = stackText(error);
          const [escaped] = runner.escaped;
          if (escaped?.how === "unhandledRejection") seen.escapedBefore = escaped;
          if (callable.completion !== "promise") seen.deliveryStack = stackHere();
        }
        settled(error);
      };
      const handed = (error: unknown): void => {
        if (!happened() || seen.delivered !== undefined || !(error instanceof harness.Error)) return;
        seen.delivered = stackText(error);
        seen.deliveryStack = stackHere();
      };
      const final = callable.completion === "callback" ? heard : null;
      core.tap = {
        onCall: ({ expression }): Injection | null => {
          return isToFail(expression) ? { expression, mode, layer, helper, final } : null;
        },
        ...places,
        onFakeCall: (name, given) => handed(errorHandedTo(name, parameters, given)),
      };
      try {
        callOnce(callable, heard);
      } catch (error) {
        seen.thrown = stackText(error);
        throw error;
      }
    }, 1);
  } catch (error) {
    if (!(error instanceof Unsettled)) throw error;
    const [escaped] = error.escaped;
    const sighting = escaped === undefined ? heardOf() : crashed(stackText(escaped.error), escaped.how);
    return { sighting, callsThere };
  } finally {
    unwatch?.();
    core.tap = null;
  }
  if (seen.thrown === undefined) return { sighting: heardOrEscaped(), callsThere };
  // Whoever passes a callback has nothing around the call that would catch.
  const crash = callable.completion === "callback" ? "uncaughtException" : null;
  return { sighting: crashed(seen.thrown, crash), callsThere };
}

/** An error, be it one of a library's own making; of a proxy it is not asked. */
function isError(value: unknown): boolean {
  return types.isNativeError(value) || (!types.isProxy(value) && value instanceof harness.Error);
}

/** The stack, with those of the errors inside; where there is none, what was thrown. */
function stackText(thrown: unknown): string {
  const inner = innerErrors(thrown, isError).map(({ key, error }) => `[${key}]: ${stackOf(error)}`);
  return [stackOf(thrown) || sayThrown(thrown), ...inner].join("\n");
}

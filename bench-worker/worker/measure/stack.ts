import type { InjectionMode } from "../../document.ts";
import type { StackRun } from "../../protocol.ts";
import { callOnce } from "../call/caller.ts";
import { Unsettled, type CallRunner } from "../call/run-calls.ts";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { harness } from "../harness/intrinsics.ts";
import { sayThrown, stackHere, stackOf } from "../io/call-site.ts";
import { injectedError, type Injection, type Layer } from "../io/injection.ts";
import type { IoCore } from "../io/io-core.ts";
import { loadTarget, type LoadedTarget, type LoadServices } from "../load/load-target.ts";
import type { Contestant, Outcome, Report } from "./contestant.ts";
import { recordCall, type RecordedOperation } from "./record.ts";
import { sourceMapLevel } from "./source-maps.ts";
import { reportedLine } from "./stack-line.ts";

type Site = StackRun["sites"][number];

const MODES: readonly InjectionMode[] = ["error", "throw", "async-throw"];
const LAYERS: readonly Layer[] = ["bare", "wrapped"];
/** More call sites than this tell nothing new. */
const SITES_AT_MOST = 40;
/** So deep are the stacks that are kept, as the host's process keeps them. */
const STACK_FRAMES = 100;
/** Characters of a stack that are reported. */
const STACK_CHARACTERS = 6_000;

/**
 * Lets each I/O call of one call of each contestant fail in each mode, with the I/O layer bare and wrapped, and
 * reads off which line of the target the resulting stack traces name. Targets whose libraries have a long-stack
 * option are loaded once more with it.
 */
export async function measureStacks(
  contestants: readonly Contestant[],
  services: LoadServices,
  runner: CallRunner,
  report: Report,
): Promise<Outcome<StackRun>> {
  const results = new Map<Contestant, StackRun>();
  const failures = new Map<Contestant, unknown>();
  const { core } = services;
  for (const [index, contestant] of contestants.entries()) {
    const { target, recording, keepsContext } = contestant;
    core.keepsContext = keepsContext;
    report(index / contestants.length, `making the I/O calls of ${target.asyncFunction.name} fail`);
    try {
      const sites = await injectEverywhere(target, recording.operations, null, core, runner);
      const optional = await loadTarget(target.source, { ...services, longStacks: true }, target.standIns);
      if (optional.longStackOptions.length > 0) {
        const flag = optional.longStackOptions.join("; ");
        const { operations } = await recordCall(optional, core, runner);
        sites.push(...(await injectEverywhere(optional, operations, flag, core, runner)));
      }
      results.set(contestant, { sites, sourceMaps: sourceMapLevel(target) });
    } catch (error) {
      failures.set(contestant, error);
    }
  }
  return { results, failures };
}

async function injectEverywhere(
  target: LoadedTarget,
  operations: readonly RecordedOperation[],
  flag: string | null,
  core: IoCore,
  runner: CallRunner,
): Promise<Site[]> {
  const sites: Site[] = [];
  for (const [index, operation] of operations.slice(0, SITES_AT_MOST).entries()) {
    // Operations that do not pass through the target's file have no line that a stack could name.
    if (operation.line === null) continue;
    for (const mode of MODES) {
      for (const layer of LAYERS) {
        const sighting = await injectAt(index, mode, layer, target, core, runner);
        sites.push({
          line: operation.line,
          expression: operation.expression,
          mode,
          flag,
          layer,
          reportedLine: reportedLine(sighting, operation, target.source),
          crashed: sighting.crashed,
          swallowed: sighting.swallowed,
          stack: shown(sighting).slice(0, STACK_CHARACTERS),
        });
      }
    }
  }
  return sites;
}

interface InjectionSighting {
  readonly errorStack: string;
  readonly deliveryStack: string;
  /** The error escaped as an uncaught exception or an unhandled rejection, or would have. */
  readonly crashed: boolean;
  /** The caller never heard of it. */
  readonly swallowed: boolean;
}

/**
 * Calls the target once and lets its operation `index` fail. Where it answers by ending the process, nobody hears of
 * the error, and the fake exit's own stack is none that a user would see.
 */
async function injectAt(
  ...[index, mode, layer, target, core, runner]: Parameters<typeof sightingAt>
): Promise<InjectionSighting> {
  const sighting = await sightingAt(index, mode, layer, target, core, runner);
  if (core.exit === null) return sighting;
  core.exit = null;
  return { errorStack: "", deliveryStack: "", crashed: true, swallowed: true };
}

async function sightingAt(
  index: number,
  mode: InjectionMode,
  layer: Layer,
  target: LoadedTarget,
  core: IoCore,
  runner: CallRunner,
): Promise<InjectionSighting> {
  const { callable } = target;
  const clock = new VirtualClock();
  clock.lockstep = true;
  core.clock = clock;
  core.latencyMilliseconds = 1;
  // The target or its libraries may have set another.
  harness.Error.stackTraceLimit = STACK_FRAMES;
  let count = 0;
  let deliveryStack = "";
  const seen: { thrown?: { error: unknown }; delivered?: { error: unknown } } = {};
  try {
    await runner.run((settled) => {
      const heard = (error: unknown): void => {
        if (error !== null && error !== undefined && seen.delivered === undefined) {
          seen.delivered = { error };
          if (callable.completion !== "promise") deliveryStack = stackHere();
        }
        settled(error);
      };
      core.tap = {
        onCall: ({ expression }): Injection | null => {
          if (count++ !== index) return null;
          if (mode === "throw") throw injectedError(expression);
          return { expression, mode, layer, final: callable.completion === "callback" ? heard : null };
        },
      };
      try {
        callOnce(callable, heard);
      } catch (error) {
        seen.thrown = { error };
        throw error;
      }
    }, 1);
  } catch (error) {
    if (!(error instanceof Unsettled)) throw error;
    const { escaped } = error;
    if (escaped.length > 0) {
      return { errorStack: stackText(escaped[0]), deliveryStack: "", crashed: true, swallowed: false };
    }
    return { errorStack: "", deliveryStack, crashed: false, swallowed: true };
  } finally {
    core.tap = null;
  }
  const { thrown, delivered } = seen;
  if (thrown !== undefined) {
    // Whoever passes a callback has nothing around the call that would catch.
    const crashed = callable.completion === "callback";
    return { errorStack: stackText(thrown.error), deliveryStack: "", crashed, swallowed: false };
  }
  if (delivered === undefined) {
    return { errorStack: "", deliveryStack: "", crashed: false, swallowed: true };
  }
  return { errorStack: stackText(delivered.error), deliveryStack, crashed: false, swallowed: false };
}

/** The stack; where there is none, what was thrown. */
function stackText(thrown: unknown): string {
  const stack = stackOf(thrown);
  return stack === "" ? sayThrown(thrown) : stack;
}

function shown(sighting: InjectionSighting): string {
  const { errorStack, deliveryStack } = sighting;
  if (errorStack === "") return "The caller never heard of the error.";
  if (deliveryStack === "") return errorStack;
  return `${errorStack}\nDelivered:\n${deliveryStack.slice(deliveryStack.indexOf("\n") + 1)}`;
}

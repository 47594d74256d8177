import { immediates } from "../clock/immediates.ts";
import { limitedBy } from "../clock/limited-turns.ts";
import { callOnce, CUT_OFF, failureOf, type Callable, type Settled } from "../call/caller.ts";
import type { CallRunner } from "../call/run-calls.ts";
import { framesOf, stackHere, type Frame } from "../io/call-site.ts";
import { isHarness } from "../io/own-frames.ts";
import type { IoCall, IoCallKind } from "../../../analysis/model.ts";
import { harness } from "../harness/intrinsics.ts";
import { Endless } from "../harness/time-limit.ts";
import { causality } from "../io/causality.ts";
import type { IoCore, IoTap } from "../io/io-core.ts";
import type { LoadedTarget } from "../load/load-target.ts";
import { failureTold } from "./handed-error.ts";
import { enterLockstep } from "./lockstep.ts";
import { placesIn } from "./places.ts";
import { textOfFunction } from "../harness/function-text.ts";

/** One operation of the recorded call. */
export interface RecordedOperation {
  readonly expression: string;
  readonly kind: IoCallKind;
  /** Line of the call in the target's file; null when the call does not pass through it. */
  readonly line: number | null;
  /** Column of that, as the stack names it; null where the stack does not. */
  readonly column: number | null;
  /** Source text of the callback that the operation was given; null where it has none. */
  readonly callbackText: string | null;
  /** How many operations, one after another, had to complete before. */
  readonly depth: number;
  /** Who called whom when it was made, the innermost first, in whichever files, as far as the stack tells. */
  readonly frames: readonly Frame[];
}

/** What one call of the target does on fakes when all goes well. */
export interface Recording {
  readonly operations: readonly RecordedOperation[];
  /** How many operations it made in all: with those that it began, some time after it had settled, as it went on. */
  readonly callsInAll: number;
  /** How many operations run together, step by step. */
  readonly steps: readonly number[];
  /** The longest chain of operations, one after another, that the call waited for: not what is only started. */
  readonly inSequence: number;
  /** How often the event loop came back to the call: for all that was due, or for all immediates set, together. */
  readonly turns: number;
  /** How many operations waited at the same time at most. */
  readonly mostInFlight: number;
  /** How many operations were still in flight when the call settled. */
  readonly underWay: number;
  /** The callback was called more than once. */
  readonly settledAgain: boolean;
  /** It gives values without end: we took no more. */
  readonly isCutOff: boolean;
  /** Of a contestant's there is one only where the function does nothing but fail. */
  readonly failure: { readonly error: unknown } | null;
  /** By what it first told who called it that it failed: `next(error)`, `res.status(404)`. */
  readonly handed: HandedError | null;
}

/** An error that a call handed on, or that stands for a status of failure. */
export interface HandedError {
  readonly error: Error;
  /** What it was handed to, as its caller names it. */
  readonly to: string;
  /** Of that call in the target's file; null where another file makes it, as in `fn(request).catch(next)`. */
  readonly line: number | null;
}

/**
 * Calls the target once, with every operation watched, on a clock that stands still but for jumps: operations that
 * could run together start at the same time. `operations` fills up as they are called, so that whoever passes it
 * knows them even if the call never settles.
 *
 * @param heard Told of each as it is called, with its line in the target's file where that is known.
 * @throws {Unsettled} when the call does not settle.
 * @throws {Endless} when it does not come back from something that it does.
 */
export async function recordCall(
  target: LoadedTarget,
  core: IoCore,
  runner: CallRunner,
  operations: RecordedOperation[] = [],
  heard?: (line: number | null) => void,
): Promise<Recording> {
  const before = { clock: core.clock, latency: core.latencyMilliseconds };
  let isSettled = false;
  /** Settled, and done with all that it does at once then. */
  let isOver = false;
  /** How many operations the call had waited for, one after another, where others were still in flight then. */
  let waitedFor = Infinity;
  let underWay = 0;
  let turns = 0;
  let handed: HandedError | null = null;
  const parameters = new Set(target.asyncFunction.parameters.map(({ name }) => name));
  const places = placesIn(target);
  const tap: IoTap = {
    onFakeCall: (to, given) => {
      const error = handed === null ? failureTold(to, parameters, given) : undefined;
      if (error !== undefined) handed = { error, to, line: places.line() };
    },
    onCall: ({ expression, kind }, callback) => {
      if (isOver) return null;
      const frames = framesOf(stackHere()).filter(({ file }) => !isHarness(file));
      const frame = frames.find(({ file }) => file === target.source.file);
      const line = frame?.line ?? tap.builtAt ?? null;
      operations.push({
        expression,
        kind,
        line,
        column: frame?.column ?? null,
        callbackText: textOfCallback(callback),
        depth: causality.depth,
        frames,
      });
      heard?.(line);
      return null;
    },
    ...places,
  };
  let settlements = 0;
  let isCutOff = false;
  const clock = enterLockstep(core);
  core.endHandedTo = null;
  core.watch(tap);
  const unwatch = target.ownCompletions?.watch(core, () => isSettled);
  const callsBefore = core.calls;
  const immediateTurns = immediates.turns;
  clock.onTurn = () => {
    if (!isSettled) turns++;
  };
  const limited = limitedBy(runner, core);
  clock.around = limited;
  immediates.around = limited;
  immediates.onEndless = goneOnSince({ time: harness.now(), cpu: harness.cpuMilliseconds() }, runner);
  try {
    const trial = await runner.run((settled) => {
      const settle: Settled = (error, how) => {
        if (how === CUT_OFF) isCutOff = true;
        if (!isSettled) {
          turns += immediates.turns - immediateTurns;
          const { depth } = causality;
          // A stream that flows by a pipe is read in the next tick, and who has called back may begin something more.
          harness.nextTick(() => {
            isOver = true;
            underWay = core.inFlight;
            if (underWay > 0) waitedFor = depth;
          });
        }
        isSettled = true;
        if (++settlements === 1) settled(error);
      };
      // From a turn of its own, in which nothing of ours waits for a microtask that could be lost.
      harness.setImmediate(() => limited(() => startCall(target.callable, tap, settle)));
    }, 1);
    placeBySource(operations, target.asyncFunction.ioCalls);
    return {
      operations,
      callsInAll: core.calls - callsBefore,
      steps: stepsOf(operations),
      inSequence: stepsOf(operations.filter(({ depth }) => depth < waitedFor)).length,
      turns,
      mostInFlight: core.mostInFlight,
      underWay,
      settledAgain: settlements > 1,
      isCutOff,
      failure: trial.failure,
      handed,
    };
  } finally {
    immediates.around = null;
    immediates.onEndless = null;
    unwatch?.();
    core.tap = null;
    core.clock = before.clock;
    core.latencyMilliseconds = before.latency;
  }
}

/** Has a call abandoned, from a time on, in which immediates set each other without end. */
function goneOnSince(
  since: { readonly time: number; readonly cpu: number },
  runner: { readonly abandon: (error: Endless) => void },
): (stack: string | undefined) => void {
  return (stack) => {
    const computed = harness.cpuMilliseconds() - since.cpu;
    const endless = new Endless(harness.now() - since.time, computed, computed);
    endless.isPolling = true;
    if (stack !== undefined) endless.stack = stack;
    runner.abandon(endless);
  };
}

function startCall(callable: Callable, tap: IoTap, settled: Settled): void {
  const run = function (this: unknown, ...given: unknown[]): unknown {
    tap.given = given;
    return callable.run.apply(this, given);
  };
  try {
    callOnce(callable.completion === "callback" ? { ...callable, run } : callable, settled);
  } catch (error) {
    settled(failureOf(error));
  }
}

/**
 * Libraries that defer calls make them when the target's file is no longer on the stack. Where the call makes as many
 * operations as its source has I/O calls, they are those, one after another.
 */
function placeBySource(operations: RecordedOperation[], ioCalls: readonly IoCall[]): void {
  if (operations.length !== ioCalls.length || operations.every(({ line }) => line !== null)) return;
  const lines = ioCalls.map(({ position }) => position.line).sort((a, b) => a - b);
  operations.forEach((operation, index) => {
    operations[index] = { ...operation, line: operation.line ?? lines[index]! };
  });
}

function stepsOf(operations: readonly RecordedOperation[]): number[] {
  const byDepth = new Map<number, number>();
  for (const { depth } of operations) byDepth.set(depth, (byDepth.get(depth) ?? 0) + 1);
  return [...byDepth].sort(([a], [b]) => a - b).map(([, count]) => count);
}

function textOfCallback(callback: unknown): string | null {
  return typeof callback === "function" ? textOfFunction(callback) : null;
}

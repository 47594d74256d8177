import type { TargetSource } from "../protocol.ts";
import { callOnce, type Callable, type CallRunner, type Trial } from "./calls.ts";
import { VirtualClock } from "./clock.ts";
import type { Io } from "./io.ts";
import { lineIn, stackHere } from "./stacks.ts";

/** One operation of the recorded call. */
export interface RecordedOperation {
  readonly expression: string;
  /** Line of the call in the target's file; null when the call does not pass through it. */
  readonly line: number | null;
  /** Whether that is of a stack, and not by the order of the source. */
  readonly isSeen: boolean;
  /** Source text of the callback that the operation was given. */
  readonly callbackText: string | null;
  readonly depth: number;
}

/** What one call of the target does on fakes when all goes well. */
export interface Recording {
  readonly operations: readonly RecordedOperation[];
  /** How many operations run together, step by step. */
  readonly steps: readonly number[];
  /** The longest chain of operations that the call waited for. */
  readonly inSequence: number;
  readonly turns: number;
  readonly mostInFlight: number;
  /** The callback was called more than once. */
  readonly settledAgain: boolean;
}

/** Calls the target once, with every operation watched, on a clock that stands still but for jumps. */
export function recordCall(
  callable: Callable,
  { file, entry }: TargetSource,
  io: Io,
  runner: CallRunner,
  done: (trial: Trial, recording: Recording) => void,
): void {
  const operations: RecordedOperation[] = [];
  const clock = new VirtualClock();
  let settlements = 0;
  let turns = 0;
  /** How many it had waited for, one after another, where others were still in flight when it settled. */
  let waitedFor = Infinity;
  clock.onTurn = () => {
    if (settlements === 0) turns++;
  };
  io.clock = clock;
  io.latencyMilliseconds = 1;
  io.watch((expression, callback) => {
    if (settlements === 0) {
      const callbackText = typeof callback === "function" ? Function.prototype.toString.call(callback) : null;
      const line = lineIn(stackHere(), file);
      operations.push({ expression, line, isSeen: line !== null, callbackText, depth: io.depth });
    }
    return null;
  });
  runner.run(
    (settled) =>
      callOnce(callable, (error) => {
        if (++settlements !== 1) return;
        if (io.inFlight > 0) waitedFor = io.depth;
        settled(error);
      }),
    1,
    (trial) => {
      io.tap = null;
      const { mostInFlight } = io;
      done(trial, {
        operations: placedBySource(operations, entry === undefined ? [] : entry.ioLines),
        steps: stepsOf(operations),
        inSequence: stepsOf(operations.filter(({ depth }) => depth < waitedFor)).length,
        ...{ turns, mostInFlight, settledAgain: settlements > 1 },
      });
    },
  );
}

/**
 * Libraries that defer calls make them when the target's file is no longer on the stack. Where the call makes as many
 * operations as its source has I/O calls, they are those, one after another.
 */
function placedBySource(
  operations: readonly RecordedOperation[],
  ioLines: readonly number[],
): readonly RecordedOperation[] {
  if (operations.length !== ioLines.length) return operations;
  return operations.map((operation, index) =>
    operation.line === null ? { ...operation, line: ioLines[index]! } : operation,
  );
}

function stepsOf(operations: readonly RecordedOperation[]): number[] {
  const byDepth: number[] = [];
  for (const { depth } of operations) byDepth[depth] = (byDepth[depth] ?? 0) + 1;
  return byDepth.filter((count) => count > 0);
}

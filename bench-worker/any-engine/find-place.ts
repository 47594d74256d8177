import path from "path";
import type { RunRequest, TargetRun, TargetSource } from "../protocol.ts";
import { TICK } from "../tick.ts";
import { callOnce, type CallRunner } from "./calls.ts";
import { engine } from "./engine.ts";
import { asLongAs } from "./flow.ts";
import type { Io } from "./io.ts";
import { loadCallable } from "./load.ts";
import { lineIn, stackOf } from "./stacks.ts";

/** Calls in flight together: some go wrong only among others. */
const CALLS = 20;
/** The share of the time after which loading, or calls, count as not coming back. */
const COMES_BACK_WITHIN = 0.25;
/** The watch is looked at once in so many ticks, and the heap once in so many looks. */
const LOOK_EVERY = 64;
const LOOK_AT_HEAP_EVERY = 4;

/** What watched code was thrown out with. */
interface Found {
  readonly error: Error;
  readonly fillsHeap: boolean;
}

/**
 * Runs a target of which a process did not come to its end, its text with a tick in each of its loops and functions, until
 * the same happens again, and tells where that is; measures nothing. `completed` where it does not happen within the time.
 */
export function findPlace(
  source: TargetSource,
  { options, watchMilliseconds = 0, heapMegabytes }: RunRequest,
  io: Io,
  runner: CallRunner,
  done: (run: TargetRun) => void,
): void {
  // Read off the list, as what is found is written within a function.
  const found: Found[] = [];
  const computed = (): number => engine.cpuMilliseconds() ?? engine.now();
  const begun = computed();
  const comesBackWithin = COMES_BACK_WITHIN * watchMilliseconds;
  let deadline = begun + comesBackWithin;
  let ticks = 0;
  const heapAtMost = heapMegabytes === undefined ? Infinity : heapMegabytes * 1e6;
  const tick = (): true => {
    if (++ticks % LOOK_EVERY !== 0) return true;
    const fillsHeap = ticks % (LOOK_EVERY * LOOK_AT_HEAP_EVERY) === 0 && engine.heapUsedBytes() > heapAtMost;
    if (!fillsHeap && computed() < deadline) return true;
    const error = new engine.Error(fillsHeap ? "fills the heap" : "is still running");
    found.push({ error, fillsHeap });
    throw error;
  };
  Object.defineProperty(global, TICK, { value: tick, configurable: true });
  const finish = (hasLoaded: boolean): void => {
    const [first] = found;
    const rest = { id: source.id, warnings: [], fakes: io.fakes };
    done(
      first === undefined
        ? { ...rest, state: "completed", counters: { ioCalls: 0, criticalPath: 0 } }
        : { ...rest, ...inWords(first, source, hasLoaded) },
    );
  };

  const callable = loadCallable(source, options, io);
  if ("reason" in callable || found.length > 0) {
    finish(false);
    return;
  }
  let isWhole = true;
  runner.settleDown(() =>
    asLongAs(
      () => isWhole && found.length === 0 && computed() - begun < watchMilliseconds,
      (next) => {
        deadline = computed() + comesBackWithin;
        runner.run(
          (settled) => callOnce(callable, settled),
          CALLS,
          (trial) => {
            ({ isWhole } = trial);
            next();
          },
        );
      },
      () => finish(true),
    ),
  );
}

function inWords(
  { error, fillsHeap }: Found,
  { file, entry }: TargetSource,
  hasLoaded: boolean,
): { readonly state: "failed" | "timed-out"; readonly reason: string; readonly hint: string } {
  const who = hasLoaded && entry !== undefined ? entry.name : path.basename(file);
  const line = lineIn(stackOf(error), file);
  const at = line === null ? "" : ` at line ${line}`;
  return fillsHeap
    ? {
        state: "failed",
        reason: `The process ran out of memory: ${who} was filling it${at}.`,
        hint: "Look for something that grows without end there, or measure with fewer calls in flight (a smaller n).",
      }
    : {
        state: "timed-out",
        reason: `${who} does not come back: it was still busy${at}.`,
        hint: "Look for a loop there that does not end, or for what starts itself again.",
      };
}

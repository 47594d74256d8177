import path from "path";
import { elsewhereSentence } from "../elsewhere.ts";
import type { RunResult, RunRequest, TargetRun, TargetSource } from "../protocol.ts";
import { callOnce, CallRunner, type StartCall } from "./calls.ts";
import type { Serve } from "./channel.ts";
import { whyFailed, type Contestant } from "./contestant.ts";
import { engine } from "./engine.ts";
import { findPlace } from "./find-place.ts";
import { forEachInTurn } from "./flow.ts";
import { replaceGlobals } from "./globals.ts";
import { Io } from "./io.ts";
import { loadCallable } from "./load.ts";
import { canWeigh, measureMemory, tellsAllocation } from "./memory.ts";
import { recordCall } from "./record.ts";
import { measureStacks } from "./stack.ts";
import { measureTime } from "./time.ts";
import type { Unmeasurable } from "./unmeasurable.ts";

/** Milliseconds between two messages about the progress. */
const REPORT_EVERY = 100;
/** Calls together that must go well after the first. */
const CALLS_AGAIN = 3;

type Completed = Extract<TargetRun, { state: "completed" }>;

/**
 * Serves the one run of this process: loads all targets, calls each once to see what it does, and measures those that
 * can be.
 */
export const serve: Serve = (request, notify, done) => {
  const io = new Io();
  const runner = new CallRunner(io);
  replaceGlobals(io);
  let reported = -Infinity;
  const report = (fraction: number, activity: string, loading?: string): void => {
    // Telling costs time that would be measured.
    if (engine.now() - reported < REPORT_EVERY) return;
    reported = engine.now();
    const progress = { fraction: Math.max(0, Math.min(fraction, 1)), activity };
    notify(loading === undefined ? progress : { ...progress, loading });
  };
  if (request.watchMilliseconds !== undefined) {
    findPlace(request.targets[0]!, request, io, runner, (run) => done(null, { targets: [run] }));
    return;
  }
  const ended: Record<string, TargetRun> = {};
  const contestants: Contestant[] = [];
  const fakes: Record<string, Completed["fakes"]> = {};
  const { targets, processIndex } = request;
  // What is loaded first has an advantage, or a handicap: it changes from process to process.
  const ordered = processIndex % 2 === 0 ? targets : targets.slice().reverse();
  const end = (id: string, why: Unmeasurable): void => {
    ended[id] = { id, ...why, warnings: [], fakes: fakes[id] ?? [] };
  };
  const finish = (): void => {
    const result: RunResult = { targets: targets.map(({ id }) => ended[id]!) };
    done(null, result);
  };
  const completed = (measured: { [K in "time" | "memory" | "stack"]?: (Completed[K] | null)[] }): void => {
    contestants.forEach((contestant, index) => {
      const { source, recording } = contestant;
      if (contestant.ended !== null) {
        end(source.id, contestant.ended);
        return;
      }
      const { operations, inSequence, mostInFlight, turns } = recording;
      const run: Completed = {
        id: source.id,
        state: "completed",
        warnings: warningsOf(request, contestant),
        counters: { ioCalls: operations.length, criticalPath: inSequence, mostInFlight, turns },
        fakes: fakes[source.id] ?? [],
      };
      for (const measure of ["time", "memory", "stack"] as const) {
        const result = measured[measure]?.[index];
        if (result !== null && result !== undefined) Object.defineProperty(run, measure, shown(result));
      }
      ended[source.id] = run;
    });
    finish();
  };

  forEachInTurn(
    ordered,
    (source, next) => {
      const name = path.basename(source.file);
      report(0, `loading ${name}`, name);
      io.forget();
      prepare(source, request, io, runner, (ready) => {
        fakes[source.id] = io.fakes;
        if ("reason" in ready) end(source.id, ready);
        else contestants.push(ready);
        next();
      });
    },
    () => {
      io.forget();
      const { measure } = request;
      if (contestants.length === 0) finish();
      else if (measure === "time") {
        measureTime(contestants, request, io, runner, report, (time) => completed({ time }));
      } else if (measure === "stack") {
        measureStacks(contestants, request, io, runner, report, (stack) => completed({ stack }));
      } else if (canWeigh()) {
        measureMemory(contestants, request, io, runner, report, (memory) => completed({ memory }));
      } else done(new Error("Memory was asked for in a process that cannot collect garbage on demand."));
    },
  );
};

function shown(value: unknown): PropertyDescriptor {
  return { value, enumerable: true, configurable: true, writable: true };
}

function warningsOf({ measure }: RunRequest, { recording, name, source }: Contestant): string[] {
  const warnings: string[] = [];
  const fakesFile = source.scenario?.fakesFile;
  if (fakesFile !== undefined) {
    warnings.push(
      `${path.basename(fakesFile.file)} is not used on ${engine.runtime} ${engine.version}: arguments are made up there.`,
    );
  }
  if (measure === "memory" && !tellsAllocation()) {
    warnings.push(`What calls allocate is left out: ${engine.runtime} ${engine.version} has no way to tell.`);
  }
  if (recording.settledAgain) warnings.push(`${name} calls its callback more than once.`);
  const elsewhere = recording.operations.filter(({ line }) => line === null).length;
  if (measure === "stack" && elsewhere > 0) {
    warnings.push(elsewhereSentence(elsewhere));
  }
  return warnings;
}

/** Loads a target and calls it: once, watched, then some times together. */
function prepare(
  source: TargetSource,
  request: RunRequest,
  io: Io,
  runner: CallRunner,
  done: (ready: Contestant | Unmeasurable) => void,
): void {
  const callable = loadCallable(source, request.options, io);
  if ("reason" in callable) {
    done(callable);
    return;
  }
  const name = source.entry!.name;
  // What the module has begun while it was loading is not the function's.
  runner.settleDown(() =>
    recordCall(callable, source, io, runner, (first, recording) => {
      const why = whyFailed(first, { source, name, recording }, io);
      if (why !== null) {
        done(why);
        return;
      }
      const start: StartCall = recording.settledAgain
        ? (settled) => {
            let isSettled = false;
            callOnce(callable, (error) => {
              if (!isSettled) settled(error);
              isSettled = true;
            });
          }
        : (settled) => callOnce(callable, settled);
      runner.run(start, CALLS_AGAIN, (trial) =>
        done(
          whyFailed(trial, { source, name, recording }, io) ?? {
            source,
            name,
            callable,
            recording,
            start,
            ended: null,
          },
        ),
      );
    }),
  );
}

import { readFileSync } from "node:fs";
import path from "node:path";
import type { TargetSource } from "../protocol.ts";
import { callOnce, once } from "./call/caller.ts";
import { Unsettled, type CallRunner, type StartCall } from "./call/run-calls.ts";
import { explainCall } from "./explain-call.ts";
import { FakesFileError } from "./fakes-file/fakes-file-error.ts";
import { defineFreeName, FREE_NAMES_AT_MOST } from "./fakes/free-names.ts";
import { framesOf, sayThrown, stackOf } from "./io/call-site.ts";
import type { IoCore } from "./io/io-core.ts";
import { Unmeasurable } from "./harness/unmeasurable.ts";
import {
  LoadingFailed,
  Unreachable,
  loadTarget,
  type LoadedTarget,
  type LoadServices,
} from "./load/load-target.ts";
import { correctionFor } from "./load/shapes.ts";
import type { Shape, StandIns } from "./load/stand-ins.ts";
import { packageOfStack } from "./load/package-name.ts";
import { CallFailed, type Contestant } from "./measure/contestant.ts";
import { recordCall, type RecordedOperation, type Recording } from "./measure/record.ts";

/** Rungs of a ladder: with each more is made up. */
const LADDER: readonly Omit<StandIns, "replaced" | "corrections" | "newReceivers">[] = [
  { isolation: null, isGenerous: false, replacesImports: false },
  { isolation: null, isGenerous: true, replacesImports: false },
  { isolation: "closure", isGenerous: true, replacesImports: false },
  { isolation: "whole", isGenerous: true, replacesImports: false },
  { isolation: "whole", isGenerous: true, replacesImports: true },
  { isolation: "alone", isGenerous: true, replacesImports: true },
];
/** Calls together that must go well after the first. */
const CALLS_AGAIN = 3;
/** Made-up values that are corrected on one rung. */
const CORRECTIONS_AT_MOST = 8;
/** Microseconds of CPU time after which no further attempt begins: a person is waiting. */
const ATTEMPTS_AT_MOST = 3_000_000;

/**
 * Loads a target and calls it once on fakes, watched. Where that does not come to a good end, more and more is made
 * up: a package through which it reaches for what is blocked, a name that nobody defines, a value of which the error
 * says what it had to be; then what its parameters and instance lack, what is around it, its module, its imports.
 *
 * @throws {Unmeasurable} when no attempt comes to a good end: what was wrong with the first.
 */
export async function prepare(
  source: TargetSource,
  services: LoadServices,
  runner: CallRunner,
): Promise<Contestant> {
  const { core } = services;
  const begun = process.cpuUsage().user;
  const shapes = new Map<string, Shape>();
  const promises = new Set<string>();
  const replaced = new Set<string>();
  let rung = 0;
  let newReceivers = false;
  /** Why it could not be run where it stands, and what is to blame in the end. */
  let first: unknown;
  let blame: unknown;
  for (;;) {
    core.forget();
    let target: LoadedTarget | undefined;
    try {
      target = await loadTarget(source, services, {
        ...LADDER[rung]!,
        replaced,
        newReceivers,
        corrections: { shapes, promises },
      });
      const contestant = await called(target, services, runner);
      sayWhatWasMadeUp(core, LADDER[rung]!, first);
      if (newReceivers) {
        core.incidents.add(
          "Each call got an instance of its own, as one takes only one call: that is part of the cost.",
        );
      }
      return contestant;
    } catch (error) {
      // The user can put it right, and nobody else.
      if (error instanceof FakesFileError || causeOf(error) instanceof FakesFileError) throw error;
      const culprit = core.blocked === null ? null : packageOfStack(stackOf(core.blocked));
      if (culprit !== null && !replaced.has(culprit)) {
        replaced.add(culprit);
        continue;
      }
      first ??= error;
      if (blame === undefined || blame instanceof Unreachable) blame = error;
      if (error instanceof NotAgain && !newReceivers) {
        newReceivers = true;
        continue;
      }
      if (!mayBeOtherwise(error, source) || process.cpuUsage().user - begun > ATTEMPTS_AT_MOST) throw blame;
      const correction =
        target === undefined ? undefined : correctionFor(causeOf(error), target.fakes, sourceTextOf(source));
      if (correction !== undefined && shapes.size + promises.size < CORRECTIONS_AT_MOST) {
        if ("promise" in correction && !promises.has(correction.promise)) {
          promises.add(correction.promise);
          continue;
        }
        if ("name" in correction && !shapes.has(correction.name)) {
          shapes.set(correction.name, correction.shape);
          continue;
        }
      }
      rung++;
      shapes.clear();
      promises.clear();
      newReceivers = false;
      if (rung === LADDER.length) throw blame;
    }
  }
}
/** A target that was called once and came to a good end. */
async function called(target: LoadedTarget, { core }: LoadServices, runner: CallRunner): Promise<Contestant> {
  // What the module has begun while it was loading is not the function's.
  await runner.settleDown();
  const recording = await tryCall(target, core, runner);
  // What it costs to keep contexts is borne by those who ask for it.
  const { keepsContext } = core;
  const start: StartCall = (settled) => {
    core.keepsContext = keepsContext;
    callOnce(target.callable, recording.settledAgain ? once(settled) : settled);
  };
  await callAgain(start, target, core, runner);
  return { target, recording, start, keepsContext };
}

/** A target that could be called once, and then no more. */
class NotAgain extends Unmeasurable {}

/** @throws {NotAgain} when calls after the first fail: an instance was used up by it. */
async function callAgain(
  start: StartCall,
  target: LoadedTarget,
  core: IoCore,
  runner: CallRunner,
): Promise<void> {
  try {
    const { failure } = await runner.run(start, CALLS_AGAIN);
    if (failure !== null) throw new CallFailed(failure.error, failure.calls);
  } catch (error) {
    const { state, message, hint } = explainCall(error, target, core);
    const why = new NotAgain(state, message, hint);
    why.cause = thrownBy(error);
    throw why;
  }
}

function sayWhatWasMadeUp(core: IoCore, { isolation }: Pick<StandIns, "isolation">, first: unknown): void {
  if (isolation === null) return;
  const why = first instanceof Unmeasurable ? ` ${first.message}` : "";
  core.incidents.add(
    isolation === "closure"
      ? `Measured apart from what is around it, which was made up where only a call could tell it.${why}`
      : `Measured apart from its module: what it takes from there was made up unless the file itself defines it.${why}`,
  );
}

function causeOf(error: unknown): unknown {
  return error instanceof Unmeasurable ? error.cause : error;
}

function thrownBy(error: unknown): unknown {
  if (error instanceof CallFailed) return error.error;
  return error instanceof Unsettled ? error.escaped[0] : error;
}

/** The texts of the project's files as they were loaded. */
function sourceTextOf(source: TargetSource): (file: string) => string | null {
  return (file) => {
    if (file === source.file) return source.text;
    if (!path.isAbsolute(file) || /async-cost-|[\\/]worker\.cjs$/.test(file)) return null;
    try {
      return readFileSync(file, "utf8");
    } catch {
      return null;
    }
  };
}

/** Errors at a module's top that what it imports is to blame for. */
const COMES_FROM_ELSEWHERE =
  /is not defined|Class extends value|Cannot destructure|is not a constructor|is not a function/;

/** Whether another attempt may come to a better end: not where the module itself says that it will not be used. */
function mayBeOtherwise(error: unknown, { file }: TargetSource): boolean {
  if (!(error instanceof LoadingFailed)) return true;
  if (error.state === "timed-out") return false;
  const { cause } = error;
  const isOwn = framesOf(stackOf(cause))[0]?.file === file;
  return !isOwn || COMES_FROM_ELSEWHERE.test(sayThrown(cause));
}

async function tryCall(target: LoadedTarget, core: IoCore, runner: CallRunner): Promise<Recording> {
  for (let attempt = 0; ; attempt++) {
    const operations: RecordedOperation[] = [];
    try {
      const recording = await recordCall(target, core, runner, operations);
      const { failure } = recording;
      const freeName = attempt < FREE_NAMES_AT_MOST ? defineFreeName(failure?.error, target.fakes) : null;
      if (freeName !== null) {
        core.note({ expression: freeName, kind: "sync", from: "inferred", why: "nothing defines it" });
        continue;
      }
      const isWrong = core.exit !== null || core.blocked !== null || core.given?.failure != null;
      if (failure !== null || isWrong) {
        throw new CallFailed(failure?.error, 1);
      }
      return recording;
    } catch (error) {
      const why = explainCall(error, target, core, operations.at(-1));
      why.cause ??= core.exit ?? thrownBy(error);
      throw why;
    }
  }
}

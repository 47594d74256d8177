import { WRITE_FAKES_COMMAND } from "../fakes-file/command.ts";
import { WRITE_FAKES_TITLE } from "../fakes-file/name.ts";
import path from "node:path";
import { Unsettled, type Escaped } from "./call/run-calls.ts";
import { EndlessError } from "./fakes/universal/endless.ts";
import { harness } from "./harness/intrinsics.ts";
import { Endless } from "./harness/time-limit.ts";
import { Unmeasurable } from "./harness/unmeasurable.ts";
import { firstFrameIn, framesOf, sayThrown, stackOf } from "./io/call-site.ts";
import type { IoCore } from "./io/io-core.ts";
import { explainBlocked } from "./load/explain.ts";
import type { LoadedTarget } from "./load/load-target.ts";
import { unsetSentence } from "./load/project-globals.ts";
import { CallFailed } from "./measure/contestant.ts";
import type { RecordedOperation } from "./measure/record.ts";

/** Why calls of a target gave no numbers, for the user. `lastOperation` is where a call was seen last. */
export function explainCall(
  error: unknown,
  target: LoadedTarget,
  core: IoCore,
  lastOperation?: RecordedOperation,
): Unmeasurable {
  const { name } = target.asyncFunction;
  const at = (thrown: unknown): string => atLine(firstFrameIn(stackOf(thrown), target.source.file)?.line);
  if (error instanceof Unmeasurable) return error;
  const fault = target.fakes.given?.failure;
  if (fault !== undefined && fault !== null) return fault;
  const thrown = error instanceof CallFailed ? error.error : error;

  if (core.exit !== null) {
    return new Unmeasurable(
      "failed",
      `${core.exit.message}${at(core.exit)}: the function would end the process.`,
      "Let the function throw instead, and leave the end of the process to its caller.",
    );
  }
  if (error instanceof Endless) return endlessCall(name, error, "");
  if (core.blocked !== null) return explainBlocked(core.blocked.api, at(core.blocked));
  if (error instanceof Unsettled) {
    const [escaped] = error.escaped;
    if (escaped !== undefined) {
      return explainEscaped(escaped, target);
    }
    return neverSettled(target, error, core, lastOperation);
  }
  if (thrown instanceof EndlessError) {
    return new Unmeasurable(
      "timed-out",
      `${name} goes on without end on made-up values${at(thrown)}.`,
      whatToGive(target),
    );
  }
  if (isStackOverflow(thrown)) {
    return new Unmeasurable(
      "failed",
      `${name} overflows the stack${at(thrown)}.`,
      "Look for a recursion that has no end on the values that the benchmark passes.",
    );
  }
  const calls = error instanceof CallFailed && error.calls > 1 ? ` (${error.calls} calls)` : "";
  return new Unmeasurable(
    "failed",
    `${name} failed${at(thrown)} on fake I/O and made-up arguments: ${saidOf(thrown, target)}${calls}.${apart(target)}${unset(target)}`,
    whatToGive(target),
  );
}

/** What was thrown; of a made-up value, that it is one. */
function saidOf(thrown: unknown, { fakes }: LoadedTarget): string {
  const made = fakes.nameOf(thrown);
  return made === undefined ? sayThrown(thrown) : `it threw ${made}, which is a made-up value`;
}

/** That a closure ran apart from what it is part of, where that may be why it failed. */
function apart({ standIns, asyncFunction }: LoadedTarget): string {
  const { reach, unreachable } = asyncFunction;
  if (standIns.isolation === null || reach !== null || unreachable === undefined) return "";
  return ` It was measured apart from what is around it: ${unreachable.charAt(0).toLowerCase()}${unreachable.slice(1)}`;
}

/** That globals have no value which it reads, where that may be why it failed. */
function unset(target: LoadedTarget): string {
  const sentence = unsetSentence(target);
  return sentence === null ? "" : ` ${sentence}`;
}

/** What a person can give a function that failed on what was made up for it. */
function whatToGive(target: LoadedTarget): string {
  const { asyncFunction, fakes, callable, source } = target;
  const { parameters, name } = asyncFunction;
  const isMethod = name.includes(".") && typeof callable.receiver === "object" && callable.receiver !== null;
  const what = [
    ...(parameters.length === 0 ? [] : ["what the benchmark shall pass"]),
    ...(isMethod ? ["what `this` is"] : []),
    "what its I/O calls answer",
  ];
  const list = what.length === 1 ? what[0]! : `${what.slice(0, -1).join(", ")} and ${what.at(-1)!}`;
  if (fakes.given !== null && fakes.given.line !== null) {
    const file = path.basename(source.scenario?.fakesFile?.file ?? "the fakes file");
    return `Change what line ${fakes.given.line} of ${file} says: ${list}.`;
  }
  return `Say in a fakes file ${list}: ${WRITE_FAKES}.`;
}

/** How a person gets a fakes file to fill in. */
const WRITE_FAKES = `“${WRITE_FAKES_TITLE}” in the editor, or ${WRITE_FAKES_COMMAND}`;

/** A call that did not come back; `place` says where it was then: ` at line 4`, `hint` what to do about it there. */
export function endlessCall(
  name: string,
  { said }: Endless,
  place: string,
  hint: string | null = null,
): Unmeasurable {
  return new Unmeasurable(
    "timed-out",
    `${name} does not come back: after ${said.whole} it was still busy${place}.`,
    hint ??
      `Look for a loop that does not end on made-up values, or say in a fakes file what it is called with (${WRITE_FAKES_COMMAND}).`,
  );
}

/** Code that was ended, and had hardly got to compute: nobody knows whether it would have come back. */
export function keptWaiting(name: string, { said }: Endless): Unmeasurable {
  return new Unmeasurable(
    "timed-out",
    `The machine was too busy: ${name} could compute for ${said.computed} only in ${said.whole}.`,
    "Close what keeps the machine busy, and measure again.",
  );
}

/** Whoever let the error escape is named: the function only where the stack leads through it. */
function explainEscaped({ error, how }: Escaped, { asyncFunction, source }: LoadedTarget): Unmeasurable {
  const { name, position, endLine } = asyncFunction;
  const what = `${how === "uncaughtException" ? "an uncaught exception" : "an unhandled rejection"}: ${sayThrown(error)}`;
  const frames = framesOf(stackOf(error));
  const inFile = frames.filter(({ file }) => file === source.file);
  const within = inFile.find(({ line }) => line >= position.line && line <= endLine);
  if (within !== undefined) {
    return new Unmeasurable(
      "failed",
      `An error escaped from ${name}${atLine(within.line)} as ${what}.`,
      "Handle the error within the function, or give its callers a way to.",
    );
  }
  const culprit = inFile[0] ?? frames.find(({ file }) => file !== harness.ownFile);
  if (culprit === undefined) {
    return new Unmeasurable(
      "failed",
      `While ${name} ran, an error that names no place escaped as ${what}.`,
      `Look for what ${name} starts and does not wait for, and handle its errors.`,
    );
  }
  const isOwnFile = culprit.file === source.file;
  const place = `${path.basename(culprit.file)}:${culprit.line}`;
  return new Unmeasurable(
    "failed",
    `While ${name} ran, an error escaped at ${place}, ${isOwnFile ? "outside of it" : "in another file"}, as ${what}.`,
    `Handle the error at ${place}: it need not be of ${name}'s making.`,
  );
}

function neverSettled(
  target: LoadedTarget,
  error: Unsettled,
  core: IoCore,
  last: RecordedOperation | undefined,
): Unmeasurable {
  const { name } = target.asyncFunction;
  const since =
    last === undefined
      ? ""
      : `; the last I/O call was ${core.nameOf(last.expression)}${atLine(last.line ?? undefined)}`;
  if (error.ioCallsEach !== undefined) {
    return new Unmeasurable(
      "timed-out",
      `${name} goes on without end: it had not settled after ${error.ioCallsEach.toLocaleString("en")} I/O calls${since}.`,
      `Where it reads on until an answer is empty, say in a fakes file what is answered then: ${WRITE_FAKES_COMMAND}. Else look for what starts itself again when its I/O call has answered.`,
    );
  }
  if (!error.isIdle) {
    return new Unmeasurable(
      "timed-out",
      `${name} had not settled after 10 minutes of simulated time.`,
      `Where it goes round until something has happened, say in a fakes file what brings that about: ${WRITE_FAKES_COMMAND}. Else look for a loop that waits for something that fake I/O never gives.`,
    );
  }
  return new Unmeasurable(
    "failed",
    `${name} never settled: it waits for something that no fake I/O call will give${since}.${unset(target)}`,
    `Check that every path calls back or resolves. Where it waits for an event, have a fakes file pass an emitter that emits it: ${WRITE_FAKES}.`,
  );
}

/** Calls that settle one after the other, and not in flight together: `settled` of `calls` did then. */
export function neverSettledTogether(name: string, calls: number, settled: number): Unmeasurable {
  return new Unmeasurable(
    "failed",
    `${name} settles where it is called alone, but of ${calls} calls in flight together ${settled === 0 ? "none" : `only ${settled}`} did: each waits for something that they share, such as a timer that the next call clears.`,
    "Benchmark what it calls once it has waited, or give each call its own of what they share.",
  );
}

function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && /call stack/i.test(error.message);
}

function atLine(line: number | undefined): string {
  return line === undefined ? "" : ` at line ${line}`;
}

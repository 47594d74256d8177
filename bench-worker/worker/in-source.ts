import type { AsyncFunction, IoCall } from "../../analysis/model.ts";
import type { FakeUse, InSource } from "../target-result.ts";
import type { RecordedOperation, Recording } from "./measure/record.ts";
import { lastName } from "./missed-calls.ts";

/**
 * The I/O calls that a function's source shows, and why, where the recorded call made another number of them, in all or one
 * after the other; undefined where it made as many.
 *
 * @param uses The fakes that the call used.
 * @param reached Where those start that it came to for sure; undefined where nobody watched.
 * @param functions Those of its file: what one within it does that it calls by its name is none of its own I/O calls.
 */
export function inSource(
  asyncFunction: AsyncFunction,
  { operations, inSequence }: Pick<Recording, "operations" | "inSequence">,
  uses: readonly FakeUse[],
  reached: ReadonlySet<number> | undefined,
  functions: readonly AsyncFunction[] = [],
): InSource | undefined {
  const { ioCalls, criticalPath, helpers = [], position, endLine } = asyncFunction;
  // One that is not waited for is none in sequence, and a single one that is neither.
  const isAsLong = Math.max(1, criticalPath.ioCalls) === Math.max(1, inSequence);
  if (ioCalls.length === operations.length && isAsLong) return undefined;
  const isMadeBy = (operation: RecordedOperation, call: IoCall): boolean => isOf(operation, call, ioCalls);
  const missed = ioCalls.filter((call) => !operations.some((one) => isMadeBy(one, call)));
  const atOnce = new Set(
    uses.flatMap(({ expression, kind, calls = 0 }) =>
      kind === "sync" && calls > 0 ? [lastName(expression)] : [],
    ),
  );
  const isAtOnce = ({ expression }: IoCall): boolean => atOnce.has(lastName(expression));
  const shown = new Set([...ioCalls, ...helpers].map((call) => call.position.line));
  const others = operations.filter((one) =>
    one.line === null ? !ioCalls.some((call) => isMadeBy(one, call)) : !shown.has(one.line),
  );
  const called = calledWithin(asyncFunction, functions);
  const isOutside = ({ line }: RecordedOperation): boolean =>
    line === null || !isWithin(line, { position, endLine }) || called.some((one) => isWithin(line, one));
  const silent = missed.filter((call) => !isAtOnce(call));
  // Where nobody watched, one was not reached whose operation is seen as it is called elsewhere: it would be seen here, too.
  const isUnanswered = ({ range, expression }: IoCall): boolean =>
    reached === undefined
      ? operations.some((one) => one.expression === expression)
      : !reached.has(range.start);
  const unanswered = silent.filter(isUnanswered);
  // What runs the function that it is given waits for what that does.
  const runs = silent.filter(
    (call) => !unanswered.includes(call) && ioCalls.some((one) => isIn(one, call) && !missed.includes(one)),
  );
  // An asynchronous function that only computes, unless what it does is seen further in.
  const computes =
    reached !== undefined &&
    silent.length - unanswered.length - runs.length > others.filter(isOutside).length;
  const ofOwn = unanswered.filter(({ expression }) => MAY_BE_OWN.test(expression));
  // One that is made further in may be what a call of a function of the project came to.
  const isMissed = ofOwn.length < unanswered.length || ofOwn.length > others.filter(isOutside).length;
  return {
    ioCalls: ioCalls.length,
    criticalPath: criticalPath.ioCalls,
    inLoop: criticalPath.inLoop,
    why: [
      ...(isMissed ? (["not-reached"] as const) : []),
      ...(computes || missed.some(isAtOnce) ? (["at-once"] as const) : []),
      ...(ioCalls.some((call) => isRepeated(call, ioCalls, operations)) ? (["repeated"] as const) : []),
      ...(others.some(isOutside) ? (["elsewhere"] as const) : []),
      ...(others.some((one) => !isOutside(one)) ? (["unseen"] as const) : []),
    ],
  };
}

/** Whether an I/O call stands in what another is given. */
function isIn(one: IoCall, other: IoCall): boolean {
  return one !== other && other.range.start <= one.range.start && one.range.end <= other.range.end;
}

/** The functions within one that it calls by their names, and those that these call. */
function calledWithin(
  { ioCalls, range }: AsyncFunction,
  functions: readonly AsyncFunction[],
): readonly AsyncFunction[] {
  let left = functions.filter((one) => one.range.start > range.start && one.range.end <= range.end);
  const found: AsyncFunction[] = [];
  for (let calls = ioCalls; calls.length > 0 && left.length > 0;) {
    const names = new Set(calls.map(({ expression }) => expression));
    const called = left.filter(({ name }) => names.has(name));
    found.push(...called);
    left = left.filter((one) => !called.includes(one));
    calls = called.flatMap((one) => one.ioCalls);
  }
  return found;
}

function isWithin(line: number, { position, endLine }: Pick<AsyncFunction, "position" | "endLine">): boolean {
  return position.line <= line && line <= endLine;
}

/** `load`, `this.load`: what may be a function of the project that makes I/O calls further in. */
const MAY_BE_OWN = /^(?:this\.)?[\w$]+$/;

/**
 * By its name, on its line where that is known; or on its line by a name that none of the I/O calls there has, as an operation of
 * a library may go by.
 */
function isOf({ expression, line }: RecordedOperation, call: IoCall, all: readonly IoCall[]): boolean {
  const name = lastName(expression);
  const isNamed = name === lastName(call.expression);
  if (line === null) return isNamed;
  if (line !== call.position.line) return false;
  return isNamed || !all.some((one) => one.position.line === line && lastName(one.expression) === name);
}

function isRepeated(call: IoCall, all: readonly IoCall[], operations: readonly RecordedOperation[]): boolean {
  const { line } = call.position;
  const made = operations.filter((one) => one.line === line);
  const sites = all.filter(({ position }) => position.line === line).length;
  const columns = new Set(made.map(({ column }) => column));
  // One that is not waited for stands on the same line, and is none of those that the source shows.
  const places = columns.has(null) ? sites : Math.max(sites, columns.size);
  return made.length > places;
}

import path from "node:path";
import type { RecordedAnswer, RecordedCall } from "../../contract/recording.ts";
import type { MakeValue } from "./decode.ts";
import { taggedOf } from "../../contract/recorded-object.ts";

/** An answer of a recorded call, ready to be given. */
export interface Answer {
  /** Its place among all of the call. */
  readonly index: number;
  readonly site: Site;
  readonly recorded: RecordedAnswer;
  /** Whether it comes later, which makes its call an I/O call. */
  readonly isIo: boolean;
  /** It is a timer, which runs for real. */
  readonly isTimer: boolean;
  /** A package gave it at once, or an emitter: of things that are real in a replay too, as it has made them in this call, it gives it again. */
  readonly mayBeReal: boolean;
  /** Which of its arguments no data can make again, for which a package's function is told that answers at once: other calls at its place are not. */
  readonly handlesAt: readonly number[];
  /** Milliseconds, where the user gives them. */
  readonly latency?: number | undefined;
  /** It is the user's, and not what was recorded. */
  readonly isGiven?: boolean;
}

/** A call in the project's text that has answers. */
export interface Site {
  readonly index: number;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly expression: string;
  /** In the order in which they were given. */
  readonly answers: Answer[];
}

/** A function of the project's text by which another call had the recorded one go on. */
export interface WakingFunction {
  readonly index: number;
  readonly file: string;
  readonly line: number;
  /** From 1 on: where its text starts. */
  readonly column: number;
  /** What it was called with so, of each of the functions of that text that were made. */
  readonly made: Map<number, Wake[]>;
  /** The same of what it was given, each time that it began. */
  readonly given: Map<number, Wake[]>;
}

/** One time that another call had the recorded one go on. */
export interface Wake {
  /** Its place among all answers of the call. */
  readonly index: number;
  readonly recorded: RecordedAnswer;
  /** Where the function that was called is among what the one of the text was given; empty: it is that one. */
  readonly at: readonly (string | number)[];
}

/** What makes the values of an answer. */
export interface AnswerMakers {
  readonly value: MakeValue;
  /** Of each call of a function that it was given. */
  readonly callbacks: readonly (readonly MakeValue[])[];
}

/** Timers run for real, on the virtual clock: they may be taken back, and what they call is told by the code. */
const RUN_ONCE = new Set(["setTimeout", "setImmediate"]);
const TIMERS = new Set([
  ...["setTimeout", "setInterval", "setImmediate", "queueMicrotask", "nextTick"],
  ...["clearTimeout", "clearInterval", "clearImmediate"],
]);

function isTimer({ kind, style, expression }: RecordedAnswer, names = TIMERS): boolean {
  const name = expression.slice(expression.lastIndexOf(".") + 1);
  return kind === "core" && style !== "promise" && names.has(name);
}

/** Whether an answer is of a stream that goes into a response: no code of the project hears of it. */
export function goesByItself({ style, outcome, evidence, callbacks = [] }: RecordedAnswer): boolean {
  return style === "event" && outcome === "value" && evidence !== undefined && callbacks.length === 0;
}

/** Whether an answer is of an emitter of Node's that tells of an event: one that the call has made itself calls who listens to it. */
export function emits({ kind, style, expression }: RecordedAnswer): boolean {
  return kind === "core" && style === "sync" && expression.endsWith(".emit");
}

function handlesIn(values: readonly unknown[]): number[] {
  return values.flatMap((one, at) => {
    const tagged = taggedOf(one);
    const kind = tagged?.$ === "shared" ? taggedOf(tagged["value"])?.$ : tagged?.$;
    return kind === "handle" ? [at] : [];
  });
}

/** Whether a call may be the one that an answer is of: it is given objects where that was. */
export function mayBeOf({ handlesAt }: Answer, given: readonly unknown[] | null): boolean {
  if (given === null) return true;
  for (const at of handlesAt) if (typeof given[at] !== "object") return false;
  return true;
}

/** The places of a recorded call that have answers, with those; files are absolute. */
export function sitesOf(call: RecordedCall, root: string): Site[] {
  const sites = new Map<string, Site>();
  const { redacted = 0 } = call;
  const withEvents = new Set(
    call.answers.flatMap(({ callbacks = [] }) => callbacks.map(({ during }) => during)),
  );
  for (const [index, recorded] of call.answers.entries()) {
    if (recorded.style === "wake") continue;
    const isCounted = isTimer(recorded, RUN_ONCE) && recorded.evidence !== undefined;
    if (isTimer(recorded) && !isCounted) continue;
    const { file, line, column, expression } = recorded;
    // What is iterated is called at the same place.
    const key = `${file}:${line}:${column}:${recorded.style === "iterator"}`;
    let site = sites.get(key);
    if (site === undefined) {
      site = { index: sites.size, file: path.join(root, file), line, column, expression, answers: [] };
      sites.set(key, site);
    }
    // What is iterated may give what is there already.
    const isIo =
      recorded.style !== "sync" && (recorded.style !== "iterator" || recorded.evidence !== undefined);
    const handlesAt = isIo || recorded.kind !== "package" ? [] : handlesIn(recorded.arguments);
    // Events that came during it come with its answer; and what was computed of a text that stands for a secret is none of that.
    const mayBeReal =
      !isIo &&
      (recorded.style === "iterator" ||
        emits(recorded) ||
        (recorded.kind === "package" && !withEvents.has(index) && redacted === 0));
    site.answers.push({ index, site, recorded, isIo, isTimer: isCounted, mayBeReal, handlesAt });
  }
  return [...sites.values()];
}

/** How often something came of the I/O calls of a recorded call. */
export function comingsOf(answers: RecordedCall["answers"], sites: readonly Site[]): number {
  const ofIo = sites.flatMap((site) => site.answers).filter(({ isIo }) => isIo);
  return [...ofIo.map(comings), ...answers.filter(({ style }) => style === "wake").map(() => 1)].reduce(
    (sum, one) => sum + one,
    0,
  );
}

function comings({ isTimer: isOnce, recorded }: Answer): number {
  const { style, outcome, callbacks = [] } = recorded;
  // What iterates hears of the end, too.
  const hasEnded = outcome === "pending" ? 0 : 1;
  if (isOnce || style === "promise") return hasEnded;
  if (goesByItself(recorded)) return hasEnded;
  const came = callbacks.filter(({ during }) => during === undefined).length;
  return style === "iterator" ? came + hasEnded : came;
}

/** The functions by which other calls had a recorded one go on; files are absolute. */
export function wakingFunctionsOf(call: RecordedCall, root: string): WakingFunction[] {
  const found = new Map<string, WakingFunction>();
  for (const [index, recorded] of call.answers.entries()) {
    const { style, file, line, column, instance = 0, callbacks } = recorded;
    const [called] = callbacks ?? [];
    if (style !== "wake" || called === undefined) continue;
    const key = `${file}:${line}:${column}`;
    let one = found.get(key);
    if (one === undefined)
      found.set(
        key,
        (one = {
          ...{ index: found.size, file: path.join(root, file), line, column },
          ...{ made: new Map(), given: new Map() },
        }),
      );
    const of = called.at.length === 0 ? one.made : one.given;
    of.set(instance, [...(of.get(instance) ?? []), { index, recorded, at: called.at }]);
  }
  return [...found.values()];
}

import type { RecorderLine, RecorderOptions, RawCall } from "../contract/recorder-lines.ts";
import {
  isPartOf,
  type Activation,
  type Call,
  type FunctionState,
  type Kept,
  type PathState,
  type SiteState,
} from "./activation.ts";
import { expressionOf, isTimer } from "./callees.ts";
import { written } from "./encoded.ts";
import { withoutPauses, type Pauses } from "./pauses.ts";

/** How a call ended. */
export interface Outcome {
  readonly how: "value" | "error" | "callback" | "over" | "event";
  readonly value: unknown;
  readonly at: readonly (string | number)[];
  /** Of one that is over: the call by which it has ended what it answers by, where that is known. */
  readonly by: Call | null;
}

/** The path that takes these I/O calls. */
export function pathOf(fn: FunctionState, sites: readonly SiteState[]): PathState {
  const key = sites
    .map(({ file, line, column }) => `${file === fn.file ? "" : file}:${line}:${column}`)
    .join();
  let path = fn.paths.get(key);
  if (path === undefined) fn.paths.set(key, (path = { sites, calls: 0, kept: 0, written: 0 }));
  return path;
}

/** What is written of a call that was kept. */
export function callLine(
  by: Activation,
  kept: Kept,
  { how, value, at, by: endedBy }: Outcome,
  endedAt: number,
  { command }: RecorderOptions,
  pauses: Pauses,
): RawCall {
  const answers = by.calls.filter(isTold);
  const underWay = answers.filter(({ evidence, style }) => evidence !== null && style !== "sync");
  const clock = withoutPauses(by, underWay, pauses.since(by.startedAt));
  const from = receiversIn(answers);
  const instances = instancesIn(answers);
  // What is shared is told where it is read first.
  const { value: whole, redacted } = written({
    self: kept.self,
    given: kept.given,
    around: kept.around,
    variables: kept.variables,
    answers: answers.map((answer, index) => ({
      ...answerOf(answer, by, answers, clock),
      ...(from[index] === undefined ? {} : { receiverFrom: from[index] }),
      ...(instances[index] === undefined ? {} : { instance: instances[index] }),
    })),
    outcome:
      how === "over" ? overBy(endedBy, answers) : { how, ...(how === "callback" ? { at } : {}), value },
  });
  const values = whole as { self: unknown; given: unknown[]; around: unknown } & Pick<
    RawCall,
    "variables" | "answers" | "outcome"
  >;
  return {
    recordedAt: new Date(kept.wallTime).toISOString(),
    command,
    node: process.versions.node,
    this: values.self,
    arguments: values.given,
    ...(values.around === null ? {} : { around: values.around }),
    variables: values.variables,
    outcome: values.outcome,
    milliseconds: rounded(clock(endedAt)),
    answers: values.answers,
    functions: [...kept.functions].map(placeOf),
    ...(redacted.length === 0
      ? {}
      : { redacted: redacted.length, redactedAt: redactedPlaces(redacted, values) }),
  };
}

/** The end of a call that gives nothing to wait for. */
function overBy(by: Call | null, answers: readonly Call[]): RawCall["outcome"] {
  const index = by === null ? -1 : answers.indexOf(by);
  return index < 0 ? { how: "over" } : { how: "over", by: index };
}

/** More of them are not told. */
const PLACES_AT_MOST = 50;

/** Where texts were replaced, each place once. */
function redactedPlaces(
  places: readonly (readonly string[])[],
  { variables, answers }: Pick<RawCall, "variables" | "answers">,
): string[] {
  const said = places.map(([part, ...steps]) => {
    const [first = "", second = "", ...more] = steps;
    const at = Number(first.slice(1, -1));
    switch (part) {
      case ".given":
        return ofWhole(steps.slice(1), `argument ${at}`);
      case ".self":
        return ofWhole(steps, "this");
      case ".variables":
        return ofWhole(more, `variable ${variables[at]!.name}`);
      case ".outcome":
        return ofWhole(steps.slice(1), "the outcome");
      case ".answers": {
        const { expression, line } = answers[at]!;
        const what = second === ".arguments" ? `argument ${(more[0] ?? "").slice(1, -1)}` : "the answer";
        return ofWhole(
          second === ".arguments" ? more.slice(1) : more,
          `${what} of ${expression} at line ${line}`,
        );
      }
      default:
        return ofWhole(steps, "what stands around it");
    }
  });
  return [...new Set(said)].slice(0, PLACES_AT_MOST);
}

function ofWhole(steps: readonly string[], whole: string): string {
  return steps.length === 0 ? whole : `${steps.join("")} of ${whole}`;
}

/** Whether a call is needed to make the same call again: an I/O call, or one that nothing else could answer. */
function isTold(call: Call): boolean {
  const { evidence, style, isKept, endedAt } = call;
  if (!isKept) return false;
  return (
    evidence !== null ||
    ((style === "sync" || style === "iterator") && endedAt !== null) ||
    (style === "event" && !hearsItself(call)) ||
    wentThrough(call) ||
    gavePromise(call)
  );
}

/** Whether a call listens to what the project makes itself, and nothing has come from there but what the project has told of. */
function hearsItself({ isOfOpaque, callbacks, receiver }: Call): boolean {
  if (isOfOpaque) return false;
  return (callbacks ?? []).every(
    ({ during }) => during?.site.member === "emit" && during.receiver === receiver,
  );
}

/**
 * Whether a call gave a promise that no I/O stands behind, of an object that no data can make again, as a store in memory: it is
 * kept as one that gave at once what settles so.
 */
function gavePromise({ style, evidence, isOfOpaque, leads, callbacks, endedAt }: Call): boolean {
  return (
    style === "promise" && evidence === null && isOfOpaque && !leads && callbacks === null && endedAt !== null
  );
}

/**
 * Whether a call that no data could answer asked for nothing from outside: it went through a list or a tree that only it has, or keeps the
 * functions that it was given for what its own program does.
 */
function wentThrough({ style, evidence, isOfOpaque }: Call): boolean {
  return style === "callback" && evidence === null && isOfOpaque;
}

/** For each call the one before it that gave what it was called on; undefined where none did. */
function receiversIn(calls: readonly Call[]): (number | undefined)[] {
  const from = new Map<unknown, number>();
  return calls.map(({ receiver, gave }, index) => {
    const known = from.get(receiver);
    // What gives back the object that it was called on did not make it.
    for (const one of gave) if (!from.has(one)) from.set(one, index);
    return known;
  });
}

/** Of each wake: which of the functions of its text it is by, counted in the order in which others called them. */
function instancesIn(calls: readonly Call[]): (number | undefined)[] {
  const known = [new Map<SiteState, unknown[]>(), new Map<SiteState, unknown[]>()] as const;
  return calls.map(({ style, site, given: [made], callbacks }) => {
    if (style !== "wake") return undefined;
    const ofKind = known[callbacks?.[0]?.at.length === 0 ? 0 : 1];
    const all = ofKind.get(site) ?? [];
    ofKind.set(site, all);
    if (!all.includes(made)) all.push(made);
    return all.indexOf(made);
  });
}

/**
 * Where a function's file makes a call: a timer that is set in another file is named by the last call that led there, also as that has made
 * what somebody calls later.
 */
export function placeIn(of: Activation, call: Call): SiteState {
  const { file } = of.fn;
  if (call.site.file === file || !isTimer(call)) return call.site;
  for (let one: Activation | null = call.by; one !== null && one !== of; one = one.parent) {
    const made = one.isUnnamed ? one.around : null;
    for (const from of [made !== null && isPartOf(made, of) ? made.from : null, one.from])
      if (from?.file === file) return from;
  }
  return call.site;
}

function answerOf(call: Call, by: Activation, all: readonly Call[], clock: (time: number) => number): object {
  const at = placeIn(by, call);
  const { site, kind, evidence, callbacks, givenEncoded, stateAtEnd } = call;
  const atOnce = { style: "sync", endedAt: call.startedAt, outcome: "value" } as const;
  const { style, endedAt, outcome, value } = gavePromise(call)
    ? { ...atOnce, value: { $: "promise", state: call.outcome, value: call.value } }
    : wentThrough(call)
      ? { ...atOnce, value: call.value }
      : call;
  const isUnderWay = (other: Call): boolean =>
    other !== call &&
    other.evidence !== null &&
    other.startedAt <= call.startedAt &&
    (other.endedAt ?? Infinity) > call.startedAt;
  return {
    file: site.file,
    line: site.line,
    column: site.column,
    expression: expressionOf(call),
    ...(site.isInside === true ? { isInside: true } : {}),
    ...(at === site
      ? {}
      : { calledAt: { file: at.file, line: at.line, column: at.column, expression: at.expression } }),
    kind,
    style,
    ...(evidence === null ? {} : { evidence }),
    startMilliseconds: rounded(clock(call.startedAt)),
    endMilliseconds: endedAt === null ? null : rounded(clock(endedAt)),
    inFlight: all.filter(isUnderWay).length,
    arguments: givenEncoded ?? [],
    outcome,
    ...(outcome === "pending" && style !== "event" ? {} : { value }),
    ...(stateAtEnd === null ? {} : { state: stateAtEnd }),
    ...(callbacks === null || (style !== call.style && call.calledBackLater)
      ? {}
      : {
          callbacks: callbacks.map(({ during, state, ...one }) => {
            const index = during === null || style !== "event" ? -1 : all.indexOf(during);
            return {
              ...one,
              milliseconds: rounded(clock(one.milliseconds)),
              ...(index < 0 ? {} : { during: index }),
              ...(state === null ? {} : { state }),
            };
          }),
        }),
  };
}

function placeOf({ file, name, line, column, isInside }: FunctionState): RawCall["functions"][number] {
  return { file, name, line, column, ...(isInside === true ? { isInside } : {}) };
}

/** Microseconds are more than any timer tells. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}

/** Milliseconds after which what was counted is written with the next turn. */
const WRITE_EVERY = 25;

/** Writes what was seen, as it goes: a process may be killed at any time. */
export class Writer {
  readonly #append: (text: string) => void;
  readonly #now: () => number;
  #writtenAt = 0;
  readonly #uncounted = new Map<PathState, FunctionState>();

  /**
   * @param append Writes at once, at the end of this process's file.
   * @param now Milliseconds.
   */
  constructor(append: (text: string) => void, now: () => number) {
    this.#append = append;
    this.#now = now;
  }

  file(file: string, functions: number): void {
    this.#write({ what: "file", file, functions });
  }

  note(text: string): void {
    this.#write({ what: "note", text });
  }

  keep(fn: FunctionState, path: PathState, call: RawCall): void {
    // Runners kill their processes: it cannot wait.
    this.#write({ ...callsOf(fn, path, path.calls - path.written), call });
    path.written = path.calls;
  }

  /** A call of which nothing else is told: it is counted with the next ones. */
  count(fn: FunctionState, path: PathState): void {
    this.#uncounted.set(path, fn);
  }

  onTurn(): void {
    if (this.#uncounted.size > 0 && this.#now() - this.#writtenAt > WRITE_EVERY) this.flush();
  }

  /** Writes what was only counted so far. */
  flush(): void {
    const lines: string[] = [];
    for (const [path, fn] of this.#uncounted) {
      if (path.calls > path.written) lines.push(textOf(callsOf(fn, path, path.calls - path.written)));
      path.written = path.calls;
    }
    this.#uncounted.clear();
    this.#writtenAt = this.#now();
    if (lines.length > 0) this.#append(lines.join(""));
  }

  #write(line: RecorderLine): void {
    this.#append(textOf(line));
  }
}

function textOf(line: RecorderLine): string {
  return `${JSON.stringify(line)}\n`;
}

function callsOf(
  fn: FunctionState,
  { sites }: PathState,
  calls: number,
): Extract<RecorderLine, { what: "calls" }> {
  const path = sites.map(({ file, line, column, expression, isInside }) => ({
    ...{ file, line, column, expression },
    ...(isInside === true ? { isInside } : {}),
  }));
  return { what: "calls", function: placeOf(fn), path, calls };
}

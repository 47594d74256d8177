import { IO_AT_MOST, type PlayedScenario, type ScenarioIoCall } from "./contract/played-scenario.ts";

/** The I/O calls of one recorded call over time, laid out for whoever draws them. All times are milliseconds since it began. */

/** A stretch of time. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A stretch in which so many of a row's calls were under way. */
export interface Busy extends Stretch {
  readonly inFlight: number;
}

/** One I/O call. */
export interface LaidCall extends Stretch {
  /** Its place in the document's `io`. */
  readonly index: number;
  readonly call: ScenarioIoCall;
  /** From 1 on: the longest sequence of calls, each begun once the one before had answered, that leads to it. */
  readonly step: number;
  /** The index of the call that had answered last when it began. Time order is all that is known: not whether it needed the answer. */
  readonly after: number | null;
  /** Whether it is one of those, each after another, that lead to the last answer. */
  readonly isOnChain: boolean;
}

/** A call, or all calls of one call site where these are many. */
export interface LaidRow extends Stretch {
  readonly key: string;
  /** In order of their start. */
  readonly calls: readonly LaidCall[];
}

/** What is drawn. */
export interface Waterfall {
  /** The end of the axis. */
  readonly milliseconds: number;
  /** In order of their start. */
  readonly calls: readonly LaidCall[];
  /** In order of their first start. */
  readonly rows: readonly LaidRow[];
  /** Round times from 0 on. */
  readonly ticks: readonly number[];
  /** How many calls come one after another, at most. */
  readonly steps: number;
  readonly mostInFlight: number;
  /** When none was under way that answered; null where that is not known, as the document has not all calls, or not how long it took. */
  readonly own: {
    readonly milliseconds: number;
    readonly share: number;
    readonly stretches: readonly Stretch[];
  } | null;
}

/** Of so many calls on, those of one call site are one row, */
const ALIKE_FROM = 5;
/** where there are more than these in all. */
const ROWS_UNGROUPED = 12;
const TICKS_AT_MOST = 6;
/** Calls that run beside each other for less of the shorter one's time come one after the other. */
const LATE_SHARE = 0.1;

/**
 * Lays out what a result says of a recorded call; null where it made no I/O call.
 *
 * @param axis Milliseconds that the axis has at least, as where others are drawn by the same.
 */
export function waterfall(
  io: readonly ScenarioIoCall[],
  { milliseconds }: Pick<PlayedScenario, "milliseconds">,
  axis = 0,
): Waterfall | null {
  if (io.length === 0) return null;
  const last = Math.max(...io.map(({ startMilliseconds: start, endMilliseconds: end }) => end ?? start));
  const end = Math.max(milliseconds ?? 0, last);
  const calls = laid(io, end);
  // What never answered held nobody up.
  const waited = busyOf(calls.filter(({ call }) => call.endMilliseconds !== null));
  const whole = Math.max(end, axis);
  return {
    milliseconds: whole,
    calls,
    rows: rowsOf(calls),
    ticks: ticksOf(whole),
    steps: Math.max(...calls.map(({ step }) => step)),
    mostInFlight: Math.max(1, ...busyOf(calls).map(({ inFlight }) => inFlight)),
    own: milliseconds === undefined || io.length >= IO_AT_MOST ? null : ownOf(waited, end),
  };
}

function laid(io: readonly ScenarioIoCall[], whole: number): LaidCall[] {
  const inOrder = io
    .map((call, index) => ({
      call,
      index,
      start: Math.max(0, call.startMilliseconds),
      end: Math.max(0, call.startMilliseconds, call.endMilliseconds ?? whole),
    }))
    .sort((a, b) => a.start - b.start || a.index - b.index);
  const known = new Map<number, LaidCall>();
  for (const one of inOrder) {
    let before: LaidCall | null = null;
    let step = 1;
    for (const earlier of known.values()) {
      if (earlier.call.endMilliseconds === null || earlier.end - one.start > lateness(earlier, one)) continue;
      step = Math.max(step, earlier.step + 1);
      if (before === null || earlier.end >= before.end) before = earlier;
    }
    known.set(one.index, { ...one, step, after: before?.index ?? null, isOnChain: false });
  }
  const calls = [...known.values()];
  const chain = chainOf(calls, known);
  return calls.map((one) => ({ ...one, isOnChain: chain.has(one.index) }));
}

/**
 * How late the answer to the one may have been noted: a recording hears of some with the next turn of the event loop, when what
 * waited for them has gone on.
 */
function lateness(one: Stretch, next: Stretch): number {
  return LATE_SHARE * Math.min(one.end - one.start, next.end - next.start);
}

/** Back from the last answer. */
function chainOf(calls: readonly LaidCall[], known: ReadonlyMap<number, LaidCall>): Set<number> {
  const answered = calls.filter(({ call }) => call.endMilliseconds !== null);
  const chain = new Set<number>();
  let one = answered.reduce<LaidCall | undefined>(
    (latest, call) => (latest === undefined || call.end > latest.end ? call : latest),
    undefined,
  );
  while (one !== undefined) {
    chain.add(one.index);
    one = one.after === null ? undefined : known.get(one.after);
  }
  return chain;
}

/** The stretches in which calls were under way, with how many. */
export function busyOf(calls: readonly Stretch[]): Busy[] {
  const changes = calls
    .flatMap(({ start, end }) => [
      { at: start, by: 1 },
      { at: end, by: -1 },
    ])
    // One that ends as another begins is not under way with it.
    .sort((a, b) => a.at - b.at || a.by - b.by);
  const busy: Busy[] = [];
  let inFlight = 0;
  let since = 0;
  for (const { at, by } of changes) {
    if (inFlight > 0 && at > since) {
      const before = busy.at(-1);
      if (before?.end === since && before.inFlight === inFlight) busy.splice(-1, 1, { ...before, end: at });
      else busy.push({ start: since, end: at, inFlight });
    }
    inFlight += by;
    since = at;
  }
  return busy;
}

function ownOf(busy: readonly Busy[], whole: number): NonNullable<Waterfall["own"]> {
  const stretches: Stretch[] = [];
  let since = 0;
  for (const { start, end } of [...busy, { start: whole, end: whole }]) {
    if (start > since) stretches.push({ start: since, end: start });
    since = Math.max(since, end);
  }
  const milliseconds = stretches.reduce((sum, { start, end }) => sum + end - start, 0);
  return { milliseconds, share: whole === 0 ? 0 : milliseconds / whole, stretches };
}

function rowsOf(calls: readonly LaidCall[]): LaidRow[] {
  const bySite = new Map<string, LaidCall[]>();
  for (const one of calls) {
    const { file = "", line, column, expression } = one.call;
    const site = `${file}:${line}:${column} ${expression}`;
    bySite.set(site, [...(bySite.get(site) ?? []), one]);
  }
  const rows = [...bySite].flatMap(([site, alike]) =>
    calls.length > ROWS_UNGROUPED && alike.length >= ALIKE_FROM
      ? [rowOf(site, alike)]
      : alike.map((one) => rowOf(`${one.index}`, [one])),
  );
  return rows.sort((a, b) => a.calls[0]!.start - b.calls[0]!.start || a.calls[0]!.index - b.calls[0]!.index);
}

function rowOf(key: string, calls: readonly LaidCall[]): LaidRow {
  return { key, calls, start: calls[0]!.start, end: Math.max(...calls.map(({ end }) => end)) };
}

/** The rows with those of single calls behind each row of several that is unfolded. */
export function unfoldedRows(rows: readonly LaidRow[], isOpen: (row: LaidRow) => boolean): LaidRow[] {
  return rows.flatMap((row) =>
    row.calls.length > 1 && isOpen(row)
      ? [row, ...row.calls.map((one) => rowOf(`${row.key} ${one.index}`, [one]))]
      : [row],
  );
}

/** What leads from a call to one that began after it, by the rows that they stand in. */
export interface Connector extends Stretch {
  /** Indices of rows. */
  readonly from: number;
  readonly to: number;
  readonly isOnChain: boolean;
}

/** One connector for each row's first call. */
export function connectors(rows: readonly LaidRow[]): Connector[] {
  const rowOfCall = new Map<number, number>();
  // What is unfolded stands behind its row, and counts more.
  rows.forEach(({ calls }, at) => calls.forEach(({ index }) => rowOfCall.set(index, at)));
  const ends = new Map(rows.flatMap(({ calls }) => calls.map(({ index, end }) => [index, end] as const)));
  return rows.flatMap(({ calls: [first] }, to) => {
    const { after, isOnChain, start } = first!;
    const from = after === null ? undefined : rowOfCall.get(after);
    if (after === null || from === undefined || from === to) return [];
    return [{ from, to, start: Math.min(start, ends.get(after)!), end: start, isOnChain }];
  });
}

/** Steps of 1, 2 or 5 of a power of ten. */
function ticksOf(end: number): number[] {
  if (!(end > 0)) return [0];
  const power = 10 ** Math.floor(Math.log10(end / TICKS_AT_MOST));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => end / one <= TICKS_AT_MOST) ?? end;
  return Array.from({ length: Math.floor(end / step + 1e-9) + 1 }, (_, at) => at * step);
}

import { patternLabel } from "../../analysis/pattern.ts";
import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import type { Estimate } from "../../bench-worker/numbers.ts";
import type { TargetResult } from "../../bench-worker/target-result.ts";
import {
  estimateInWords,
  SIZE_UNITS,
  suitableUnit,
  TIME_UNITS,
  type Unit,
} from "../../bench-worker/quantity.ts";
import { integer } from "./format.ts";
import { documentLabels } from "./labels.ts";

/** What the two axes can be, with what each one says. */
export const AXES = [
  {
    id: "tokens",
    title: "Tokens",
    what: "tokens",
    meaning: "Tokens of the function's source. What a function does costs tokens, too, not its pattern only.",
  },
  {
    id: "time",
    title: "Time per I/O call",
    what: "CPU time per I/O call, above the floor",
    meaning:
      "CPU time of one call above the floor, divided by the I/O calls that it makes, later calls where these make others: functions that make more of them are not put at a disadvantage.",
  },
  {
    id: "memory",
    title: "Held in flight",
    what: "memory that a call in flight holds",
    meaning: "Memory that one call holds while it waits for I/O.",
  },
  {
    id: "debuggability",
    title: "Debuggability",
    what: "debuggability",
    meaning: "The stack-trace level and the source-map level together, 2 to 10: more is better.",
  },
] as const;

/** What an axis shows. */
export type AxisId = (typeof AXES)[number]["id"];

/** The two that were chosen. */
export interface Axes {
  readonly x: AxisId;
  readonly y: AxisId;
}

/** A measured number in the axis's unit, and in words, with its interval and a unit of its own. */
export interface AxisValue {
  readonly value: number;
  readonly text: string;
}

/** A function on the chart. */
export interface ScatterPoint {
  /** As everywhere in the panel. */
  readonly key: string;
  readonly label: string;
  /** Its place in the document: decides colour and shape. */
  readonly index: number;
  /** The user's function. */
  readonly isOwn: boolean;
  readonly x: AxisValue;
  readonly y: AxisValue;
  /** Where its source is. */
  readonly target: Pick<TargetResult["target"], "file" | "line" | "column">;
}

/** Where the function lies in one measure. */
export interface Standing {
  readonly axis: AxisId;
  readonly title: string;
  readonly text: string;
}

/** The chart and what is said around it. */
export interface ScatterModel {
  readonly own: string;
  readonly axes: Axes;
  /** Titles with their units. */
  readonly titles: { readonly x: string; readonly y: string };
  /** Whether an axis is logarithmic: where values lie so far apart that the small ones would be one spot. */
  readonly isLogarithmic: { readonly x: boolean; readonly y: boolean };
  readonly points: readonly ScatterPoint[];
  /** What to say instead, where there is no point. */
  readonly absence: string | null;
  readonly standings: readonly Standing[];
  /** What has no point, and why. */
  readonly absent: readonly string[];
}

interface Member {
  readonly key: string;
  readonly label: string;
  readonly index: number;
  readonly isOwn: boolean;
  readonly result: TargetResult;
}

/** Where the function lies among the gallery's variants; null where it was not measured among them. */
export function amongGallery(document: BenchmarkDocument, axes: Axes): ScatterModel | null {
  const members = membersOf(document);
  const own = members.find(({ isOwn }) => isOwn);
  if (own === undefined) return null;
  const [x, y] = [scaleOfAxis(axes.x, members), scaleOfAxis(axes.y, members)];
  const points = members.flatMap((member): ScatterPoint[] => {
    const [atX, atY] = [estimateOf(axes.x, member.result), estimateOf(axes.y, member.result)];
    if (atX === null || atY === null) return [];
    const { key, label, index, isOwn, result } = member;
    return [{ key, label, index, isOwn, x: x.place(atX), y: y.place(atY), target: result.target }];
  });
  return {
    own: own.label,
    axes,
    titles: { x: x.title, y: y.title },
    isLogarithmic: { x: x.isLogarithmic, y: y.isLogarithmic },
    points,
    absence: points.length > 0 ? null : nothingToDraw(members, axes),
    standings: AXES.map(({ id, title }) => ({ axis: id, title, text: standing(id, own, members) })),
    absent: [
      ...members.flatMap((member) => absence(member, axes)),
      ...document.amongGallery!.missing.map(({ pattern, reason, hint }) => `${pattern}: ${reason} ${hint}.`),
    ],
  };
}

/** The user's function and the variants; a place that the document does not have is passed over. */
function membersOf(document: BenchmarkDocument): Member[] {
  const { results, amongGallery: mark } = document;
  if (mark === undefined) return [];
  const labels = documentLabels(document);
  const member = (index: number, isOwn: boolean): Member[] => {
    const result = results[index];
    const label = labels[index];
    if (result === undefined || label === undefined) return [];
    return [{ ...label, index, isOwn, result }];
  };
  return [...member(mark.own, true), ...mark.variants.flatMap(({ result }) => member(result, false))];
}

const BY_TOKEN: readonly Unit[] = [{ name: "", size: 1 }];
const UNITS: Readonly<Record<AxisId, readonly Unit[]>> = {
  tokens: BY_TOKEN,
  time: TIME_UNITS,
  memory: SIZE_UNITS,
  debuggability: BY_TOKEN,
};

/** Null where it was not measured. Times are nanoseconds for each I/O call, memory is in bytes. */
function estimateOf(
  axis: AxisId,
  { target, time, memory, counters, debuggability }: TargetResult,
): Estimate | null {
  switch (axis) {
    case "tokens":
      return exactly(target.tokens);
    case "time": {
      const ioCalls = time?.ioCallsPerCall ?? counters?.ioCalls ?? 0;
      if (time === undefined || ioCalls === 0) return null;
      const { median, low, high } = time.nanosecondsPerCall;
      const each = (nanoseconds: number): number => (nanoseconds - time.floorNanosecondsPerCall) / ioCalls;
      return { median: each(median), low: each(low), high: each(high) };
    }
    case "memory":
      return memory?.bytesInFlightPerCall ?? null;
    case "debuggability":
      return debuggability === undefined ? null : exactly(debuggability);
  }
}

function exactly(value: number): Estimate {
  return { median: value, low: value, high: value };
}

function words(axis: AxisId, estimate: Estimate): string {
  switch (axis) {
    case "tokens":
      return integer(estimate.median);
    case "debuggability":
      return `${estimate.median} of 10`;
    case "time":
    case "memory":
      return estimateInWords(estimate, UNITS[axis]);
  }
}

/** Values whose largest is more than so many times the smallest are shown on a logarithmic axis. */
const FAR_APART = 30;

interface AxisScale {
  readonly title: string;
  readonly isLogarithmic: boolean;
  readonly place: (estimate: Estimate) => AxisValue;
}

function scaleOfAxis(axis: AxisId, members: readonly Member[]): AxisScale {
  const estimates = members.flatMap(({ result }) => estimateOf(axis, result) ?? []);
  const unit = suitableUnit(Math.max(0, ...estimates.map(({ median }) => Math.abs(median))), UNITS[axis]);
  const { what } = axisOf(axis);
  const medians = estimates.map(({ median }) => median);
  const least = Math.min(...medians);
  const isLogarithmic = axis !== "debuggability" && least > 0 && Math.max(...medians) > FAR_APART * least;
  const remarks = [unit.name, isLogarithmic ? "logarithmic" : ""].filter(Boolean).join(", ");
  const title = what.charAt(0).toUpperCase() + what.slice(1);
  return {
    title: remarks === "" ? title : `${title} (${remarks})`,
    isLogarithmic,
    place: (estimate) => ({ value: estimate.median / unit.size, text: words(axis, estimate) }),
  };
}

/** What a point says of each axis, once where both are the same: `Tokens: 302`. */
export function pointInWords({ x, y }: ScatterPoint, { axes }: ScatterModel): string[] {
  const said = [`${axisOf(axes.x).title}: ${x.text}`, `${axisOf(axes.y).title}: ${y.text}`];
  return [...new Set(said)];
}

/** What is said of an axis. */
export function axisOf(id: AxisId): (typeof AXES)[number] {
  return AXES.find((axis) => axis.id === id)!;
}

/** As it stands within a sentence: `time per I/O call`. */
function inSentence(title: string): string {
  return title.charAt(0).toLowerCase() + title.slice(1);
}

/** `302. Of 9 patterns: 2 with fewer, 6 with more, 1 with as many.` Intervals that overlap are not told apart. */
function standing(axis: AxisId, own: Member, members: readonly Member[]): string {
  const at = estimateOf(axis, own.result);
  if (at === null) return notMeasured(axis, own.result);
  const others = members.flatMap(({ isOwn, result }) => (isOwn ? [] : (estimateOf(axis, result) ?? [])));
  const less = others.filter(({ high }) => high < at.low).length;
  const more = others.filter(({ low }) => low > at.high).length;
  const same = others.length - less - more;
  const { fewer, greater, alike } = RELATIONS[axis];
  return `${words(axis, at)}. Of ${integer(others.length)} patterns: ${less} ${fewer}, ${more} ${greater}, ${same} ${alike}.`;
}

const RELATIONS: Readonly<Record<AxisId, { fewer: string; greater: string; alike: string }>> = {
  tokens: { fewer: "with fewer", greater: "with more", alike: "with as many" },
  time: { fewer: "below", greater: "above", alike: "not told apart" },
  memory: { fewer: "below", greater: "above", alike: "not told apart" },
  debuggability: { fewer: "lower", greater: "higher", alike: "equal" },
};

function nothingToDraw(members: readonly Member[], { x, y }: Axes): string {
  const titles = [...new Set([x, y])].map((axis) => inSentence(axisOf(axis).title)).join(" and ");
  return members.some(({ result }) => result.state === "running")
    ? `Nothing has been measured yet of ${titles}.`
    : `Nothing was measured of ${titles}.`;
}

function notMeasured(axis: AxisId, { counters, state, time }: TargetResult): string {
  if (state === "running") return "not measured yet";
  if (axis === "time" && time?.ioCallsPerCall === 0) return "the calls that were timed make no I/O call";
  if (axis === "time" && time !== undefined && counters?.ioCalls === 0) return "it makes no I/O call";
  return "not measured";
}

function absence({ label, result }: Member, { x, y }: Axes): string[] {
  const lacking = [...new Set([x, y])].filter((axis) => estimateOf(axis, result) === null);
  if (lacking.length === 0) return [];
  const { pattern, runner } = result.target;
  const named =
    label === patternLabel(pattern, runner) ? label : `${label} (${patternLabel(pattern, runner)})`;
  const what = lacking.map((axis) => `${inSentence(axisOf(axis).title)}: ${notMeasured(axis, result)}`);
  const why = [result.reason, result.hint].filter(Boolean).join(" ");
  return [`${named}: ${what.join("; ")}. ${why}`.trimEnd()];
}

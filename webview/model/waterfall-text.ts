import { quantity, suitableUnit, TIME_UNITS } from "../../bench-worker/quantity.ts";
import type { LaidCall, LaidRow, Waterfall } from "../../bench-worker/waterfall.ts";
import { baseName } from "./labels.ts";

/** Milliseconds, as a person reads them. */
export function time(milliseconds: number): string {
  return quantity(milliseconds * 1e6, TIME_UNITS);
}

/** `4.4 %` of a share from 0 to 1. */
export function share(part: number): string {
  return `${Number((part * 100).toPrecision(2))} %`;
}

/** What stands at the marks of the axis: `0`, `50 ms`. */
export function tickTexts({ ticks }: Waterfall): string[] {
  const unit = suitableUnit(ticks.at(-1)! * 1e6, TIME_UNITS);
  return ticks.map((tick) =>
    tick === 0 ? "0" : `${Number(((tick * 1e6) / unit.size).toPrecision(6))} ${unit.name}`,
  );
}

/** `line 12`, `db.js line 12`. */
export function placeText({ line, file }: LaidCall["call"]): string {
  return file === undefined ? `line ${line}` : `${baseName(file)} line ${line}`;
}

/** How it ended. */
export const OUTCOMES: Readonly<Record<LaidCall["call"]["outcome"], string>> = {
  value: "answered",
  error: "failed",
  pending: "had not answered at the end",
};

/** Of a row, beside its bar: `12.3 ms`, `×40`. */
export function tookText({ calls, start, end }: LaidRow): string {
  const [first] = calls;
  if (calls.length > 1) return `×${calls.length} in ${time(end - start)}`;
  return first!.call.outcome === "pending" ? "no answer" : time(first!.end - first!.start);
}

/** A row as a sentence. */
export function rowSentence(row: LaidRow, callOf: (index: number) => LaidCall | undefined): string {
  const { calls, start, end } = row;
  const [first] = calls;
  const { call, after } = first!;
  const before = after === null ? undefined : callOf(after);
  const began =
    before === undefined
      ? `began after ${time(start)}, with none answered before it`
      : `began after ${time(start)}, once ${before.call.expression} (${placeText(before.call)}) had answered`;
  const named = `${call.expression}, ${placeText(call)}`;
  if (calls.length === 1) {
    const took =
      call.outcome === "pending" ? OUTCOMES.pending : `${OUTCOMES[call.outcome]} after ${time(end - start)}`;
    return `${named}: ${began}; ${took}`;
  }
  const failed = calls.filter(({ call: { outcome } }) => outcome === "error").length;
  const pending = calls.filter(({ call: { outcome } }) => outcome === "pending").length;
  return [
    `${named}: ${calls.length} calls, the first ${began}; the last ended after ${time(end)}`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(pending === 0 ? [] : [`${pending} had not answered at the end`]),
  ].join("; ");
}

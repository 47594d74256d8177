import type { Estimate } from "../../../numbers.ts";
import { ratioOf } from "../../statistics.ts";
import type { MeasuredRow, MeasuredTable, SeedNumbers } from "../../../gallery-table.ts";

/** Ratios that are closer than this for certain count as the same: the article gives no intervals, and its machine was another one. */
const SAME = 0.15;

type Named = Pick<MeasuredTable["settings"][number], "name" | "title">;

/**
 * One sentence: how a row stood next to the base in the article and how it does now, in time and memory. Nothing for a
 * row that the article does not have, or that was not measured, and nothing of a number whose interval is so wide that it
 * contains the article's.
 */
export function changedInWords(
  row: MeasuredRow,
  base: MeasuredRow | undefined,
  settings: readonly Named[],
): { readonly changed?: string } {
  if (base === undefined || base.name === row.name) return {};
  const parts = row.seed.flatMap((then) => {
    const ratios = ratiosOf(row, base, then);
    if (ratios.length === 0) return [];
    const where =
      row.seed.length === 1 ? "" : `${settings.find(({ name }) => name === then.setting)!.title}: `;
    return [where + ratios.join(", ")];
  });
  return parts.length === 0 ? {} : { changed: `Next to ${base.system}: ${parts.join("; ")}.` };
}

/** A number of a row over that of the base, then and now; null where one of the four is missing. */
function thenAndNow(
  row: MeasuredRow,
  base: MeasuredRow,
  then: SeedNumbers,
  of: "milliseconds" | "megabytes",
): { readonly then: number; readonly now: Estimate } | null {
  const baseThen = base.seed.find(({ setting, n }) => setting === then.setting && n === then.n);
  const now = numberNow(row, then, of);
  const baseNow = numberNow(base, then, of);
  const [was, baseWas] = [then[of], baseThen?.[of]];
  if (!was || !baseWas || !now || !baseNow) return null;
  return { then: was / baseWas, now: ratioOf(now, baseNow) };
}

/** A number of a row over that of the base; null where one of the two is missing. */
export function ratioNow(
  row: MeasuredRow,
  base: MeasuredRow,
  at: Pick<SeedNumbers, "setting" | "n">,
  of: "milliseconds" | "megabytes",
): Estimate | null {
  const [own, other] = [numberNow(row, at, of), numberNow(base, at, of)];
  return own === undefined || other === undefined ? null : ratioOf(own, other);
}

function numberNow(
  row: MeasuredRow,
  { setting, n }: Pick<SeedNumbers, "setting" | "n">,
  of: "milliseconds" | "megabytes",
): Estimate | undefined {
  const series = row.measured.filter((one) => of === "megabytes" || one.setting === setting);
  const points = series.flatMap((one) => one.series).filter((point) => point.n === n);
  if (of === "milliseconds")
    return points.find(({ milliseconds }) => milliseconds !== undefined)?.milliseconds;
  // A peak is weighed once, since it repeats.
  const bytes = points.find(({ peakBytes }) => peakBytes !== undefined)?.peakBytes;
  return bytes === undefined || bytes === 0 ? undefined : { median: bytes, low: bytes, high: bytes };
}

function ratiosOf(row: MeasuredRow, base: MeasuredRow, then: SeedNumbers): string[] {
  return (["milliseconds", "megabytes"] as const).flatMap((of) => {
    const both = thenAndNow(row, base, then, of);
    const what = of === "milliseconds" ? "time" : "memory";
    if (both === null) return [];
    const { then: was, now } = both;
    const isSame = [now.low, now.high].every((bound) => Math.abs(Math.log(bound / was)) < SAME);
    if (isSame) return [`${times(now.median)} the ${what}, as then`];
    // As far as can be told it may be the same, and may have changed a lot.
    if (now.low <= was && was <= now.high) return [];
    return [`${times(now.median)} the ${what}, then ${times(was)}`];
  });
}

function times(ratio: number): string {
  return `${ratio.toPrecision(ratio < 10 ? 2 : 3).replace(/\.0$/, "")} times`;
}

/**
 * What a table of time and memory says as a whole: how far the systems lie apart, then and now, and whether their order
 * is the same.
 */
export function tableInWords(rows: readonly MeasuredRow[], baseName: string): string[] {
  const base = rows.find(({ name }) => name === baseName);
  if (base === undefined) return [];
  const settings = [...new Set(rows.flatMap(({ seed }) => seed.map(({ setting }) => setting)))];
  return settings.flatMap((setting) =>
    (["milliseconds", "megabytes"] as const).flatMap((of) => {
      const both = rows.flatMap((row) =>
        row.seed.filter((then) => then.setting === setting).map((then) => thenAndNow(row, base, then, of)),
      );
      const known = both.filter((one) => one !== null);
      if (known.length < 3) return [];
      const spread = (values: readonly number[]): string => times(Math.max(...values) / Math.min(...values));
      const where = settings.length === 1 ? "" : ` (${setting})`;
      return [
        `${of === "milliseconds" ? "Time" : "Memory"}${where} of the ${known.length} systems that the article has: the most took ${spread(known.map((one) => one.then))} the least then, ${spread(known.map((one) => one.now.median))} now.`,
      ];
    }),
  );
}

import { mean, median } from "simple-statistics";
import { kendallsTau } from "./kendalls-tau.ts";

/** What processes say of one variant, on each of two clocks: one number a process. */
export interface Timed {
  readonly virtual: readonly number[];
  readonly real: readonly number[];
}

/** How far one clock puts variants into the order of the other. */
export interface OrderAgreement {
  /** The pairs of variants that the real clock keeps apart: of whose processes none of one took as long as any of the other. */
  readonly keptApart: number;
  /** Kendall's tau of these, virtual against real; null where there are none. */
  readonly tau: number | null;
  /** Kendall's tau of all pairs, real against real: of some of its processes against the others, over all such splits. */
  readonly realWithItself: number | null;
  /** The same of virtual against real, of as many processes. */
  readonly virtualWithReal: number | null;
}

/** With more, there are too many ways to split them in two. */
export const PROCESSES_AT_MOST = 12;

/**
 * Compares orders. No clock can agree with the real one better than that does with itself, so both are given.
 *
 * @param variants With as many processes each, on either clock.
 * @throws {RangeError} with more than {@link PROCESSES_AT_MOST} processes.
 */
export function orderAgreement(variants: readonly Timed[]): OrderAgreement {
  const pairs = variants.flatMap((a, i) => variants.slice(i + 1).map((b) => [a, b] as const));
  const apart = pairs.filter(
    ([{ real: a }, { real: b }]) => Math.max(...a) < Math.min(...b) || Math.max(...b) < Math.min(...a),
  );
  const all = (): boolean => true;
  const taus = (clock: keyof Timed): number[] =>
    splits(variants[0]?.real.length ?? 0).flatMap((isHere) => {
      const tau = kendallsTau(
        pairs.map(([a, b]) => [
          difference(a[clock], b[clock], (_, index) => isHere(index)),
          difference(a.real, b.real, (_, index) => !isHere(index)),
        ]),
      );
      return tau === null ? [] : [tau];
    });
  const meanOf = (some: readonly number[]): number | null => (some.length === 0 ? null : mean([...some]));
  return {
    keptApart: apart.length,
    tau: kendallsTau(
      apart.map(([a, b]) => [difference(a.virtual, b.virtual, all), difference(a.real, b.real, all)]),
    ),
    realWithItself: meanOf(taus("real")),
    virtualWithReal: meanOf(taus("virtual")),
  };
}

/** Every choice of half of so many processes, rounded down; none where there are fewer than two. */
function splits(processes: number): ((index: number) => boolean)[] {
  if (processes > PROCESSES_AT_MOST)
    throw new RangeError(`${processes} processes are split in too many ways`);
  const half = Math.floor(processes / 2);
  if (half === 0) return [];
  return Array.from(
    { length: 2 ** processes },
    (_, bits) => (index: number) => ((bits >> index) & 1) === 1,
  ).filter((isHere) => Array.from({ length: processes }, (_, i) => i).filter(isHere).length === half);
}

function difference(
  a: readonly number[],
  b: readonly number[],
  isTaken: (value: number, index: number) => boolean,
): number {
  return Math.log(median(b.filter(isTaken)) / median(a.filter(isTaken)));
}

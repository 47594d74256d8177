import type { TargetResult } from "./target-result.ts";
import { leftOutNames, partMeasured, type Part } from "./part-measured.ts";

/** Where a part was measured of one of two only, or of each another one: of which, and what that did. */
export interface OneInPart {
  readonly which: "former" | "latter" | "each";
  readonly part: Part | "none";
}

/** Of two results, the one of which only a part was measured; null where that is none, or both in the same way. */
export function oneInPart(base: TargetResult | undefined, head: TargetResult | undefined): OneInPart | null {
  if (base === undefined || head === undefined) return null;
  if (areRecorded(base, head)) return null;
  const [former, latter] = [partMeasured(base), partMeasured(head)];
  const without = oneWithoutIo(base, head);
  if (without !== null && (without === "former" ? former : latter) !== "cache")
    return { which: without, part: "none" };
  if (former === latter) return null;
  // Of two that were measured in part, the one that had less to do says more.
  const which = latter !== null && (former === null || former === "left") ? "latter" : "former";
  return { which, part: (which === "latter" ? latter : former)! };
}

/** Whether both played a recorded call, which is whole whatever it does. */
function areRecorded(...both: readonly TargetResult[]): boolean {
  return both.every(({ scenario }) => scenario?.origin === "recorded");
}

/** Of two that were called, the one that made no I/O call where the other made some, unless it has none. */
function oneWithoutIo(base: TargetResult, head: TargetResult): OneInPart["which"] | null {
  const [ofBase, ofHead] = [base.counters?.ioCalls, head.counters?.ioCalls];
  if (ofBase === undefined || ofHead === undefined || (ofBase === 0) === (ofHead === 0)) return null;
  if (hasNone(ofBase === 0 ? base : head)) return null;
  return ofBase === 0 ? "former" : "latter";
}

/** Whether a function has no I/O call, as far as its source and the call tell. */
function hasNone({ counters, fakes, preparations = [], remarks }: TargetResult): boolean {
  const isPlain = fakes.every(({ calls = 0 }) => calls === 0) && preparations.length === 0;
  return isPlain && remarks?.length === 0 && counters?.inSource === undefined;
}

/**
 * Of two results, the one that had less to do than the change makes it: it made no I/O call where the other did, left before I/O calls
 * that the other did not leave out, or which a cache answered; each where neither came to any of its own. Null where there is none.
 */
export function oneWithLess(base: TargetResult, head: TargetResult): OneInPart | null {
  const one = oneInPart(base, head);
  if (one?.part === "cache" || one?.part === "none") return one;
  if (areRecorded(base, head)) return null;
  const hasLeft = (result: TargetResult): boolean =>
    result.counters?.ioCalls === 0 && partMeasured(result) === "left";
  if (hasLeft(base) && hasLeft(head)) return { which: "each", part: "none" };
  const [ofBase, ofHead] = [leftOutOf(base, head), leftOutOf(head, base)];
  if (ofBase && ofHead) return { which: "each", part: "left" };
  return ofBase || ofHead ? { which: ofBase ? "former" : "latter", part: "left" } : null;
}

/**
 * Whether one left out an I/O call that the other did not: that may have run there without being a fake's, or be what the change is
 * about, and no number has it. Where it made those of another branch in its place it had no less to do.
 */
function leftOutOf(left: TargetResult, other: TargetResult): boolean {
  if (partMeasured(left) === "cache") return false;
  const alike = new Set(other.warnings.flatMap(leftOutNames).map(lastName));
  const made = madeIn(other);
  // What the other made in the place of another branch says that it took another way.
  const replaced = new Set([...replacedIn(left)].filter((name) => !made.has(lastName(name))));
  const again = againIn(left);
  return left.warnings
    .flatMap(leftOutNames)
    .some((name) => !alike.has(lastName(name)) && !replaced.has(name) && !again.has(name));
}

/** The last names of the I/O calls that it made. */
function madeIn({ fakes }: TargetResult): ReadonlySet<string> {
  const made = fakes.filter(({ kind, calls = 0 }) => calls > 0 && kind !== "sync");
  return new Set(made.map(({ expression }) => lastName(expression)));
}

/** The I/O calls that another function left out, which made one of their name: that may be in another branch. */
function againIn(left: TargetResult): ReadonlySet<string> {
  const { remarks = [] } = left;
  const made = madeIn(left);
  const elsewhere = remarks.filter(({ code }) => code === "left-out-elsewhere");
  const names = elsewhere.flatMap(({ data }) => data?.calls ?? []).map(({ expression }) => expression);
  return new Set(names.filter((name) => made.has(lastName(name))));
}

/** The I/O calls of which all that it left out had those of another branch made in their place. */
function replacedIn({ remarks = [] }: TargetResult): ReadonlySet<string> {
  const calls = remarks.flatMap(({ code, data }) => (code === "left-out" ? (data?.calls ?? []) : []));
  const others = new Set(calls.flatMap(({ expression, isReplaced }) => (isReplaced ? [] : [expression])));
  return new Set(calls.map(({ expression }) => expression).filter((one) => !others.has(one)));
}

function lastName(expression: string): string {
  return expression.slice(expression.lastIndexOf(".") + 1);
}

/** For one sentence: what one of the two did. */
export function partInWords({ which, part }: OneInPart): string {
  switch (part) {
    case "cache":
      return `the ${which} answered from a cache`;
    case "kept":
      return `the ${which} kept what its first call got`;
    case "none":
      if (which === "each") return "neither of the two reached any of its I/O calls";
      return `the ${which} made no I/O call, and the ${which === "former" ? "latter" : "former"} did`;
    case "left":
      return which === "each"
        ? "each of the two left out I/O calls that the other did not"
        : `the ${which} did not reach all of its I/O calls`;
  }
}

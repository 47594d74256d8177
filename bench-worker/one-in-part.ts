import type { TargetResult } from "./target-result.ts";
import { leftOutNames, partMeasured, type Part } from "./part-measured.ts";

/** Where a part was measured of one of two only: of which, and what that did. */
export interface OneInPart {
  readonly which: "former" | "latter";
  readonly part: Part;
}

/** Of two results, the one of which only a part was measured; null where that is none, or both in the same way. */
export function oneInPart(base: TargetResult | undefined, head: TargetResult | undefined): OneInPart | null {
  if (base === undefined || head === undefined) return null;
  const [former, latter] = [partMeasured(base), partMeasured(head)];
  if (former === latter) return null;
  // Of two that were measured in part, the one that had less to do says more.
  const which = latter !== null && (former === null || former === "left") ? "latter" : "former";
  return { which, part: (which === "latter" ? latter : former)! };
}

/**
 * Of two results, the one that had less to do than the change makes it: it left before I/O calls of which the other made
 * one at least, or which a cache answered. Null where there is none.
 */
export function oneWithLess(base: TargetResult, head: TargetResult): OneInPart | null {
  const one = oneInPart(base, head);
  if (one === null || one.part === "cache") return one;
  if (one.part === "kept") return null;
  const [left, other] = one.which === "former" ? [base, head] : [head, base];
  const made = new Set(
    other.fakes.flatMap(({ expression, kind }) => (kind === "sync" ? [] : [lastName(expression)])),
  );
  const names = left.warnings.flatMap(leftOutNames);
  return names.some((name) => made.has(lastName(name))) ? one : null;
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
    case "left":
      return `the ${which} did not come to all of its I/O calls`;
  }
}

import type { RecordedCall, RecordedFunction } from "../../contract/recording.ts";

type Path = RecordedFunction["paths"][number];

/** Orders paths: those that end well before those that are known to fail, then the most frequent, then the longest. */
export function usualFirst(left: Path, right: Path): number {
  return (
    Number(fails(left)) - Number(fails(right)) ||
    right.calls - left.calls ||
    right.sites.length - left.sites.length ||
    (left.sites.join("\n") < right.sites.join("\n") ? -1 : 1)
  );
}

/** The call by which a path is measured: the first of those of which nothing failed, where there are any. */
export function usualCall<One extends { readonly call: RecordedCall }>(
  kept: readonly One[],
): One | undefined {
  return kept.find(({ call }) => !hasFailed(call)) ?? kept[0];
}

function hasFailed({ outcome, answers }: RecordedCall): boolean {
  return (
    endsBadly(outcome) ||
    answers.some((answer) => answer.evidence !== undefined && answer.outcome === "error")
  );
}

/** Whether all its calls that are known whole ended with an error. */
export function fails({ kept }: Path): boolean {
  return kept.length > 0 && kept.every(({ outcome }) => endsBadly(outcome));
}

function endsBadly(outcome: RecordedCall["outcome"]): boolean {
  return outcome.how === "error" || isFailure(outcome);
}

/** Whether a callback was told of an error, by Node's custom. */
function isFailure({ how, value }: Path["kept"][number]["outcome"]): boolean {
  const [error] = how === "callback" && Array.isArray(value) ? (value as unknown[]) : [];
  return typeof error === "object" && error !== null && !("$" in error && error.$ === "undefined");
}

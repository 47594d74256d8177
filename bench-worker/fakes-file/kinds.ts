import type { FakeUse } from "../target-result.ts";

/** What a fakes file can make of an operation, the most usual first. */
export const KINDS_TO_CHOOSE = [
  "promise",
  "callback",
  "thunk",
  "stream",
  "sync",
] as const satisfies readonly FakeUse["kind"][];

/** Whether a fakes file can say of what kind it is: what Async Cost knows is as it is, and events come by themselves. */
export function isCorrectable({ expression, calls, from }: FakeUse): boolean {
  return from !== "default" && calls !== undefined && !/\([^()]+\)$/.test(expression);
}

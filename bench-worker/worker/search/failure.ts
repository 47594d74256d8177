import { causeOf } from "../blame.ts";
import { firstOwnFrame } from "../io/own-frames.ts";
import { sayThrown } from "../io/call-site.ts";
import type { LoadedTarget } from "../load/load-target.ts";

/** What failed, and where. */
export function failureOf(error: unknown): string {
  const cause = causeOf(error);
  return `${sayThrown(cause)} ${JSON.stringify(firstOwnFrame(cause))}`;
}

/** The target's own text. */
export function ownTextOf({ source, asyncFunction }: LoadedTarget): string {
  return source.text.slice(asyncFunction.range.start, asyncFunction.range.end);
}

import { isGuardedThrow } from "./program/guarded-throw.ts";
import type { Escaped } from "./call/run-calls.ts";
import { framesOf, sayThrown, stackOf } from "./io/call-site.ts";
import type { LoadedTarget } from "./load/load-target.ts";

/**
 * What the user is told of an error that a call lets escape once it has settled: from a timer that it sets, or a promise that
 * it does not wait for. Null where none escaped from the function itself, or where made-up values may be why.
 *
 * @param escaped In the call and behind it.
 */
export function escapedLate(
  escaped: readonly Escaped[],
  { asyncFunction, source, fakes }: LoadedTarget,
): string | null {
  const { position, endLine } = asyncFunction;
  for (const { error, how } of escaped) {
    // Made-up values are thrown as they are, or bring about errors of the engine's.
    if (fakes.nameOf(error) !== undefined || /^(?:Type|Range|Syntax)Error\b/.test(sayThrown(error))) continue;
    const place = framesOf(stackOf(error)).find(
      ({ file, line }) => file === source.file && line >= position.line && line <= endLine,
    );
    // What is asked before it is thrown may be otherwise of real values.
    if (place === undefined || isGuardedThrow(source.text, source.file, place.line)) continue;
    const what = how === "uncaughtException" ? "an uncaught exception" : "an unhandled rejection";
    return `After the call had settled, an error escaped at line ${place.line} as ${what} (${sayThrown(error)}): no caller can catch it, and where it happens outside of a benchmark Node ends the process.`;
  }
  return null;
}

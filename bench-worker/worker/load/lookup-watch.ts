import { MISSES } from "../../deciding.ts";
import { WRITE_FAKES_COMMAND } from "../../fakes-file/command.ts";
import { trapsOf } from "../fakes/universal/traps.ts";

/** A map of a list's items by one of their fields: `new Map(rows.map((row) => [row.id, row]))`. */
const BY_FIELD = /\bnew\s+Map\s*(?:<[^()]{0,100}>)?\s*\([^;]{0,200}?\.\s*map\s*\([^;]{0,100}?=>\s*\[/;

/** Whether a function looks items of a list up by one of their fields. */
export function looksUpByField(text: string): boolean {
  return BY_FIELD.test(text) && /\.\s*get\s*\(/.test(text);
}

/**
 * Does `call`, and gives its answer with the lines at which nothing was found in a map whose keys are made up: what is asked for
 * is made up elsewhere, and never the same.
 *
 * @param lineHere The line of the target that is being run; null or undefined where it is not known.
 */
export async function withLookupsWatched<T>(
  lineHere: () => number | null | undefined,
  call: () => Promise<T>,
): Promise<{ readonly answer: T; readonly missedLines: readonly number[] }> {
  const lines = new Set<number>();
  const real = Object.getOwnPropertyDescriptor(Map.prototype, "get")!;
  const get = real.value as (this: Map<unknown, unknown>, key: unknown) => unknown;
  const watched = function (this: Map<unknown, unknown>, key: unknown): unknown {
    const found = Reflect.apply(get, this, [key]);
    if (found === undefined && trapsOf(this.keys().next().value) !== undefined) {
      const line = lineHere();
      if (typeof line === "number") lines.add(line);
    }
    return found;
  };
  Object.defineProperty(Map.prototype, "get", { ...real, value: watched });
  try {
    const answer = await call();
    return { answer, missedLines: [...lines].sort((one, other) => one - other) };
  } finally {
    Object.defineProperty(Map.prototype, "get", real);
  }
}

/** What the user is told of look-ups that found nothing. */
export function missedLookupsSentence(lines: readonly number[]): string {
  const where = lines.length === 1 ? `line ${lines[0]}` : `lines ${lines.join(", ")}`;
  return `What is looked up at ${where} was not found, as what is asked for and what I/O answers were made up apart: ${MISSES} Say in a fakes file what the function is called with and what its I/O calls answer: ${WRITE_FAKES_COMMAND}.`;
}

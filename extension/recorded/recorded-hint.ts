import type { AsyncFunction } from "../../analysis/model.ts";
import { counted } from "../../bench-worker/quantity.ts";
import { callsIn, callsInWords } from "../../bench-worker/recorded-words.ts";
import { SEPARATOR } from "../hint/hint-title.ts";

/** What is recorded of a function, for its hint. */
export interface RecordedHint {
  /** By how many calls each of its paths was taken. */
  readonly paths: readonly { readonly calls: number }[];
  /** Its text has changed since, or that of functions that ran in all of its calls: none can be played. */
  readonly isChanged: boolean;
  /** When the newest call that was kept began, and in what; null where none was kept. */
  readonly newest: { readonly recordedAt: string; readonly command: string } | null;
}

/** Gives what is recorded of a document's functions, as far as it is known at the moment. */
export interface RecordedFunctions {
  of(uri: string, functions: readonly AsyncFunction[]): ReadonlyMap<AsyncFunction, RecordedHint>;
}

/**
 * `recorded · 12 calls, 3 paths`, `recorded · 12 calls, changed since`.
 *
 * @param short Without what least is looked for: `recorded · 12 calls`.
 */
export function recordedTitle({ paths, isChanged }: RecordedHint, short = false): string {
  const calls = counted(callsIn(paths), "call");
  const words = isChanged ? `${calls}, changed since` : short ? calls : callsInWords(paths);
  return `recorded${SEPARATOR}${words}`;
}

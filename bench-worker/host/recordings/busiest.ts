import type { RecordedFunction, Recording } from "../../contract/recording.ts";

/** A recorded function, and where it stands. */
export interface PlacedFunction {
  /** Relative to the project. */
  readonly file: string;
  readonly recorded: RecordedFunction;
}

/** The function with the most calls that did some I/O: the one to look at first. */
export function busiest(recordings: readonly Recording[]): PlacedFunction | null {
  const all = recordings.flatMap(({ file, functions }) =>
    functions.map((recorded) => ({ file, recorded, calls: callsWithIo(recorded) })),
  );
  return all.sort((left, right) => right.calls - left.calls)[0] ?? null;
}

function callsWithIo({ paths }: RecordedFunction): number {
  return paths.reduce((sum, { calls, sites }) => sum + (sites.length > 0 ? calls : 0), 0);
}

import type { RecordedFunction, Recording } from "../../contract/recording.ts";

/** A recorded function, and where it stands. */
export interface PlacedFunction {
  /** Relative to the project. */
  readonly file: string;
  readonly recorded: RecordedFunction;
}

/** The function whose calls made the most I/O calls: the one to look at first. */
export function busiest(recordings: readonly Recording[]): PlacedFunction | null {
  const all = recordings.flatMap(({ file, functions }) =>
    functions.map((recorded) => ({ file, recorded, ioCalls: ioCallsOf(recorded) })),
  );
  return all.sort((left, right) => right.ioCalls - left.ioCalls)[0] ?? null;
}

function ioCallsOf({ paths }: RecordedFunction): number {
  return paths.reduce((sum, { calls, sites }) => sum + calls * sites.length, 0);
}

import type { RecordedFunction, Recording } from "../../contract/recording.ts";

/** A recorded function, and where it stands. */
export interface PlacedFunction {
  /** Relative to the project. */
  readonly file: string;
  readonly recorded: RecordedFunction;
}

/**
 * The function to look at first: the one whose calls made the most I/O calls on the path that is measured, of those that made several in one
 * call where there are any, as more is to be seen of these.
 */
export function busiest(recordings: readonly Recording[]): PlacedFunction | null {
  const all = recordings.flatMap(({ file, functions }) =>
    functions.map((recorded) => {
      const { calls, sites } = recorded.paths[0] ?? { calls: 0, sites: [] };
      return { file, recorded, ioCalls: calls * sites.length, isOfSeveral: sites.length > 1 };
    }),
  );
  return (
    all.sort(
      (left, right) => Number(right.isOfSeveral) - Number(left.isOfSeveral) || right.ioCalls - left.ioCalls,
    )[0] ?? null
  );
}

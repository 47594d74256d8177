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
      const [path] = recorded.paths;
      const inOne = path === undefined ? 0 : ownIoCalls(path);
      return { file, recorded, ioCalls: inOne * (path?.calls ?? 0), isOfSeveral: inOne > 1 };
    }),
  );
  return (
    all.sort(
      (left, right) => Number(right.isOfSeveral) - Number(left.isOfSeveral) || right.ioCalls - left.ioCalls,
    )[0] ?? null
  );
}

/** The I/O calls of one call on a path; that another call had it go on is none of its own. */
function ownIoCalls({ kept: [first], sites }: RecordedFunction["paths"][number]): number {
  if (first === undefined) return sites.length;
  return first.answers.filter(({ evidence, style }) => evidence !== undefined && style !== "wake").length;
}

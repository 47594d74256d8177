import path from "node:path";
import type { RecordedOperation } from "../../../bench-worker/worker/measure/record.ts";

/** An I/O call, and the call of the project's own text that it is made by or for. */
export interface PlacedCall {
  /** Its line in the target's file; null when it does not pass through that. */
  readonly line: number | null;
  readonly expression: string;
  /** How many I/O calls, one after another, had to complete before. */
  readonly depth: number;
  /** The innermost call of the project's own text that led to it, in whichever file, relative to its folder; null where the stack has none. */
  readonly place: { readonly file: string; readonly line: number } | null;
  /** All of those, as text: what is made twice by the same is made in a loop. */
  readonly way: string;
  /** A package makes it, for the call at that place. */
  readonly isOfPackage: boolean;
  /** The package's calls that lead from there to it, as text. */
  readonly within: string;
  /** What is called was handed to the function, or to one around it. */
  readonly isHandedIn: boolean;
}

/**
 * Says of the I/O calls of one call where in the project's own text they come from.
 *
 * @param folders The project's, by each of its names.
 * @param parameters Names of what the function, and those around it, are handed.
 * @param nameOf What to call an operation.
 */
export function placedCalls(
  operations: readonly RecordedOperation[],
  folders: readonly string[],
  parameters: ReadonlySet<string>,
  nameOf: (expression: string) => string,
): PlacedCall[] {
  /** Of a file of the project, with forward slashes; null of others. */
  const inProject = (file: string): string | null => {
    const folder = folders.find((one) => file.startsWith(`${one}${path.sep}`));
    const parts = folder === undefined ? [] : path.relative(folder, file).split(path.sep);
    return parts.length === 0 || parts.includes("node_modules") ? null : parts.join("/");
  };
  const calls: PlacedCall[] = [];
  for (const { line, expression, depth, frames } of operations) {
    const own = frames.flatMap(({ file, line: at }, index) => {
      const inside = inProject(file);
      return inside === null ? [] : [{ file: inside, line: at, index }];
    });
    const [innermost] = own;
    // What a package goes on with, once what it did first for a call has answered.
    const before =
      innermost === undefined && frames.length > 0
        ? calls.findLast((one) => one.isOfPackage && one.depth === depth - 1)
        : undefined;
    const name = nameOf(expression);
    calls.push({
      ...{ line: line ?? before?.line ?? null, expression: name, depth },
      place:
        innermost === undefined ? (before?.place ?? null) : { file: innermost.file, line: innermost.line },
      way: before?.way ?? own.map(({ file, line: at }) => `${file}:${at}`).join(" "),
      isOfPackage: before !== undefined || (innermost !== undefined && innermost.index > 0),
      within: frames
        .slice(0, innermost?.index)
        .map(({ file, line: at, column }) => `${file}:${at}:${column}`)
        .join(" "),
      isHandedIn: parameters.has(/^[\p{ID_Continue}$]+/u.exec(name)?.[0] ?? ""),
    });
  }
  return calls;
}

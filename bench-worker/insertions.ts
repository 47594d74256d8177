/** What is put into code, behind so many characters. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** `code` with all that is put into it; of those at the same place the first one stands first. */
export function withInserted(code: string, insertions: readonly Insertion[]): string {
  let all = "";
  let copied = 0;
  for (const { at, text } of insertions.toSorted((one, other) => one.at - other.at)) {
    all += code.slice(copied, at) + text;
    copied = at;
  }
  return all + code.slice(copied);
}

/** What is put around a part of code. */
export interface Wrapping {
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly behind: string;
}

/** `code` with all that is put around its parts, of which one may be within another. */
export function withWrapped(code: string, wrappings: readonly Wrapping[]): string {
  const outermostFirst = wrappings.toSorted((one, other) => one.start - other.start || other.end - one.end);
  return withInserted(code, [
    ...outermostFirst.toReversed().map(({ end, behind }) => ({ at: end, text: behind })),
    ...outermostFirst.map(({ start, before }) => ({ at: start, text: before })),
  ]);
}

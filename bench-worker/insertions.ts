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

/** Any name of the source, for a regular expression with the flag `u`. */
export const NAME = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]*`;

/** A name, or any other text, as a regular expression looks for it: `\$item` of `$item`. */
export function inPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

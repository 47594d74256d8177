/** A name, or any other text, as a regular expression looks for it: `\$item` of `$item`. */
export function inPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

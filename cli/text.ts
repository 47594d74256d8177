const segmenter = new Intl.Segmenter();

/** The characters of a text as a person counts them. */
export function characters(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/**
 * A text out of measured code or a file, safe to print: control characters, which could move the cursor or colour
 * what follows, are shown as `�`; line breaks stay.
 */
export function printable(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(/(?!\n)[\p{Cc}\u2028\u2029]/gu, "\uFFFD");
}

/** The same on one line. */
export function onOneLine(text: string): string {
  return printable(text).replaceAll("\n", " ");
}

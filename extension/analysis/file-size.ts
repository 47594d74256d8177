/**
 * Longer texts, about 10,000 lines, are read in another thread: a warm analysis of as much takes less than 10 ms,
 * and handing a text over and back takes some, too.
 */
export const LARGE_CHARACTERS = 400_000;

/** A document that is over the user's limit. */
export interface PassedLimit {
  readonly megabytes: number;
  readonly limitMegabytes: number;
}

/** A megabyte is a million characters, in which nearly all source text has one byte each. */
const CHARACTERS_A_MEGABYTE = 1e6;

/** How a text of that length is read. */
export function sizeClass(characters: number, limitMegabytes: number): "small" | "large" | "too-large" {
  if (characters > limitMegabytes * CHARACTERS_A_MEGABYTE) return "too-large";
  return characters > LARGE_CHARACTERS ? "large" : "small";
}

/** Undefined when the text may be read. */
export function passedLimit(characters: number, limitMegabytes: number): PassedLimit | undefined {
  if (sizeClass(characters, limitMegabytes) !== "too-large") return undefined;
  return { megabytes: characters / CHARACTERS_A_MEGABYTE, limitMegabytes };
}

/** What the lens at the top of such a document says. */
export function limitNotice({ megabytes, limitMegabytes }: PassedLimit): string {
  // Rounded up, so that it never reads as if it were the limit itself.
  const size = Math.ceil(megabytes * 10) / 10;
  return `No hints: ${size} MB are over the limit of ${limitMegabytes} MB`;
}

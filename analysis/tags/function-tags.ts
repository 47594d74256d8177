/** A tag of ours in the comment before a function. */
export interface FunctionTag {
  /** `asyncCostArguments` or `asyncCostFake`. */
  readonly name: string;
  /** What stands behind its name, up to the next tag, on one line. */
  readonly text: string;
  /** Of the tag, counted from 1. */
  readonly line: number;
}

/** A JSDoc comment, and what may stand between it and the function that it is of: the head of the same statement. */
const COMMENT_BEFORE = /\/\*\*((?:(?!\*\/|\/\*\*)[^])*)\*\/([^;{},]*)$/;
/** A comment is looked for in so many characters before the function. */
export const LOOKED_THROUGH = 5_000;

/** Whether a text may have tags of ours at all. */
function mayHaveTags(text: string): boolean {
  return text.includes("@asyncCost");
}

/** The tags in the comment right before the function that begins at `start`. */
export function functionTags(text: string, start: number): FunctionTag[] {
  if (!mayHaveTags(text)) return [];
  const from = Math.max(0, start - LOOKED_THROUGH);
  const match = COMMENT_BEFORE.exec(text.slice(from, start));
  if (match === null) return [];
  const comment = match[1]!;
  const begins = from + match.index + 3;
  const tags: FunctionTag[] = [];
  for (const tag of comment.matchAll(
    /(?:^|[\n\r])[ \t]*(?:\*[ \t]*)?@(\w+)([^]*?)(?=[\n\r][ \t]*(?:\*[ \t]*)?@\w|$)/g,
  )) {
    const [whole, name = "", content = ""] = tag;
    if (!name.startsWith("asyncCost")) continue;
    const at = begins + tag.index + whole.indexOf("@");
    tags.push({
      name,
      text: content.replaceAll(/(?<!\s)\s*[\n\r][ \t]*(?:\*[ \t]*)?/g, " ").trim(),
      line: text.slice(0, at).split(/\r\n|\r|\n/).length,
    });
  }
  return tags;
}

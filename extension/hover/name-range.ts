import { lastName } from "../../analysis/entries/last-name.ts";
import type { AsyncFunction, TextRange } from "../../analysis/model.ts";

/** How far before a function its name may stand, as in `const upload: Upload = async () => {}`. */
const BEFORE_AT_MOST = 300;

/**
 * Where a function's name stands in its text: in its header, or before it where it is assigned. The range of its
 * first word where it has no name, so that every function has a place to point at.
 *
 * @param range The function's range in `text`.
 */
export function nameRange(text: string, name: AsyncFunction["name"], range: TextRange): TextRange {
  const last = lastName(name);
  const { start, end } = range;
  if (/^[#\w$\u0080-\uffff]+$/.test(last)) {
    const header = text.slice(start, end).split(/[({]|=>/, 1)[0]!;
    const inHeader = wordAt(header, last);
    if (inHeader !== -1) return { start: start + inHeader, end: start + inHeader + last.length };

    const from = Math.max(0, start - BEFORE_AT_MOST);
    const before = text.slice(from, start);
    const inFront = wordAt(before.slice(before.search(/[^;{}]*$/)), last);
    if (inFront !== -1) {
      const at = from + before.search(/[^;{}]*$/) + inFront;
      return { start: at, end: at + last.length };
    }
  }
  const firstWord = /^[#\w$]+/.exec(text.slice(start, Math.min(end, start + 50)))?.[0].length ?? 1;
  return { start, end: start + firstWord };
}

/** Where `word` stands alone in `text` for the last time; -1 when it does not. */
function wordAt(text: string, word: string): number {
  const isPart = (character: string | undefined): boolean =>
    character !== undefined && /[\w$\u0080-\uffff]/.test(character);
  for (let at = text.lastIndexOf(word); at !== -1; at = at === 0 ? -1 : text.lastIndexOf(word, at - 1)) {
    if (!isPart(text[at - 1]) && !isPart(text[at + word.length])) return at;
  }
  return -1;
}

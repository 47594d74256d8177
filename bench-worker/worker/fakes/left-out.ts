/** As far as a condition is read, before what it asks and behind it: hardly any is longer. */
const FARTHEST_CHARACTERS = 400;

/** What is asked, `entry.name` before `.endsWith(…)`, with `!` where it is not to be so. */
const OPERAND = /$(?<=(!?)\s*(?:[\p{ID_Continue}$.?#]|\[[^[\]]*\]|\([^()]*\))*)/u;
/** What a condition leads to that takes nothing more of an item. */
const LEAVES =
  /^\s*(?:\{\s*)?(?:continue\b|break\b|throw\b|return[^\S\n]*(?:[;}\n]|(?:false|null|undefined|\[\]|(?:callback|cb|done|next)\((?:null|undefined)?\))\s*[;}\n]))/;
/** Options that say what is not wanted. */
const OPTION = /\b(?:ignored?|excluded?|excludes|skip)["'`]?\s*:\s*(?:\[[^\]]*)?$/;

/**
 * Whether a source looks for a text to leave out what has it: `if (name.endsWith(".gz")) continue`, `!name.endsWith(".gz")`,
 * `{ ignore: ["*.gz"] }`.
 *
 * @param start Where what looks for it begins in the source: `.endsWith(".gz")`.
 * @param end Where that ends.
 */
export function isLeftOut(text: string, start: number, end: number): boolean {
  const asked = text.slice(start, end);
  if (OPTION.test(text.slice(Math.max(0, start - FARTHEST_CHARACTERS), start))) return true;
  let isOut = /^["'`]!/.test(asked) || /^\w+\([^()]*\)\s*!/.test(asked);
  for (let from = start, to = end; ;) {
    const head = text.slice(Math.max(0, from - FARTHEST_CHARACTERS), from);
    if (OPERAND.exec(head)?.[1] === "!") isOut = !isOut;
    const around = bracketsAround(text, from, to);
    if (around === null) return isOut;
    [from, to] = around;
    if (/\bif\s*$/.test(text.slice(Math.max(0, from - 10), from)))
      return LEAVES.test(text.slice(to, to + FARTHEST_CHARACTERS)) ? !isOut : isOut;
  }
}

/** Where the round brackets around a part of a condition begin, and behind their end; null where a statement or a function ends before. */
function bracketsAround(text: string, start: number, end: number): [number, number] | null {
  const from = outOf(text, start - 1, -1);
  const to = outOf(text, end, 1);
  return from === null || to === null ? null : [from, to + 1];
}

function outOf(text: string, at: number, step: 1 | -1): number | null {
  let depth = 0;
  for (let gone = 0; gone < FARTHEST_CHARACTERS; gone++, at += step) {
    const letter = text[at];
    if (letter === undefined) return null;
    if (letter === (step > 0 ? "(" : ")")) depth++;
    else if (letter === (step > 0 ? ")" : "(") && depth-- === 0) return at;
    else if (depth === 0 && (/[{};]/.test(letter) || (letter === ">" && text[at - 1] === "="))) return null;
  }
  return null;
}

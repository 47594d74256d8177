import type { Style } from "./style.ts";
import { printable } from "./text.ts";

/** One sentence below a table. */
export interface Remark {
  /** What it is about, as the table names it. */
  readonly subject: string;
  readonly text: string;
  readonly style?: Style;
  /** It is named although there is nothing else: it is one of two that are compared. */
  readonly isOneOfTwo?: true;
}

/** With fewer subjects their names say as much as a word for all of them. */
const ALL_FROM = 3;

/**
 * One line a sentence, in the order in which they were made; what holds of several is said once. Where all is of the only one
 * there is, nobody is named.
 *
 * @param subjects How many there are at all.
 */
export function remarkLines(remarks: readonly Remark[], subjects: number): string[] {
  const alike = new Map<string, Remark & { readonly subjects: string[] }>();
  for (const remark of remarks) {
    const known = alike.get(remark.text);
    if (known === undefined) alike.set(remark.text, { ...remark, subjects: [remark.subject] });
    else if (!known.subjects.includes(remark.subject)) known.subjects.push(remark.subject);
  }
  const isOne = subjects === 1 && new Set(remarks.map(({ subject }) => subject)).size === 1;
  const isOfOne = isOne && !remarks.some(({ isOneOfTwo }) => isOneOfTwo);
  return [...alike.values()].map(({ subjects: own, text, style = (line) => line }) => {
    const whose = own.length === subjects && subjects >= ALL_FROM ? `all ${subjects}` : own.join(", ");
    return style(printable(isOfOne ? text : `${whose}: ${text}`).replaceAll("\n", "\n  "));
  });
}

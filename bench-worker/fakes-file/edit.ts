import { entryAt, exportedObject, type ObjectText } from "../../analysis/object-text/object-text.ts";
import type { Setting } from "../contract/setting.ts";
import { argumentsWith, functionEntry, propertyName, type DescribedFunction } from "./write.ts";

/** A change of a text: what is between the two offsets gives way to another text. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** How a fakes file is to be changed; `problem`, one sentence, where it is written in a way that cannot be. */
export type FakesFileEdit =
  | { readonly changes: readonly TextChange[] }
  | { readonly problem: string }
  | { readonly isThere: true };

/** Adds the entry of a function that has none; one that is there stays as it is. */
export function withFunction(text: string, described: DescribedFunction): FakesFileEdit {
  const exported = exportedObject(text);
  if (exported === null) return { problem: NOT_AN_OBJECT };
  if (exported.entries.some(({ key }) => key === described.name)) return { isThere: true };
  return { changes: appended(text, exported, functionEntry(described).trimEnd()) };
}

/**
 * Says something in the entry of a function; entries that are missing on the way are added.
 *
 * @param value What stands behind the colon: an expression.
 */
export function withSetting(
  text: string,
  described: DescribedFunction,
  setting: Setting,
  value: string,
): FakesFileEdit {
  const exported = exportedObject(text);
  if (exported === null) return { problem: NOT_AN_OBJECT };
  const isArgument = setting[0] === "arguments";
  const path = isArgument ? [described.name, "arguments"] : [described.name, ...setting];
  const said = isArgument ? argumentsWith(described, Number(setting[1]), value) : value;
  let inside = exported;
  for (const [depth, key] of path.entries()) {
    const entry = inside.entries.find((one) => one.key === key);
    const indent = "  ".repeat(depth + 1);
    if (entry === undefined)
      return { changes: appended(text, inside, `${indent}${entryOf(path.slice(depth), said, indent)},`) };
    if (depth === path.length - 1) {
      if (isArgument) return { problem: `line ${entry.line}: arguments are given there; change them there` };
      if (!/:\s*$/.test(text.slice(0, entry.value.start)))
        return { problem: `line ${entry.line}: ${key} is no plain entry with a colon; change it there` };
      return { changes: [{ ...entry.value, text: said }] };
    }
    if (entry.object === null) {
      return {
        problem: `line ${entry.line}: ${key} is not written as an object, so nothing can be added to it`,
      };
    }
    inside = entry.object;
  }
  return { isThere: true };
}

/** An entry with those inside it, as its names lead to a value. */
function entryOf([key = "", ...rest]: readonly string[], value: string, indent: string): string {
  const name = propertyName(key);
  if (rest.length === 0) return `${name}: ${value}`;
  if (rest.length === 1) return `${name}: { ${entryOf(rest, value, indent)} }`;
  const inner = `${indent}  `;
  return `${name}: {\n${inner}${entryOf(rest, value, inner)},\n${indent}}`;
}

const NOT_AN_OBJECT =
  "it does not export an object that can be edited: write module.exports = { … } or export default { … }";

/** The line, counted from 1, of the deepest entry that a path of names leads to; 1 where there is none. */
export function lineOfEntry(text: string, path: readonly string[]): number {
  return entryAt(exportedObject(text), path)?.line ?? 1;
}

/** The text with the changes made. */
export function changed(text: string, changes: readonly TextChange[]): string {
  return changes
    .toSorted((a, b) => b.start - a.start)
    .reduce((result, change) => result.slice(0, change.start) + change.text + result.slice(change.end), text);
}

/** Puts an entry, indented lines with a comma, behind the last one of an object. */
function appended(text: string, object: ObjectText, entry: string): TextChange[] {
  const { range, endOfEntries, hasLastComma, entries } = object;
  const brace = range.end - 1;
  const before = text.slice(endOfEntries, brace);
  const needsComma = !hasLastComma && entries.length > 0;
  // What is on the brace's own line may be the end of a comment.
  const isBraceAlone = before.includes("\n") && before.slice(before.lastIndexOf("\n")).trim() === "";
  if (!isBraceAlone) {
    const comma = needsComma ? "," : "";
    // What is added goes in front of a comment, which stays.
    const hasComment = before.trim() !== "";
    const isShort = !entry.includes("\n") && entry.length < 40;
    // All on one line: it stays so for what is short; else what is added gets lines, and the brace.
    const added = isShort
      ? ` ${entry.trim().replace(/,$/, "")} `
      : `\n${entry}\n${/^ */.exec(entry)![0].slice(2)}`;
    return [{ start: endOfEntries, end: hasComment ? endOfEntries : brace, text: `${comma}${added}` }];
  }
  const comma = needsComma ? [{ start: endOfEntries, end: endOfEntries, text: "," }] : [];
  const lineStart = text.lastIndexOf("\n", brace - 1) + 1;
  return [...comma, { start: lineStart, end: lineStart, text: `${entry}\n` }];
}

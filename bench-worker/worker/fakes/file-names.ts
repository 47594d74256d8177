import { isLeftOut } from "./left-out.ts";

/** What says in a source which files of a directory it looks for, each with the extension as a part of its own. */
const ASKED = [
  /\.endsWith\(\s*["'`]([^"'`\s/]*\.\w+)["'`]\s*\)?/g,
  /\bextname\([^()]*\)\s*[!=]==?\s*["'`](\.\w+)["'`]/g,
  /["'`][^"'`\n]*\*(\.\w+)["'`]/g,
  /["'`][^"'`\n]*\*(\.)\{(\w+)(?:,[\w,]*)?\}["'`]/g,
  /["'`][^"'`\n]*\*(\.)[?*+@!]\((\w+)(?:\|[\w|]*)?\)["'`]/g,
  /\/[^/\n]*\\(\.)\(?(?:\?:)?(\w+)(?:\|[\w|]*)?\)?\$\/[a-z]*/g,
];

/** Extensions of files of which a source takes whatever there is, but for those that it leaves out. */
const ANY = ["txt", "data", "json"];

/** The names of two files that end in the same way. */
export function fileNamesOf(extension: string): readonly string[] {
  return [`file.${extension}`, `other.${extension}`];
}

/**
 * Two names of files that get through what a source looks for in a directory: `.endsWith(".json")`, `src/**\/*.ts`, `/\.md$/`; and
 * not those that it looks for to leave them out: `if (name.endsWith(".gz")) continue`.
 *
 * @param texts The function's own first.
 */
export function fileNamesFor(...texts: readonly string[]): readonly string[] {
  const leftOut = new Set<string>();
  for (const text of texts) {
    for (const pattern of ASKED) {
      for (const { 0: whole, 1: end = "", 2: extension = "", index } of text.matchAll(pattern)) {
        const asked = `${end}${extension}`.replace(/^\./, "");
        if (!isLeftOut(text, index, index + whole.length)) return fileNamesOf(asked);
        leftOut.add(asked);
      }
    }
  }
  return fileNamesOf(ANY.find((one) => !leftOut.has(one)) ?? "file");
}

/** As many names as there are to be, each of which ends as the first does. */
export function asMany(names: readonly string[], count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => names[at] ?? `${at + 1}-${names[0]}`);
}

/** What says in a source which files of a directory it takes, each with the extension as a part of its own. */
const ASKED = [
  /\.endsWith\(\s*["'`]([^"'`\s/]*\.\w+)["'`]/,
  /\bextname\([^()]*\)\s*[!=]==?\s*["'`](\.\w+)["'`]/,
  /["'`][^"'`\n]*\*(\.\w+)["'`]/,
  /["'`][^"'`\n]*\*(\.)\{(\w+)[\w,]*\}["'`]/,
  /["'`][^"'`\n]*\*(\.)[?*+@!]\((\w+)[\w|]*\)["'`]/,
  /\/[^/\n]*\\(\.)\(?(?:\?:)?(\w+)(?:\|[\w|]*)?\)?\$\/[a-z]*/,
];

/** The names of two files that end in the same way. */
export function fileNamesOf(extension: string): readonly string[] {
  return [`file.${extension}`, `other.${extension}`];
}

/** Two names of files that get through what a source looks for in a directory: `.endsWith(".json")`, `src/**\/*.ts`, `/\.md$/`. */
export function fileNamesFor(text: string): readonly string[] {
  for (const pattern of ASKED) {
    const [, end, extension = ""] = pattern.exec(text) ?? [];
    if (end !== undefined) return fileNamesOf(`${end}${extension}`.replace(/^\./, ""));
  }
  return fileNamesOf("txt");
}

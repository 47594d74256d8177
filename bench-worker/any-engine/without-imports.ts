/** What `import()` becomes: it would pass by what stands in the place of modules. */
export const IMPORT = "__asyncCostImport";

/** White space and comments of all kinds. There is one way to read each text, so that none takes exponential time. */
const GAP = "(?:\\s|\\/\\*(?:[^*]|\\*(?!\\/))*\\*\\/|(?:\\/\\/|<!--|-->)[^\\n\\r\\u2028\\u2029]*)*";

/** The keyword where a call follows, perhaps of one of its phases; neither a property nor a part of a name. */
const IMPORT_CALL = new RegExp(
  `(^|[^\\w$.#]|\\.\\.\\.)import(?=${GAP}(?:\\.${GAP}(?:defer|source)${GAP})?\\()`,
  "g",
);

/** The text with each `import()` turned into a call of ours. */
export function withoutImports(text: string): string {
  return text.replace(IMPORT_CALL, `$1${IMPORT}`);
}

/** A name begins where none is before it: else each letter of a long word, as in an inline source map, is a beginning. */
const REQUIRED =
  /(?:(?<![\p{ID_Continue}$])([\p{ID_Start}$_][\p{ID_Continue}$]*)|\{([^{}]*)\})\s*=\s*(?:await\s+)?(?:require|import)\s*\(\s*["'`]([^"'`\n]+)["'`]\s*\)(?!\s*[.([])/gu;

/** A module that a text gets by `require` or `import()`. */
export interface Required {
  readonly specifier: string;
  /** Its name as a whole; undefined where it is taken apart. */
  readonly whole: string | undefined;
  /** What is taken out of it: the name that it has there, and the text's own. */
  readonly parts: readonly { readonly name: string; readonly own: string }[];
}

/** What a text gets by `require` or `import()` and has a name for. */
export function requiredIn(text: string): Required[] {
  return [...text.matchAll(REQUIRED)].map(([, whole, parts = "", specifier = ""]) => ({
    specifier,
    whole,
    parts: parts
      .split(",")
      .map((part) => part.split(":").map((one) => one.replace(/=.*$/s, "").trim()))
      .flatMap(([name = "", own = name]) => (name === "" ? [] : [{ name, own }])),
  }));
}

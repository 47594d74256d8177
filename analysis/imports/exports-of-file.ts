import { codeOfFile } from "../components/code-of.ts";
import { exportsOf, NO_EXPORTS, type Exports } from "./exports-of.ts";

/** Larger files are read for themselves only: nobody writes them. */
export const CHARACTERS_AT_MOST = 400_000;

/** What a file exports; nothing is known of one that is no source, or too large. */
export function exportsOfFile(path: string, text: string): Exports {
  const code = codeOfFile(path, text);
  if (code === undefined || code.text.length > CHARACTERS_AT_MOST) return NO_EXPORTS;
  return exportsOf(code.text, code.language);
}

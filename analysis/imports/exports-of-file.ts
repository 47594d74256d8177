import { codeOfFile } from "../components/code-of.ts";
import type { Exports } from "./answers-of.ts";
import { exportsAnswering } from "./exports-answering.ts";

/** Larger files are read for themselves only: nobody writes them. */
export const CHARACTERS_AT_MOST = 400_000;

/** How the functions answer that a file exports; nothing is known of one that is no source, or too large. */
export function exportsOfFile(path: string, text: string): Exports {
  const code = codeOfFile(path, text);
  if (code === undefined || code.text.length > CHARACTERS_AT_MOST) return new Map();
  return exportsAnswering(code.text, code.language);
}

import { languageOfEditorId, languageOfFile } from "../language.ts";
import type { SourceCode } from "../source/source-code.ts";
import { scriptsOf, type ComponentKind } from "./scripts.ts";

const KIND_BY_EXTENSION = /\.(vue|svelte)$/i;

/** Whether a file by its name has JavaScript or TypeScript in it: as a whole, or as the scripts of a component. */
export function isSourceFile(fileName: string): boolean {
  return languageOfFile(fileName) !== undefined || KIND_BY_EXTENSION.test(fileName);
}

/** Whether an editor's document has JavaScript or TypeScript in it, by its language id. */
export function isSourceEditorId(languageId: string): boolean {
  return languageOfEditorId(languageId) !== undefined || isComponentKind(languageId);
}

/**
 * The code in a file: the text itself, or of a Vue or Svelte component its scripts. Undefined for what has none, by
 * the file's name.
 */
export function codeOfFile(fileName: string, text: string): SourceCode | undefined {
  const language = languageOfFile(fileName);
  if (language !== undefined) return { text, language, problems: [] };
  const kind = KIND_BY_EXTENSION.exec(fileName)?.[1]?.toLowerCase();
  return kind !== undefined && isComponentKind(kind) ? scriptsOf(text, kind) : undefined;
}

/** The same for an editor's document, by its language id. */
export function codeOfDocument(languageId: string, text: string): SourceCode | undefined {
  const language = languageOfEditorId(languageId);
  if (language !== undefined) return { text, language, problems: [] };
  return isComponentKind(languageId) ? scriptsOf(text, languageId) : undefined;
}

function isComponentKind(kind: string): kind is ComponentKind {
  return kind === "vue" || kind === "svelte";
}

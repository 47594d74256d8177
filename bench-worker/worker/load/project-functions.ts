import { readFileSync } from "node:fs";
import path from "node:path";
import { codeOfFile } from "../../../analysis/components/code-of.ts";
import { namesOfFunctions } from "../../../analysis/functions/name-token.ts";
import { projectAround, sourceFilesIn } from "./project-files.ts";

/** Characters of a project that are read for the functions in them: more take too long for somebody who waits. */
const CHARACTERS_AT_MOST = 3_000_000;

/** A file of a project, relative to its folder with forward slashes, and its text. */
export interface ProjectText {
  readonly file: string;
  readonly text: string;
}

/** Whether the project of a file has a function or method by one of some names; true as well where it is too large to tell. */
export function hasFunctionNamed(names: readonly string[], file: string): boolean {
  const found = filesWhere((isThere) => names.some(isThere), textsAround(file));
  return found.next().done !== true;
}

/** Those of a project's files that have functions or methods by all of some names; some of them where it is too large to tell. */
export function filesWithFunctions(
  names: readonly string[],
  texts: Iterable<ProjectText>,
): readonly ProjectText[] {
  return [...filesWhere((isThere) => names.every(isThere), texts)].filter((one) => one !== null);
}

/** The files of the project around one, each read once, when its text is asked for. */
export function* textsAround(fileOfProject: string): Generator<ProjectText, void> {
  const root = projectAround(fileOfProject);
  for (const file of sourceFilesIn(root)) {
    let text: string | undefined;
    yield {
      file,
      get text() {
        return (text ??= readFileSync(path.join(root, file), "utf8"));
      },
    };
  }
}

/** Those with names of functions as they are wanted; null, and none after that, where more would have to be read. */
function* filesWhere(
  isWanted: (isThere: (name: string) => boolean) => boolean,
  texts: Iterable<ProjectText>,
): Generator<ProjectText | null, void> {
  let characters = 0;
  for (const one of texts) {
    if (!isWanted((name) => one.text.includes(name))) continue;
    const code = codeOfFile(one.file, one.text);
    if (code === undefined) continue;
    if ((characters += one.text.length) > CHARACTERS_AT_MOST) {
      yield null;
      return;
    }
    const names = namesOfFunctions(code.text, code.language);
    if (isWanted((name) => names.has(name))) yield one;
  }
}

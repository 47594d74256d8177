import { readFileSync } from "node:fs";
import path from "node:path";
import { codeOfFile } from "../../../analysis/components/code-of.ts";
import { namesOfFunctions } from "../../../analysis/functions/name-token.ts";
import { projectAround, sourceFilesIn } from "./project-files.ts";

/** Characters of a project that are read for the functions in them: more take too long for somebody who waits. */
const CHARACTERS_AT_MOST = 3_000_000;

/** Whether the project of a file has a function or method by one of some names; true as well where it is too large to tell. */
export function hasFunctionNamed(names: readonly string[], file: string): boolean {
  const root = projectAround(file);
  let characters = 0;
  return sourceFilesIn(root).some((name) => {
    const text = readFileSync(path.join(root, name), "utf8");
    if (!names.some((one) => text.includes(one))) return false;
    const code = codeOfFile(name, text);
    if (code === undefined) return false;
    if ((characters += text.length) > CHARACTERS_AT_MOST) return true;
    const found = namesOfFunctions(code.text, code.language);
    return names.some((one) => found.has(one));
  });
}

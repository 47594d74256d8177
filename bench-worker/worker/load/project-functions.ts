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
    if (!names.some((one) => mayName(text, one))) return false;
    const code = codeOfFile(name, text);
    if (code === undefined) return false;
    if ((characters += text.length) > CHARACTERS_AT_MOST) return true;
    const found = namesOfFunctions(code.text, code.language);
    return names.some((one) => found.has(one));
  });
}

/** What follows the name of a member that is only used. */
const USED = "(.,;)]}?`";

/** Whether a name may be that of a function in a text: it stands there, and not only as that of members which are used. It spares most texts the lexer. */
function mayName(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const [before = " ", after = " "] = [text[at - 1], text[at + name.length]];
    const isPart = IDENTIFIER.test(before) || IDENTIFIER.test(after);
    if (!isPart && !(before === "." && USED.includes(after))) return true;
  }
  return false;
}

const IDENTIFIER = /^[\p{ID_Continue}$]$/u;

import { readFileSync } from "node:fs";
import path from "node:path";
import { codeOfFile } from "../../../analysis/components/code-of.ts";
import { namedFunctions, type NamedFunction } from "../../../analysis/functions/name-token.ts";
import { projectAround, sourceFilesIn } from "./project-files.ts";

/** Characters of a project that are read for the functions in them: more take too long for somebody who waits. */
const CHARACTERS_AT_MOST = 3_000_000;

/** A call of something by a name, and where it stands. */
export interface NamedCall {
  readonly name: string;
  readonly file: string;
  /** Null where that is not known. */
  readonly line: number | null;
}

/**
 * Whether the project of a file has a function or method by the name of one of some calls: but for one that makes the call itself, as what hands
 * on to something else. True as well where it is too large to tell.
 */
export function hasFunctionNamed(calls: readonly NamedCall[], file: string): boolean {
  const root = projectAround(file);
  const names = [...new Set(calls.map(({ name }) => name))];
  let characters = 0;
  return sourceFilesIn(root).some((name) => {
    const of = path.join(root, name);
    const text = readFileSync(of, "utf8");
    if (!names.some((one) => mayName(text, one))) return false;
    const code = codeOfFile(name, text);
    if (code === undefined) return false;
    if ((characters += text.length) > CHARACTERS_AT_MOST) return true;
    const found = namedFunctions(code.text, code.language).filter((one) => names.includes(one.name));
    return found.some((one) =>
      calls.some((call) => call.name === one.name && !isWithin(call, one, of, code.text)),
    );
  });
}

function isWithin(
  { file, line }: NamedCall,
  { start, end }: NamedFunction,
  of: string,
  text: string,
): boolean {
  if (file !== of || line === null) return false;
  const lineAt = (offset: number): number => text.slice(0, offset).split("\n").length;
  return lineAt(start) <= line && line <= lineAt(end);
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

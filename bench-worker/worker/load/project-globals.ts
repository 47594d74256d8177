import { readFileSync } from "node:fs";
import path from "node:path";
import { codeOfFile } from "../../../analysis/components/code-of.ts";
import type { AsyncFunction } from "../../../analysis/model.ts";
import { lex } from "../../../analysis/lexer/lex.ts";
import { GLOBAL_OBJECTS, globalMembersIn } from "../../../analysis/scopes/global-members.ts";
import { namesIn } from "../../../analysis/scopes/names.ts";
import { declaredIn } from "../../../analysis/scopes/shared-names.ts";
import { WRITE_FAKES_COMMAND } from "../../fakes-file/command.ts";
import type { TargetSource } from "../../protocol.ts";
import { projectAround, sourceFilesIn } from "./project-files.ts";

type Target = Pick<TargetSource, "file" | "text" | "language">;

/** By the project's folder: which of its files sets a global, by the global's name. */
const setters = new Map<string, ReadonlyMap<string, string>>();

/** The file of the target's project, as it is named there, that sets a global by its name: `global.File = …`; not one of tests. */
export function setterOf(name: string, file: string): string | undefined {
  return settersAround(file).get(name);
}

/** A global that the target's file takes from nowhere, a file of its project sets, and `isAsked` of; undefined where there is none. */
export function setByProject(source: Target, isAsked: (name: string) => boolean): string | undefined {
  const tokens = lex(source.text, source.language);
  const asked = namesIn(tokens, { start: 0, end: tokens.count }).filter(isAsked);
  if (asked.length === 0) return undefined;
  const declared = declaredIn(source);
  return asked.find((name) => !declared.has(name) && setterOf(name, source.file) !== undefined);
}

/**
 * What is told of members of the global object that a function reads and that have no value here, although a file of its project
 * sets them: one that was not loaded, as what runs the program is. Null where there are none.
 */
export function unsetSentence({
  source,
  asyncFunction,
  analyzedText,
}: {
  readonly source: Target;
  readonly asyncFunction: Pick<AsyncFunction, "range">;
  readonly analyzedText: string;
}): string | null {
  const { start, end } = asyncFunction.range;
  const { read, set } = globalMembersIn({
    text: analyzedText.slice(start, end),
    language: source.language,
  });
  const unset = [...read.keys()].flatMap((name) => {
    if (set.has(name) || Reflect.get(globalThis, name) !== undefined) return [];
    const setter = setterOf(name, source.file);
    return setter === undefined ? [] : [`global.${name}, which ${setter} sets`];
  });
  if (unset.length === 0) return null;
  return `Nothing that was loaded gives a value to ${unset.join(", and ")}: give it one at the top of a fakes file (${WRITE_FAKES_COMMAND}).`;
}

function settersAround(file: string): ReadonlyMap<string, string> {
  const root = projectAround(file);
  const known = setters.get(root);
  if (known !== undefined) return known;
  const found = new Map<string, string>();
  for (const name of sourceFilesIn(root)) {
    const text = readFileSync(path.join(root, name), "utf8");
    const code = GLOBAL_OBJECTS.some((object) => text.includes(`${object}.`))
      ? codeOfFile(name, text)
      : undefined;
    if (code === undefined) continue;
    for (const one of globalMembersIn(code).set) if (!found.has(one)) found.set(one, name);
  }
  setters.set(root, found);
  return found;
}

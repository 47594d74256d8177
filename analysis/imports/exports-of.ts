import { exportedNames, exportOf } from "../entries/exports.ts";
import { Atom, Word } from "../functions/atoms.ts";
import { findFunctions } from "../functions/find.ts";
import type { TokenSpan } from "../functions/found.ts";
import { returnsPlain } from "../io-calls/plain-calls.ts";
import { lex } from "../lexer/lex.ts";
import { TokenKind } from "../lexer/tokens.ts";
import type { Answering, ImportedFunction, Language } from "../model.ts";
import { classify } from "../patterns/classify.ts";
import { textAt, viewOf, type FileView } from "../patterns/file-view.ts";
import { importedBy, isOfProject } from "./imported-functions.ts";

/** What a file exports, as far as it matters to those who import it. */
export interface Exports {
  /**
   * How its own functions answer, by the names that it exports them by: `later` what is asynchronous, `plain` what gives nothing
   * but what is clearly no promise. What is neither is left out.
   */
  readonly answering: ReadonlyMap<string, Answering>;
  /** What it exports of other files of the project. */
  readonly passedOn: readonly PassedOn[];
}

/** Something of another file that a file exports. */
export interface PassedOn {
  /** By which name; null for all that the other file exports, by the names that it has there. */
  readonly exported: string | null;
  /** Its name is "" where it is all. */
  readonly imported: ImportedFunction;
}

/** A file of which nothing is known. */
export const NO_EXPORTS: Exports = { answering: new Map(), passedOn: [] };

/** What a text exports. */
export function exportsOf(text: string, language: Language): Exports {
  const view = viewOf(findFunctions(lex(text, language), language));
  const entries = new Set(classify(view).map(({ index }) => index));
  const answering = new Map<string, Answering>();
  const names = exportedNames(view);
  view.functions.forEach((found, index) => {
    // What is given to a call is what that makes of it.
    if (found.target?.kind === "argument") return;
    const name = exportOf(view, found, null, () => names);
    if (name === null) return;
    if (entries.has(index)) answering.set(name, "later");
    else if (!found.isAsync && !found.isGenerator && returnsPlain(view, index, entries))
      answering.set(name, "plain");
  });
  return {
    answering,
    passedOn: [...view.exports.flatMap((span) => from(view, span)), ...bound(view, names)],
  };
}

/** `export * from "./a"`, `export { b, c as d } from "./a"`; nothing of what is exported otherwise, or of a package. */
function from(view: FileView, { start, end }: TokenSpan): PassedOn[] {
  const { atoms, tokens } = view;
  const first = start + 1;
  const isAll = atoms[first] === Atom.Star;
  if (!isAll && atoms[first] !== Atom.OpenBrace) return [];
  const close = isAll ? first : tokens.match[first]!;
  const file = close + 2;
  if (close < first || atoms[close + 1] !== Word.from || file >= end) return [];
  if (tokens.kinds[file] !== TokenKind.String) return [];
  const specifier = textAt(view, file).slice(1, -1);
  if (!isOfProject(specifier)) return [];
  if (isAll) return [{ exported: null, imported: { specifier, name: "" } }];
  const found: PassedOn[] = [];
  for (let at = first + 1; at < close; at++) {
    if (tokens.kinds[at]! > TokenKind.Keyword) continue;
    const name = textAt(view, at);
    if (atoms[at + 1] === Word.as) at += 2;
    found.push({ exported: textAt(view, at), imported: { specifier, name } });
  }
  return found;
}

/** `import { a } from "./a"; export { a as b };` */
function bound(view: FileView, names: ReadonlyMap<string, string>): PassedOn[] {
  return [...importedBy(view).bound].flatMap(([local, { specifier, name }]) => {
    const exported = names.get(local);
    if (exported === undefined) return [];
    return [{ exported, imported: { specifier, name: name === "" ? "default" : name } }];
  });
}

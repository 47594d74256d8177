import { endOfPart, partsOf, withoutComments } from "./type-text.ts";
import { inPattern, NAME } from "../../../analysis/source/in-pattern.ts";
import { membersOfComment } from "./type-comments.ts";

/** What one text declares of a type's name. */
export interface DeclaredHere {
  readonly text: string;
  readonly parameters: readonly string[];
}

/** A name that a text takes from a file. */
export interface TakenFrom {
  readonly specifier: string;
  /** As that file calls it; `*` for all that it exports. */
  readonly name: string;
}

const BEFORE = String.raw`(?<=^|[\n;{}])[^\S\n]*(?:export\s+)?(?:default\s+)?(?:declare\s+)?`;
const IMPORT = /(?<=^|[\n;])[^\S\n]*import([\s{*][^"'`;()]*?)(?<=[\s}])from\s*["']([^"'\n]+)["']/g;
const REEXPORT =
  /(?<=^|[\n;])[^\S\n]*export\s+(?:type\s+)?(\*(?:\s*as\s+[\w$]+)?|\{[^{}]*\})\s*from\s*["']([^"'\n]+)["']/g;

/** Longer declarations are not read to their ends: what comes first says enough. */
const DECLARATION_AT_MOST = 100_000;

/** Finds the interface, type, enum, or JSDoc `@typedef` of a name in a text; undefined where there is none. */
export function declarationIn(text: string, name: string): DeclaredHere | undefined {
  const word = inPattern(name);
  const found = new RegExp(
    String.raw`${BEFORE}(?:(interface|type)|(?:const\s+)?(enum))\s+${word}(?![\p{ID_Continue}$])\s*`,
    "u",
  ).exec(text);
  if (found === null) return membersOfComment(text, name);
  const [whole, kind] = found;
  const rest = bareFrom(text, found.index + whole.length);
  const generics = rest.startsWith("<") ? rest.slice(1, endOfPart(rest, 1, "")) : "";
  const head = rest.slice(generics === "" ? 0 : generics.length + 2);
  const parameters = partsOf(generics).flatMap((part) => new RegExp(`^${NAME}`, "u").exec(part)?.[0] ?? []);
  if (kind === "interface") return { text: ofInterface(head), parameters };
  if (kind === "type") {
    const is = /^\s*=/.exec(head)?.[0].length;
    if (is === undefined) return undefined;
    const given = head.slice(is);
    return { text: given.slice(0, endOfPart(given, 0, ";")).trim(), parameters };
  }
  return { text: valuesOfEnum(head), parameters: [] };
}

/** Whether a text declares a class of a name, or what classes implement: an abstract one, or an interface. */
export function classIn(text: string, name: string): "class" | "abstract" | undefined {
  const head = String.raw`${BEFORE}(abstract\s+class|class|interface)\s+${inPattern(name)}(?![\p{ID_Continue}$])`;
  const kind = new RegExp(head, "u").exec(text)?.[1];
  if (kind === undefined) return undefined;
  return kind === "class" ? kind : "abstract";
}

/** The classes that a text declares, each with the names in what it extends and implements. */
export function classesIn(text: string): { readonly name: string; readonly bases: readonly string[] }[] {
  const head = String.raw`${BEFORE}class\s+(${NAME})\s*(?:<[^{}]*?>\s*)?((?:extends|implements)\s[^{}]*)\{`;
  return [...text.matchAll(new RegExp(head, "gu"))].map(([, name, of]) => ({
    name: name!,
    bases: of!.match(new RegExp(NAME, "gu")) ?? [],
  }));
}

/** What follows a place, without comments: brackets in them are nobody's. */
function bareFrom(text: string, start: number): string {
  return withoutComments(text.slice(start, start + DECLARATION_AT_MOST));
}

/** What an interface extends, and its own members. */
function ofInterface(head: string): string {
  const open = endOfHead(head);
  const own = `{${head.slice(open + 1, endOfPart(head, open + 1, ""))}}`;
  const bases = /\bextends\s+([^]+)$/.exec(head.slice(0, open))?.[1];
  return bases === undefined ? own : [...partsOf(bases), own].join(" & ");
}

/** Where the brace of an interface is that is no part of what it extends. */
function endOfHead(head: string): number {
  let depth = 0;
  for (let at = 0; at < head.length; at++) {
    if (head[at] === "<") depth++;
    else if (head[at] === ">" && head[at - 1] !== "=") depth--;
    else if (head[at] === "{" && depth === 0) return at;
  }
  return head.length;
}

/** The values of an enum as a union, as far as they are written out. */
function valuesOfEnum(head: string): string {
  const open = head.indexOf("{") + 1;
  let next = 0;
  const values: string[] = [];
  for (const part of partsOf(head.slice(open, endOfPart(head, open, "")))) {
    const written = /=\s*([^]+)$/.exec(part)?.[1]?.trim() ?? String(next);
    if (!/^(?:-?\d+|(["']).*\1)$/.test(written)) break;
    next = Number(written) + 1;
    values.push(written);
  }
  return values.join(" | ");
}

/** What a member of an enum is: `"done"` of `State.Done`; undefined where that is not written out. */
export function enumMemberIn(text: string, name: string, member: string): string | undefined {
  const declared = new RegExp(String.raw`${BEFORE}(?:const\s+)?enum\s+${inPattern(name)}\s*\{`, "u").exec(
    text,
  );
  if (declared === null) return undefined;
  const members = bareFrom(text, declared.index + declared[0].length);
  const parts = partsOf(members.slice(0, endOfPart(members, 0, "")));
  const at = parts.findIndex((part) =>
    new RegExp(String.raw`^["']?${inPattern(member)}["']?\s*(?:=|$)`).test(part),
  );
  return at < 0
    ? undefined
    : valuesOfEnum(`{${parts.slice(0, at + 1).join(",")}}`)
        .split(" | ")
        .at(-1);
}

/** Of the text that was asked for last: mostly it is asked for again. */
let known: { readonly text: string; readonly imports: ReadonlyMap<string, TakenFrom> } | null = null;

/** What a text imports, by the names that it has for it. */
export function importsIn(text: string): ReadonlyMap<string, TakenFrom> {
  if (known?.text !== text) known = { text, imports: readImports(text) };
  return known.imports;
}

function readImports(text: string): ReadonlyMap<string, TakenFrom> {
  const taken = new Map<string, TakenFrom>();
  for (const [, given = "", specifier = ""] of text.matchAll(IMPORT)) {
    const clause = given.trim().replace(/^type\s+/, "");
    const named = /\{([^{}]*)\}/.exec(clause)?.[1] ?? "";
    for (const [own, name] of namesIn(named)) taken.set(own, { specifier, name });
    const all = /\*\s*as\s+([\p{ID_Continue}$]+)/u.exec(clause)?.[1];
    if (all !== undefined) taken.set(all, { specifier, name: "*" });
    const whole = /^[\p{ID_Continue}$]+/u.exec(clause)?.[0];
    if (whole !== undefined) taken.set(whole, { specifier, name: "default" });
  }
  return taken;
}

/** Where a text has what it exports by a name: under another name, or from other files, of which one may have it. */
export function exportsIn(
  text: string,
  name: string,
): { readonly own: string; readonly from: readonly TakenFrom[] } {
  const from: TakenFrom[] = [];
  for (const [, what = "", specifier = ""] of text.matchAll(REEXPORT)) {
    if (what.startsWith("{")) {
      for (const [as, there] of namesIn(what.slice(1, -1)))
        if (as === name) from.push({ specifier, name: there });
    } else if (what === "*") from.push({ specifier, name });
  }
  if (name === "default") {
    const own = new RegExp(String.raw`\bexport\s+default\s+(?:interface\s+|class\s+)?(${NAME})`, "u").exec(
      text,
    )?.[1];
    return { own: own ?? name, from };
  }
  for (const [, names = ""] of text.matchAll(/\bexport\s+(?:type\s+)?\{([^{}]*)\}(?!\s*from)/g)) {
    for (const [as, own] of namesIn(names)) if (as === name) return { own, from };
  }
  return { own: name, from };
}

/** `A, type B, C as D`: what each is called here, and there. */
function namesIn(clause: string): (readonly [string, string])[] {
  return withoutComments(clause)
    .split(",")
    .flatMap((part): (readonly [string, string])[] => {
      const [, there, here = there] =
        /^\s*(?:type\s+)?([\p{ID_Continue}$]+)(?:\s+as\s+([\p{ID_Continue}$]+))?\s*$/u.exec(part) ?? [];
      return there === undefined || here === undefined ? [] : [[here, there]];
    });
}

import { lastName } from "../entries/last-name.ts";
import { findFunctions, type Skeleton } from "../functions/find.ts";
import type { FoundFunction, TokenSpan } from "../functions/found.ts";
import { lex } from "../lexer/lex.ts";
import { BracketRole, firstTokenFrom, Sign, TokenKind, type TokenList } from "../lexer/tokens.ts";
import { Word } from "../lexer/words.ts";
import type { AsyncFunction } from "../model.ts";
import { definitionsIn, definitionsOfParameters } from "../scopes/definitions.ts";
import { namesIn } from "../scopes/names.ts";
import type { FileVersion, FunctionMatch, FunctionVersion } from "./match-functions.ts";

/**
 * The matches whose two versions run the same code: their tokens differ in names alone, and what a name stands for is the
 * same. Names that the function declares itself may be any, as long as each stands for one of the other version's; other
 * names and members may differ where they name functions of the changes that are among these matches themselves.
 * What is not certain is left out: keys of objects, fields, and names that are looked up in ways which text does not tell.
 */
export function renamedOnly(matches: readonly FunctionMatch[]): ReadonlySet<FunctionMatch> {
  const words = new WordsOfFiles();
  const renames = new Map<FunctionMatch, ReadonlySet<string>>();
  for (const match of matches) {
    const { base, head } = match;
    const needed = base.found.textHash === head.found.textHash ? new Set<string>() : needs(match, words);
    if (needed !== null) renames.set(match, needed);
  }
  // Who calls a function that was renamed does the same only if that one does.
  for (let left = -1; left !== renames.size;) {
    left = renames.size;
    const known = new Set([...renames.keys()].map(renameOf));
    for (const [match, needed] of renames)
      if ([...needed].some((rename) => !known.has(rename))) renames.delete(match);
  }
  return new Set([...renames.keys()].filter(({ base, head }) => base.found.textHash !== head.found.textHash));
}

/** What a word of a function is: a name of a variable, the function's own, a member of something, or what has to be the same. */
type Role = "name" | "own" | "member" | "fixed";

interface WordOf {
  readonly text: string;
  readonly role: Role;
}

/** The words of a function, and the names that it declares. */
interface Words {
  readonly words: readonly WordOf[];
  readonly declared: ReadonlySet<string>;
}

const renameOf = ({ base, head }: FunctionMatch): string =>
  renaming(lastName(base.found.name), lastName(head.found.name));
const renaming = (from: string, to: string): string => `${from} ${to}`;

/** The renamings of other functions with which both versions are the same code; null where they are not. */
function needs({ base, head }: FunctionMatch, files: WordsOfFiles): ReadonlySet<string> | null {
  if (base.found.tokens !== head.found.tokens) return null;
  const left = files.of(base);
  const right = files.of(head);
  // Text that is run may name anything.
  if (left.words.some(({ text }) => text === "eval") || left.words.length !== right.words.length) return null;
  const there = new Map<string, string>();
  const back = new Map<string, string>();
  const needed = new Set<string>();
  for (const [index, { text, role }] of left.words.entries()) {
    const other = right.words[index]!;
    if (other.role !== role) return null;
    if (role === "own") continue;
    if (role === "name") {
      if ((there.get(text) ?? other.text) !== other.text || (back.get(other.text) ?? text) !== text)
        return null;
      there.set(text, other.text);
      back.set(other.text, text);
    }
    if (text === other.text) continue;
    if (role === "fixed") return null;
    const isInside = role === "name" && left.declared.has(text) && right.declared.has(other.text);
    if (!isInside) needed.add(renaming(text, other.text));
  }
  return needed;
}

/** The words of the functions of some files; each file is read once. */
class WordsOfFiles {
  readonly #ofFile = new Map<FileVersion, ReadonlyMap<AsyncFunction, Words>>();

  of({ file, found }: FunctionVersion): Words {
    let words = this.#ofFile.get(file);
    if (words === undefined) {
      const tokens = lex(file.text, file.language);
      const skeleton = findFunctions(tokens, file.language);
      words = new Map(file.analysis.functions.map((one) => [one, wordsOf(tokens, skeleton, one)]));
      this.#ofFile.set(file, words);
    }
    return words.get(found)!;
  }
}

function wordsOf(
  tokens: TokenList,
  { functions, imports }: Pick<Skeleton, "functions" | "imports">,
  { name, range }: AsyncFunction,
): Words {
  const { text, starts, ends, kinds, codes, roles, match, count } = tokens;
  const ownName = lastName(name);
  const first = firstTokenFrom(tokens, range.start);
  const words: WordOf[] = [];
  const brackets: BracketRole[] = [];
  let isHead = true;
  let at = first;
  for (; at < count && ends[at]! <= range.end; at++) {
    const word = text.slice(starts[at], ends[at]);
    if (match[at]! >= 0 && match[at]! < at) brackets.pop();
    const isName = kinds[at] === TokenKind.Identifier;
    const role = isName ? roleOf(tokens, at, brackets.at(-1)) : "fixed";
    const isOwn = isHead && isName && word === ownName;
    words.push({ text: word, role: isOwn ? "own" : role });
    if (codes[at] === OPEN_PARENTHESIS || isOwn) isHead = false;
    if (match[at]! > at) brackets.push(roles[at] as BracketRole);
  }
  const span = { start: first, end: at };
  const within = functions.filter(({ start, end }) => start >= span.start && end <= span.end);
  const around = functions.filter(({ start, end }) => start < span.start && end >= span.end);
  const outside = new Set([
    ...definedIn(tokens, functions, { start: 0, end: count }),
    ...imports.flatMap((one) => namesIn(tokens, one)),
    ...around.flatMap((one) => definedBy(tokens, functions, one)),
  ]);
  const declared = within.flatMap((one) => definedBy(tokens, functions, one));
  return { words, declared: new Set(declared.filter((one) => !outside.has(one))) };
}

function definedBy(
  tokens: TokenList,
  functions: readonly FoundFunction[],
  { parameters, body }: FoundFunction,
): string[] {
  return [...definitionsOfParameters(tokens, parameters).keys(), ...definedIn(tokens, functions, body)];
}

function definedIn(tokens: TokenList, functions: readonly FoundFunction[], span: TokenSpan): string[] {
  const inside = functions.filter(({ start, end }) => start >= span.start && end <= span.end);
  const byStart = new Map(inside.map((one) => [one.start, one]));
  return [...definitionsIn(tokens, span, (token) => byStart.get(token)).keys()];
}

const STAR = 0x2a;
const COMMA = 0x2c;
const DOT = 0x2e;
const COLON = 0x3a;
const EQUALS = 0x3d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_PARENTHESIS = 0x28;

function roleOf({ codes }: TokenList, at: number, around: BracketRole | undefined): Role {
  const before = codes[at - 1];
  if (before === DOT || before === Sign.OptionalChain) return "member";
  if (
    around === BracketRole.ClassBody ||
    around === BracketRole.EnumBody ||
    around === BracketRole.TypeMembers
  )
    return "fixed";
  if (around !== BracketRole.Object) return "name";
  const after = codes[at + 1];
  const isFirst = before === OPEN_BRACE || before === COMMA;
  // A key, also where it is the name of a variable at once: `{ row }`.
  if (isFirst && (after === COLON || after === COMMA || after === CLOSE_BRACE || after === EQUALS))
    return "fixed";
  const isMethod =
    isFirst || before === Word.async || before === Word.get || before === Word.set || before === STAR;
  return after === OPEN_PARENTHESIS && isMethod ? "fixed" : "name";
}

import { lastName } from "../entries/last-name.ts";
import { findFunctions } from "../functions/find.ts";
import type { TokenSpan } from "../functions/found.ts";
import { candidates } from "../imports/candidates.ts";
import { pathFrom } from "../imports/relative-path.ts";
import { BracketRole, copyTokens, firstTokenFrom, Sign, TokenKind, type TokenList } from "../lexer/tokens.ts";
import { lex } from "../lexer/lex.ts";
import { Word } from "../lexer/words.ts";
import type { AsyncFunction } from "../model.ts";
import { eachBinding } from "../patterns/bindings.ts";
import { definitionsOfParameters } from "../scopes/definitions.ts";
import type { FileVersion, FunctionVersion } from "./versions.ts";

/** What a word of a function is: the name of a variable, the function's own, a member of `this`, or what has to be the same. */
export type WordRole = "name" | "own" | "of-this" | "fixed";

/** One token of a function. */
export interface WordOfFunction {
  readonly text: string;
  readonly role: WordRole;
  /** Whether it stands where the function itself has bound it. */
  readonly isBound: boolean;
}

/** The words of one function, in order. */
export type Words = readonly WordOfFunction[];

/** What an imported name is: how the other file exports it, and where that is, as it is written. */
interface Imported {
  readonly exported: string;
  readonly specifier: string;
}

/** The parameters of a function, the names that they bind, and the token behind its last. */
interface ReadFunction {
  readonly parameters: TokenSpan;
  readonly names: ReadonlySet<string>;
  readonly end: number;
}

/** A file that was read, as it stays when the next one is. */
interface ReadFile {
  readonly tokens: TokenList;
  /** In the order of their parameters. */
  readonly functions: readonly ReadFunction[];
  readonly imports: ReadonlyMap<string, Imported>;
}

/** The words of the functions of some files; each file is read once, when it is first asked for. */
export class WordsOfFiles {
  readonly #files = new Map<FileVersion, ReadFile>();

  of({ file, found }: FunctionVersion): Words {
    return wordsOf(this.#read(file), found);
  }

  /** What a name of a file's top is, where it is imported from a file of the project. */
  imported(file: FileVersion, name: string): Imported | undefined {
    return this.#read(file).imports.get(name);
  }

  /** Whether that comes from this file. */
  isImportedFrom(file: FileVersion, name: string, other: FileVersion): boolean {
    const specifier = this.imported(file, name)?.specifier;
    if (specifier === undefined) return false;
    const folder = file.path.slice(0, file.path.lastIndexOf("/") + 1);
    return candidates(specifier).some((one) => pathFrom(folder, one) === other.path);
  }

  #read(file: FileVersion): ReadFile {
    let read = this.#files.get(file);
    if (read === undefined) {
      const skeleton = findFunctions(lex(file.text, file.language), file.language);
      const imports = new Map<string, Imported>();
      eachBinding(skeleton, ({ local, quoted, path }) => {
        const specifier = quoted.slice(1, -1);
        if (specifier.startsWith(".")) imports.set(local, { exported: path, specifier });
      });
      const functions = skeleton.functions
        .map(({ parameters: { start, end }, end: last }) => ({
          parameters: { start, end },
          names: new Set(definitionsOfParameters(skeleton.tokens, { start, end }).keys()),
          end: last,
        }))
        .sort((a, b) => a.parameters.start - b.parameters.start);
      read = { tokens: copyTokens(skeleton.tokens), functions, imports };
      this.#files.set(file, read);
    }
    return read;
  }
}

const STAR = 0x2a;
const COMMA = 0x2c;
const DOT = 0x2e;
const COLON = 0x3a;
const SEMICOLON = 0x3b;
const LESS = 0x3c;
const EQUALS = 0x3d;
const OPEN_PARENTHESIS = 0x28;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

function wordsOf(file: ReadFile, { name, range }: AsyncFunction): Words {
  const { tokens } = file;
  const { text, starts, ends, kinds, codes, roles, match, count } = tokens;
  const ownName = lastName(name);
  const words: WordOfFunction[] = [];
  const brackets: number[] = [];
  /** Where what binds a name ends. */
  const boundUntil = new Map<string, number>();
  let isHead = true;
  for (let at = firstTokenFrom(tokens, range.start); at < count && ends[at]! <= range.end; at++) {
    const word = text.slice(starts[at], ends[at]);
    if (match[at]! >= 0 && match[at]! < at) brackets.pop();
    const isName = kinds[at] === TokenKind.Identifier;
    const inside = brackets.at(-1);
    const role = isName ? roleOf(tokens, at, inside === undefined ? undefined : roles[inside]) : "fixed";
    const isOwn = isHead && isName && word === ownName;
    if (isName && role !== "of-this" && at >= (boundUntil.get(word) ?? 0)) {
      const until = scopeOf(file, at, brackets);
      if (until !== null) boundUntil.set(word, until);
    }
    words.push({
      text: word,
      role: isOwn ? "own" : role,
      isBound: role === "name" && at < (boundUntil.get(word) ?? 0),
    });
    if (codes[at] === OPEN_PARENTHESIS || isOwn) isHead = false;
    if (match[at]! > at) brackets.push(at);
  }
  return words;
}

function roleOf({ codes }: TokenList, at: number, around: number | undefined): WordRole {
  const before = codes[at - 1];
  if (before === DOT || before === Sign.OptionalChain)
    return before === DOT && codes[at - 2] === Word.this ? "of-this" : "fixed";
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
  return isMethod && (after === OPEN_PARENTHESIS || after === LESS) ? "fixed" : "name";
}

/** Where the scope ends in which a name is bound that stands here; null where it is not bound here, or that is not sure. */
function scopeOf(file: ReadFile, at: number, brackets: readonly number[]): number | null {
  const { codes, roles, match, text, starts, ends } = file.tokens;
  const among = functionWith(file.functions, at);
  if (among !== null) return among.names.has(text.slice(starts[at], ends[at])) ? among.end : null;
  // Out of the pattern that it may be a part of.
  let pattern = at;
  let depth = brackets.length - 1;
  for (; depth >= 0; depth--) {
    const role = roles[brackets[depth]!];
    if (role !== BracketRole.Object && role !== BracketRole.Brackets) break;
    pattern = brackets[depth]!;
  }
  const around = brackets[depth];
  if (around === undefined || (pattern !== at && !bindsInPattern(file.tokens, at))) return null;
  const end = match[around]!;
  if (pattern === around + 1 && codes[around - 1] === Word.catch) return bodyEnd(file.tokens, end);
  if (!isDeclared(file.tokens, pattern, pattern === at)) return null;
  if (roles[around] === BracketRole.Head) return bodyEnd(file.tokens, end);
  const isBlock = roles[around] === BracketRole.Block || roles[around] === BracketRole.FunctionBody;
  return isBlock ? end : null;
}

/** Whether a name of a pattern is bound by it, and no default. */
function bindsInPattern({ codes }: TokenList, at: number): boolean {
  const starts = (code: number | undefined): boolean =>
    code === OPEN_BRACE || code === OPEN_BRACKET || code === COMMA;
  const before = codes[at - 1];
  return starts(before) || before === Sign.Ellipsis || (before === COLON && starts(codes[at - 3]));
}

/** Whether a name or pattern follows what declares it. */
function isDeclared({ codes }: TokenList, at: number, isName: boolean): boolean {
  const before = codes[at - 1];
  if (before === Word.const || before === Word.let || before === Word.var) return true;
  if (!isName || (before !== Word.function && before !== Word.class)) return false;
  // In an expression the name is known inside only.
  const first = codes[at - 2] === Word.async ? at - 3 : at - 2;
  return [SEMICOLON, OPEN_BRACE, CLOSE_BRACE].includes(codes[first]!);
}

/** The end of the block, or of the simple statement, that follows a head; null where there is another one. */
function bodyEnd({ codes, match, count }: TokenList, head: number): number | null {
  if (codes[head + 1] === OPEN_BRACE) return match[head + 1]!;
  for (let at = head + 1; at < count; at++) {
    if (codes[at] === SEMICOLON) return at;
    if (codes[at] === OPEN_BRACE || codes[at] === CLOSE_BRACE) return null;
    if (match[at]! > at) at = match[at]!;
  }
  return null;
}

/** So many functions back it is looked for parameters around a token: those in between stand in defaults. */
const NESTED_DEFAULTS = 8;

/** The innermost function among whose parameters a token stands; null where it is none. */
function functionWith(functions: readonly ReadFunction[], at: number): ReadFunction | null {
  let low = 0;
  let high = functions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (functions[middle]!.parameters.start <= at) low = middle + 1;
    else high = middle;
  }
  for (let index = low - 1; index >= Math.max(0, low - NESTED_DEFAULTS); index--)
    if (at < functions[index]!.parameters.end) return functions[index]!;
  return null;
}

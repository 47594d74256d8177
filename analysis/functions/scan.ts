import { WIDE } from "../lexer/characters.ts";
import type { TokenList } from "../lexer/tokens.ts";
import { Atom, isPlain } from "./atoms.ts";
import type { GroupEnds } from "./brackets.ts";
import type { CallList } from "./call-list.ts";
import type { TokenSpan } from "./found.ts";
import type { FunctionList, FunctionRecord } from "./function-list.ts";
import type { ReturnList } from "./return-list.ts";
import type { TargetIndex, TargetList } from "./target-list.ts";
import type { TypeEnds } from "./type-ends.ts";

/** What the rules call each other by; they are given here, since they need each other in a circle. */
export interface Rules {
  /** Statements up to `limit`. */
  readonly statements: (scan: Scan, limit: number) => void;
  /** One expression without a comma. */
  readonly assignment: (scan: Scan, limit: number, target: TargetIndex) => void;
  /** What stands between brackets: expressions with commas between them; stops at `limit` only. */
  readonly expressions: (scan: Scan, limit: number) => void;
  /** A unary expression with its members and calls. */
  readonly operand: (scan: Scan, limit: number, target: TargetIndex) => void;
  /** `{ … }` as an object literal or pattern. */
  readonly objectLiteral: (scan: Scan, limit: number, target: TargetIndex) => void;
  /** `class … { … }`, from the word `class` on. */
  readonly classLike: (scan: Scan, limit: number, target: TargetIndex, isStatement: boolean) => void;
  /** From type parameters or `(` to the end of the body; false when there is no body. */
  readonly functionRest: (scan: Scan, limit: number, found: FunctionRecord) => boolean;
  /** `function …`, from `async` or `function` on. */
  readonly functionLike: (scan: Scan, limit: number, target: TargetIndex, isStatement: boolean) => void;
  /** Parameters and body of an arrow function whose parameters stand at `scan.at`. */
  readonly arrow: (scan: Scan, limit: number, shape: ArrowShape, target: TargetIndex) => void;
  /** A JSX element or fragment. */
  readonly jsxElement: (scan: Scan, limit: number) => void;
}

/** Where the parts of an arrow function stand. */
export interface ArrowShape {
  readonly start: number;
  readonly isAsync: boolean;
  readonly parameters: TokenSpan;
  readonly returnType: TokenSpan;
  /** Index of `=>`. */
  readonly arrow: number;
}

/** The state of one walk over a file's tokens. */
export interface Scan {
  readonly tokens: TokenList;
  readonly atoms: Uint8Array;
  readonly ends: GroupEnds;
  /** Whether there are types. */
  readonly typed: boolean;
  /** Whether these are Flow's. */
  readonly flow: boolean;
  /** Whether `<` can start an element. */
  readonly jsx: boolean;
  readonly rules: Rules;
  readonly typeEnds: TypeEnds;
  /** The token to read next. */
  at: number;
  /** Up to here no semicolon and nothing else but plain atoms follow a statement whose start has been looked at. */
  plainTo: number;
  /** Index of the innermost function around `at`; -1 for none. */
  owner: number;
  /** Blocks around `at` within its function. */
  block: number;
  /** Whether `at` stands between `?` and `:`, where an arrow function's return type is ambiguous. */
  conditional: boolean;
  readonly functions: FunctionList;
  readonly targets: TargetList;
  readonly calls: CallList;
  readonly returns: ReturnList;
  /** The `=` of each declaration whose value begins with a member of something: `const a = b.c`. */
  readonly memberValues: number[];
  /** Import declarations and export lists, for whoever wants to know the module's names. */
  readonly imports: TokenSpan[];
  readonly exports: TokenSpan[];
}

/** The atom at an index; 0 from `limit` on. */
export function atomAt(scan: Scan, index: number, limit: number): number {
  return index < limit ? scan.atoms[index]! : Atom.Plain;
}

/** The index at which the group that opens at `open` ends: its closer, or where it is taken to end. */
export function groupEnd(scan: Scan, open: number): number {
  const end = scan.ends[open]!;
  return end < 0 ? ~end : end;
}

/** The index of the first token after the group that opens at `open`. */
export function afterGroup(scan: Scan, open: number): number {
  const end = scan.ends[open]!;
  return end < 0 ? ~end : end + 1;
}

/** Whether the token at an index is an expression without anything in it: a name or literal that ends the item it starts. */
export function isSimpleItem(scan: Scan, index: number, limit: number): boolean {
  if (scan.atoms[index] !== Atom.Plain) return false;
  return index + 1 >= limit || scan.atoms[index + 1] === Atom.Comma;
}

/** Whether a line terminator stands before a token. */
export function newlineBefore(scan: Scan, index: number): boolean {
  return scan.tokens.newlineBefore[index] === 1;
}

/**
 * Whether there is nothing to find in the group that opens at `open`, as is so in half of all groups. Sees that several
 * times faster than the rules would.
 */
export function isPlainGroup(scan: Scan, open: number): boolean {
  const { atoms } = scan;
  const limit = groupEnd(scan, open);
  for (let at = open + 1; at < limit; at++) if (!isPlain(atoms[at]!)) return false;
  return true;
}

/** Reads what stands in a group with `inside`, and stands after the group then. */
export function readGroup(scan: Scan, open: number, inside: (scan: Scan, limit: number) => void): void {
  if (isPlainGroup(scan, open)) {
    scan.at = afterGroup(scan, open);
    return;
  }
  const conditional = scan.conditional;
  scan.conditional = false;
  scan.at = open + 1;
  inside(scan, groupEnd(scan, open));
  scan.at = afterGroup(scan, open);
  scan.conditional = conditional;
}

/** The text of some tokens as it stands in the file. */
export function spanText(tokens: TokenList, span: TokenSpan): string {
  return span.end > span.start ? tokens.text.slice(tokens.starts[span.start], tokens.ends[span.end - 1]) : "";
}

/** Whether a token has that text; quicker than to compare `tokenText`. */
export function isText(tokens: TokenList, token: number, text: string): boolean {
  const start = tokens.starts[token]!;
  return tokens.ends[token]! - start === text.length && tokens.text.startsWith(text, start);
}

/** Whether two names are the same, as far as ASCII tells: those with other letters count as different. */
export function isSameName({ bytes, starts, ends }: TokenList, one: number, other: number): boolean {
  const end = ends[one]!;
  let left = starts[one]!;
  let right = starts[other]!;
  if (ends[other]! - right !== end - left) return false;
  while (left < end && bytes[left]! < WIDE && bytes[left] === bytes[right]) {
    left++;
    right++;
  }
  return left === end;
}

/** The text of one token; empty for -1. */
export function tokenText(tokens: TokenList, index: number): string {
  return index < 0 || index >= tokens.count
    ? ""
    : tokens.text.slice(tokens.starts[index], tokens.ends[index]);
}

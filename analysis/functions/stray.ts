import { TokenKind } from "../lexer/tokens.ts";
import { Atom, Word } from "./atoms.ts";
import { functionRest, openFunction } from "./bodies.ts";
import { afterGroup, atomAt, newlineBefore, type Scan } from "./scan.ts";
import { NO_TARGET } from "./target-list.ts";
import { afterType } from "./types.ts";

/** `public static override async get …` and one more: prose has longer rows of words, and is not read anew at each. */
const MOST_WORDS = 8;

/** What stands before the body of a method. */
interface MethodHead {
  readonly isAsync: boolean;
  readonly isGenerator: boolean;
  readonly form: "method" | "getter" | "setter";
  readonly nameToken: number;
}

/**
 * A method where statements stand: while a text is being typed, a brace that is missing or too many puts the rest of a
 * class outside it.
 */
export function strayMethod(scan: Scan, limit: number): boolean {
  const start = scan.at;
  const head = methodHead(scan, start, limit);
  if (head === undefined) return false;
  const { nameToken: at, ...form } = head;
  const holder = scan.targets.object(NO_TARGET, scan.owner, scan.block);
  const is = { computed: false, isStatic: false, isField: false };
  const member = scan.targets.member(at, at + 1, holder, is);
  const found = openFunction(scan, start, member, { ...form, isDeclaration: false, nameToken: -1 });
  scan.at = at + 1;
  return functionRest(scan, limit, found);
}

/**
 * Whether a line begins with a method where the rest of an expression is to stand: what is being typed above it has no end yet, as
 * in `items = new Map<`.
 */
export function isMethodOnNewLine(scan: Scan, at: number, limit: number): boolean {
  if (!newlineBefore(scan, at) || scan.atoms[at - 1] === Word.extends) return false;
  return methodHead(scan, at, limit) !== undefined;
}

/** `name(…) {` on one line, with words before it, is nothing but a method in a well-formed text. */
function methodHead(scan: Scan, start: number, limit: number): MethodHead | undefined {
  let at = start;
  let isAsync = false;
  let isGenerator = false;
  let form: MethodHead["form"] = "method";
  if (scan.atoms[at] === Atom.Star) {
    isGenerator = true;
    at++;
  }
  while (isName(scan, at, limit) && isName(scan, at + 1, limit) && !newlineBefore(scan, at + 1)) {
    const atom = scan.atoms[at];
    if (atom === Word.async) isAsync = true;
    else if (atom === Word.get) form = "getter";
    else if (atom === Word.set) form = "setter";
    at++;
    if (atomAt(scan, at, limit) === Atom.Star) {
      isGenerator = true;
      at++;
    }
    if (at - start > MOST_WORDS) return undefined;
  }
  if (!isName(scan, at, limit) || atomAt(scan, at + 1, limit) !== Atom.OpenParenthesis) return undefined;
  let body = afterGroup(scan, at + 1);
  if (scan.typed && atomAt(scan, body, limit) === Atom.Colon) body = afterType(scan, body + 1, limit);
  if (atomAt(scan, body, limit) !== Atom.OpenBrace || newlineBefore(scan, body)) return undefined;
  return { isAsync, isGenerator, form, nameToken: at };
}

function isName(scan: Scan, at: number, limit: number): boolean {
  if (at >= limit) return false;
  const kind = scan.tokens.kinds[at];
  const atom = scan.atoms[at]!;
  return (
    kind === TokenKind.PrivateName ||
    (kind! <= TokenKind.Keyword && (atom === Atom.Plain || atom >= Word.abstract))
  );
}

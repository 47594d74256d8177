import { TokenKind } from "../lexer/tokens.ts";
import { Atom, Word } from "./atoms.ts";
import { functionRest, openFunction } from "./bodies.ts";
import { afterGroup, atomAt, newlineBefore, type Scan } from "./scan.ts";
import { NO_TARGET } from "./target-list.ts";
import { afterType } from "./types.ts";

/** `public static override async get …` and one more: prose has longer rows of words, and is not read anew at each. */
const MOST_WORDS = 8;

/**
 * A method where statements stand: while a text is being typed, a brace that is missing or too many puts the rest of a
 * class outside it. `name(…) {` on one line is nothing else in a well-formed text.
 */
export function strayMethod(scan: Scan, limit: number): boolean {
  const start = scan.at;
  let at = start;
  let isAsync = false;
  let isGenerator = false;
  let form: "method" | "getter" | "setter" = "method";
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
    if (at - start > MOST_WORDS) return false;
  }
  if (!isName(scan, at, limit) || atomAt(scan, at + 1, limit) !== Atom.OpenParenthesis) return false;
  let body = afterGroup(scan, at + 1);
  if (scan.typed && atomAt(scan, body, limit) === Atom.Colon) body = afterType(scan, body + 1, limit);
  if (atomAt(scan, body, limit) !== Atom.OpenBrace || newlineBefore(scan, body)) return false;
  const holder = scan.targets.object(NO_TARGET, scan.owner, scan.block);
  const is = { computed: false, isStatic: false, isField: false };
  const member = scan.targets.member(at, at + 1, holder, is);
  const found = openFunction(scan, start, member, {
    form,
    isAsync,
    isGenerator,
    isDeclaration: false,
    nameToken: -1,
  });
  scan.at = at + 1;
  return functionRest(scan, limit, found);
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

import { TokenKind } from "../lexer/tokens.ts";
import { Atom, Word } from "./atoms.ts";
import { decoratorExpression, functionRest, openFunction } from "./bodies.ts";
import type { FunctionForm, Key } from "./found.ts";
import {
  afterGroup,
  atomAt,
  groupEnd,
  isPlainGroup,
  isSimpleItem,
  newlineBefore,
  readGroup,
  type Scan,
} from "./scan.ts";
import { NO_TARGET, type TargetIndex } from "./target-list.ts";
import { afterInterface, afterType, afterTypeArguments, afterTypeParameters } from "./types.ts";

/** `{ … }` as an object literal, an object pattern, or an enum's members. */
export function objectLiteral(scan: Scan, _limit: number, target: TargetIndex): void {
  const open = scan.at;
  if (isPlainGroup(scan, open)) {
    scan.at = afterGroup(scan, open);
    return;
  }
  const holder = scan.targets.object(target, scan.owner, scan.block);
  const limit = groupEnd(scan, open);
  const { conditional } = scan;
  scan.conditional = false;
  scan.at = open + 1;
  while (scan.at < limit) {
    const before = scan.at;
    objectMember(scan, limit, holder);
    if (scan.at === before) scan.at++;
  }
  scan.at = afterGroup(scan, open);
  scan.conditional = conditional;
}

function objectMember(scan: Scan, limit: number, holder: number): void {
  const atom = scan.atoms[scan.at];
  if (atom === Atom.Comma) {
    scan.at++;
    return;
  }
  if (atom === Atom.Ellipsis) {
    scan.at++;
    scan.rules.assignment(scan, limit, NO_TARGET);
    return;
  }
  const start = scan.at;
  if (
    atomAt(scan, start + 1, limit) === Atom.Colon &&
    start + 2 < limit &&
    isSimpleItem(scan, start + 2, limit)
  ) {
    if (isPlainKey(scan.tokens.kinds[start]!)) {
      scan.at += 3;
      return;
    }
  }
  const modifiers = readModifiers(scan, limit, false);
  const key = readKey(scan, limit);
  if (key === undefined) {
    // Not a member at all: an unclosed brace may have swallowed statements.
    if (scan.at === start) scan.rules.statements(scan, scan.at + 1);
    return;
  }
  const next = atomAt(scan, scan.at, limit);
  if (next === Atom.OpenParenthesis || (next === Atom.Less && scan.typed)) {
    method(scan, limit, start, modifiers, key, holder);
  } else if (next === Atom.Colon) {
    scan.at++;
    scan.rules.assignment(scan, limit, memberTarget(scan, key, holder, false, false));
  } else if (next === Atom.Equals) {
    scan.at++;
    scan.rules.assignment(scan, limit, NO_TARGET);
  }
}

interface Modifiers {
  readonly isStatic: boolean;
  readonly isAsync: boolean;
  readonly isGenerator: boolean;
  readonly form: FunctionForm;
}

const CLASS_MODIFIERS: ReadonlySet<number> = new Set([
  Word.static,
  Word.accessor,
  Word.readonly,
  Word.abstract,
  Word.override,
  Word.declare,
  Word.public,
  Word.private,
  Word.protected,
]);

/** The words before a member's key. A word is the key itself when nothing that can be a key follows it. */
function readModifiers(scan: Scan, limit: number, inClass: boolean): Modifiers {
  let isStatic = false;
  let isAsync = false;
  let isGenerator = false;
  let form: FunctionForm = "method";
  while (scan.at < limit) {
    const atom = scan.atoms[scan.at]!;
    if (atom === Atom.Star) {
      isGenerator = true;
      scan.at++;
      continue;
    }
    const follows = canBeKey(scan, scan.at + 1, limit);
    if (!follows) break;
    if (atom === Word.async && !newlineBefore(scan, scan.at + 1)) isAsync = true;
    else if (atom === Word.get) form = "getter";
    else if (atom === Word.set) form = "setter";
    else if (inClass && CLASS_MODIFIERS.has(atom)) isStatic ||= atom === Word.static;
    else break;
    scan.at++;
  }
  return { isStatic, isAsync, isGenerator, form };
}

function canBeKey(scan: Scan, at: number, limit: number): boolean {
  if (at >= limit) return false;
  const atom = scan.atoms[at];
  if (atom === Atom.Star || atom === Atom.OpenBracket || (scan.flow && isVariance(atom))) return true;
  return isPlainKey(scan.tokens.kinds[at]!);
}

/** `+name: T` of Flow is only read, `-name: T` only written. */
function isVariance(atom: number | undefined): boolean {
  return atom === Atom.Plus || atom === Atom.Minus;
}

function isPlainKey(kind: number): boolean {
  return (
    kind === TokenKind.Identifier ||
    kind === TokenKind.Keyword ||
    kind === TokenKind.String ||
    kind === TokenKind.Number ||
    kind === TokenKind.PrivateName
  );
}

function readKey(scan: Scan, limit: number): Key | undefined {
  const start = scan.at;
  if (start >= limit) return undefined;
  if (scan.atoms[start] === Atom.OpenBracket) {
    readGroup(scan, start, scan.rules.expressions);
    return { start, end: scan.at, computed: true };
  }
  if (!isPlainKey(scan.tokens.kinds[start]!)) return undefined;
  scan.at++;
  return { start, end: scan.at, computed: false };
}

function memberTarget(
  scan: Scan,
  { start, end, computed }: Key,
  holder: number,
  isStatic: boolean,
  isField: boolean,
): TargetIndex {
  return scan.targets.member(start, end, holder, { computed, isStatic, isField });
}

function method(
  scan: Scan,
  limit: number,
  start: number,
  modifiers: Modifiers,
  key: Key,
  holder: number,
): void {
  const { isStatic, isAsync, isGenerator, form } = modifiers;
  const member = memberTarget(scan, key, holder, isStatic, false);
  const isConstructor = scan.atoms[key.start] === Word.constructor && scan.targets.isOfInstances(member);
  const found = openFunction(scan, start, member, {
    form: isConstructor ? "constructor" : form,
    isAsync,
    isGenerator,
    isDeclaration: false,
    nameToken: -1,
  });
  functionRest(scan, limit, found);
}

/** `class … { … }` with its decorators, from `@` or `class` on. */
export function classLike(scan: Scan, limit: number, target: TargetIndex, isStatement: boolean): void {
  while (atomAt(scan, scan.at, limit) === Atom.At) {
    scan.at++;
    decoratorExpression(scan, limit);
  }
  while (scan.at < limit && scan.atoms[scan.at] !== Word.class) {
    const atom = scan.atoms[scan.at];
    // `@a export default abstract class`; anything else is a decorator without its class.
    if (atom !== Word.export && atom !== Word.default && atom !== Word.abstract && atom !== Word.declare)
      return;
    scan.at++;
  }
  if (scan.at >= limit) return;
  scan.at++;
  const atom = atomAt(scan, scan.at, limit);
  const kind = scan.at < limit ? scan.tokens.kinds[scan.at] : undefined;
  const named =
    (kind === TokenKind.Identifier || kind === TokenKind.Keyword) &&
    atom !== Word.extends &&
    !(atom === Word.implements && canBeKey(scan, scan.at + 1, limit));
  const nameToken = named ? scan.at++ : -1;
  if (scan.typed && atomAt(scan, scan.at, limit) === Atom.Less) {
    const after = afterTypeParameters(scan, scan.at, limit);
    if (after >= 0) scan.at = after;
  }
  heritage(scan, limit);
  if (atomAt(scan, scan.at, limit) !== Atom.OpenBrace) return;
  const holder = scan.targets.class(nameToken, isStatement, target, scan.owner, scan.block);
  classBody(scan, holder);
}

function heritage(scan: Scan, limit: number): void {
  if (atomAt(scan, scan.at, limit) === Word.extends) {
    scan.at++;
    // `extends {}` is an object; elsewhere the brace is the body.
    scan.rules.operand(scan, limit, NO_TARGET);
    if (scan.typed && atomAt(scan, scan.at, limit) === Atom.Less) {
      const after = afterTypeArguments(scan, scan.at, limit);
      if (after >= 0) scan.at = after;
    }
  }
  if (atomAt(scan, scan.at, limit) === Word.implements) {
    do {
      scan.at = afterInterface(scan, scan.at + 1, limit);
    } while (atomAt(scan, scan.at, limit) === Atom.Comma);
  }
}

function classBody(scan: Scan, holder: number): void {
  const { block, conditional } = scan;
  const open = scan.at;
  const limit = groupEnd(scan, open);
  scan.conditional = false;
  scan.at = open + 1;
  while (scan.at < limit) {
    const before = scan.at;
    classMember(scan, limit, holder);
    if (scan.at === before) scan.at++;
  }
  scan.at = afterGroup(scan, open);
  scan.block = block;
  scan.conditional = conditional;
}

function classMember(scan: Scan, limit: number, holder: number): void {
  while (atomAt(scan, scan.at, limit) === Atom.At) {
    scan.at++;
    decoratorExpression(scan, limit);
  }
  if (scan.at >= limit) return;
  const start = scan.at;
  if (scan.atoms[start] === Word.static && atomAt(scan, start + 1, limit) === Atom.OpenBrace) {
    scan.block++;
    readGroup(scan, start + 1, scan.rules.statements);
    scan.block--;
    return;
  }
  const modifiers = readModifiers(scan, limit, true);
  if (scan.flow && scan.at < limit && isVariance(scan.atoms[scan.at])) scan.at++;
  if (isIndexSignature(scan, limit)) {
    scan.at = afterGroup(scan, scan.at);
    typeAnnotation(scan, limit);
    return;
  }
  const key = readKey(scan, limit);
  if (key === undefined) return;
  const mark = atomAt(scan, scan.at, limit);
  if (scan.typed && (mark === Atom.Question || mark === Atom.Exclamation)) scan.at++;
  const next = atomAt(scan, scan.at, limit);
  if (next === Atom.OpenParenthesis || (next === Atom.Less && scan.typed)) {
    method(scan, limit, start, modifiers, key, holder);
    return;
  }
  typeAnnotation(scan, limit);
  if (atomAt(scan, scan.at, limit) === Atom.Equals) {
    scan.at++;
    scan.rules.assignment(scan, limit, memberTarget(scan, key, holder, modifiers.isStatic, true));
  }
}

/** `[key: string]: T` in a class. */
function isIndexSignature(scan: Scan, limit: number): boolean {
  return (
    scan.typed &&
    atomAt(scan, scan.at, limit) === Atom.OpenBracket &&
    atomAt(scan, scan.at + 2, limit) === Atom.Colon
  );
}

function typeAnnotation(scan: Scan, limit: number): void {
  if (scan.typed && atomAt(scan, scan.at, limit) === Atom.Colon)
    scan.at = afterType(scan, scan.at + 1, limit);
}

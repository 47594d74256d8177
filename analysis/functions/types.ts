import { BracketRole, TokenKind } from "../lexer/tokens.ts";
import { Atom, startsOnlyStatements, Word } from "./atoms.ts";
import { afterGroup, atomAt, groupEnd, newlineBefore, type Scan } from "./scan.ts";

/**
 * The index after the type that starts at `at`; `at` itself where no type starts. Nothing is recorded: types hold no
 * functions.
 */
export function afterType(scan: Scan, at: number, limit: number): number {
  // What the lexer has read as a type of Flow is one.
  if (scan.flow) return Math.min(scan.typeEnds.ofRun(scan.tokens, at), limit);
  const known = scan.typeEnds.known(at, limit);
  if (known >= 0) return known;
  const before = scan.typeEnds.steps;
  const end = readType(scan, at, limit);
  scan.typeEnds.keep(at, limit, end, before);
  return end;
}

/** The index after a type that a class implements, which the lexer does not take for one. */
export function afterInterface(scan: Scan, at: number, limit: number): number {
  return scan.flow ? afterReference(scan, at, limit) : afterType(scan, at, limit);
}

/** The index after the list of types of Flow that opens at `at`, or -1 where none does. */
function afterListOfFlow({ tokens }: Scan, at: number): number {
  return tokens.roles[at] === BracketRole.TypeList && tokens.match[at]! > at ? tokens.match[at]! + 1 : -1;
}

function readType(scan: Scan, at: number, limit: number): number {
  let index = at;
  for (;;) {
    const atom = atomAt(scan, index, limit);
    if (atom === Atom.Pipe || atom === Atom.Ampersand) index++;
    const operand = afterTypeOperand(scan, index, limit);
    if (operand === index) return index;
    index = operand;
    const next = atomAt(scan, index, limit);
    if (next === Atom.Pipe || next === Atom.Ampersand) continue;
    if (next === Word.is && !newlineBefore(scan, index)) {
      index++;
      continue;
    }
    if (next === Word.extends && !newlineBefore(scan, index) && index < limit) {
      index = afterType(scan, index + 1, limit);
      if (atomAt(scan, index, limit) !== Atom.Question) return index;
      index = afterType(scan, index + 1, limit);
      if (atomAt(scan, index, limit) !== Atom.Colon) return index;
      index++;
      continue;
    }
    if (next === Word.extends && index < limit) {
      // On a line of its own it belongs to a conditional type when a `?` follows its type.
      const constraint = afterType(scan, index + 1, limit);
      if (atomAt(scan, constraint, limit) !== Atom.Question) return index;
      index = afterType(scan, constraint + 1, limit);
      if (atomAt(scan, index, limit) !== Atom.Colon) return index;
      index++;
      continue;
    }
    return index;
  }
}

function afterTypeOperand(scan: Scan, at: number, limit: number): number {
  scan.typeEnds.steps++;
  const operand = afterTypePrimary(scan, at, limit);
  if (operand === at) return at;
  let index = operand;
  while (atomAt(scan, index, limit) === Atom.OpenBracket && !newlineBefore(scan, index))
    index = afterGroup(scan, index);
  return index;
}

function afterTypePrimary(scan: Scan, at: number, limit: number): number {
  const atom = atomAt(scan, at, limit);
  if (at >= limit) return at;
  switch (atom) {
    case Atom.OpenParenthesis: {
      const after = afterGroup(scan, at);
      const isFunction = atomAt(scan, after, limit) === Atom.Arrow && holdsParameters(scan, at);
      return isFunction ? afterType(scan, after + 1, limit) : after;
    }
    case Atom.OpenBrace:
    case Atom.OpenBracket:
      return afterGroup(scan, at);
    case Atom.Less: {
      const after = afterTypeParameters(scan, at, limit);
      return after >= 0 && atomAt(scan, after, limit) === Atom.OpenParenthesis
        ? afterTypePrimary(scan, after, limit)
        : at;
    }
    case Atom.TemplateHead:
      return afterTemplate(scan, at, limit);
    case Atom.TemplateWhole:
    case Atom.Exclamation:
      return at + 1;
    case Atom.Minus:
      return Math.min(at + 2, limit);
    case Word.new:
      return afterTypePrimary(scan, at + 1, limit);
    case Word.typeof:
      return afterReference(scan, at + 1, limit);
    case Word.import: {
      const open = at + 1;
      if (atomAt(scan, open, limit) !== Atom.OpenParenthesis) return at + 1;
      return afterReferenceRest(scan, afterGroup(scan, open), limit);
    }
    case Word.keyof:
    case Word.unique:
    case Word.readonly:
    case Word.infer:
    case Word.asserts:
    case Word.abstract: {
      const after = newlineBefore(scan, at + 1) ? at + 1 : afterTypePrimaryWithBrackets(scan, at + 1, limit);
      return after === at + 1 ? afterReferenceRest(scan, after, limit) : after;
    }
  }
  return afterReference(scan, at, limit);
}

/** Whether parentheses in front of an arrow are a function type's, not those around the return type of `(): (A) => b`. */
function holdsParameters(scan: Scan, open: number): boolean {
  const end = groupEnd(scan, open);
  let at = open + 1;
  const first = atomAt(scan, at, end);
  if (at >= end || first === Atom.Ellipsis) return true;
  if (first === Atom.OpenBrace || first === Atom.OpenBracket) at = afterGroup(scan, at);
  else if (scan.tokens.kinds[at]! <= TokenKind.Keyword) at++;
  else return false;
  const next = atomAt(scan, at, end);
  return (
    at >= end || next === Atom.Colon || next === Atom.Comma || next === Atom.Question || next === Atom.Equals
  );
}

/** After a prefix such as `keyof`, array brackets belong to its operand. */
function afterTypePrimaryWithBrackets(scan: Scan, at: number, limit: number): number {
  // `asserts` may be a parameter's name: `asserts is string`.
  if (atomAt(scan, at, limit) === Word.is) return at;
  return afterTypeOperand(scan, at, limit);
}

function afterReference(scan: Scan, at: number, limit: number): number {
  if (at >= limit || startsOnlyStatements(scan.atoms[at]!)) return at;
  const kind = scan.tokens.kinds[at];
  if (atomAt(scan, at, limit) === Word.import) return afterTypePrimary(scan, at, limit);
  if (kind === TokenKind.Punctuator || kind === TokenKind.Template || kind === TokenKind.RegularExpression)
    return at;
  return afterReferenceRest(scan, at + 1, limit);
}

/** `.b.c<D>` after the first name of a type reference. */
function afterReferenceRest(scan: Scan, at: number, limit: number): number {
  let index = at;
  while (atomAt(scan, index, limit) === Atom.Dot && index + 1 < limit) index += 2;
  if (atomAt(scan, index, limit) === Atom.Less && !newlineBefore(scan, index)) {
    const after = afterTypeArguments(scan, index, limit);
    if (after >= 0) return after;
  }
  return index;
}

function afterTemplate(scan: Scan, at: number, limit: number): number {
  let index = at;
  for (;;) {
    const atom = atomAt(scan, index, limit);
    if (atom !== Atom.TemplateHead && atom !== Atom.TemplateMiddle) return Math.min(index + 1, limit);
    index = groupEnd(scan, index);
    if (index >= limit) return limit;
  }
}

/** The index after `<A, B>` at `at`, or -1 when that is no list of types. */
export function afterTypeArguments(scan: Scan, at: number, limit: number): number {
  if (scan.flow) return afterListOfFlow(scan, at);
  let index = at + 1;
  while (index < limit) {
    scan.typeEnds.steps++;
    const atom = scan.atoms[index];
    if (atom === Atom.Greater) return index + 1;
    if (atom === Atom.Comma) {
      index++;
      continue;
    }
    const after = afterType(scan, index, limit);
    if (after === index) return -1;
    const next = atomAt(scan, after, limit);
    if (next !== Atom.Comma && next !== Atom.Greater) return -1;
    index = after;
  }
  return -1;
}

/** The index after `<const T extends A = B, in out U>` at `at`, or -1 when that is no list of type parameters. */
export function afterTypeParameters(scan: Scan, at: number, limit: number): number {
  if (scan.flow) return afterListOfFlow(scan, at);
  let index = at + 1;
  while (index < limit) {
    scan.typeEnds.steps++;
    const atom = scan.atoms[index]!;
    if (atom === Atom.Greater) return index + 1;
    if (
      atom === Atom.Comma ||
      atom === Atom.Equals ||
      atom === Word.extends ||
      atom === Word.const ||
      atom === Word.in
    ) {
      index++;
      continue;
    }
    const after = afterType(scan, index, limit);
    if (after === index) return -1;
    index = after;
  }
  return -1;
}

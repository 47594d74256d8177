import { TokenKind } from "../lexer/tokens.ts";
import { Atom, Word } from "./atoms.ts";
import type { FunctionRecord } from "./function-list.ts";
import {
  afterGroup,
  atomAt,
  groupEnd,
  newlineBefore,
  readGroup,
  type ArrowShape,
  type Scan,
} from "./scan.ts";
import { NO_TARGET, type TargetIndex } from "./target-list.ts";
import { afterType, afterTypeParameters } from "./types.ts";

/** A function of which nothing is known yet but where it starts; it is put among the found ones. */
export function openFunction(
  scan: Scan,
  start: number,
  target: TargetIndex,
  facts: Pick<FunctionRecord, "form" | "isAsync" | "isGenerator" | "isDeclaration" | "nameToken">,
): FunctionRecord {
  const found = scan.functions.open(start, target, scan.owner, scan.block);
  found.form = facts.form;
  found.isAsync = facts.isAsync;
  found.isGenerator = facts.isGenerator;
  found.isDeclaration = facts.isDeclaration;
  found.nameToken = facts.nameToken;
  return found;
}

/** `function …`, from `async` or `function` on, as a statement or an expression. */
export function functionLike(scan: Scan, limit: number, target: TargetIndex, isStatement: boolean): void {
  const start = scan.at;
  const isAsync = scan.atoms[start] === Word.async;
  scan.at += isAsync ? 2 : 1;
  const isGenerator = atomAt(scan, scan.at, limit) === Atom.Star;
  if (isGenerator) scan.at++;
  const kind = scan.at < limit ? scan.tokens.kinds[scan.at] : undefined;
  const named = kind === TokenKind.Identifier || kind === TokenKind.Keyword;
  const nameToken = named ? scan.at++ : -1;
  const found = openFunction(scan, start, target, {
    form: "function",
    isAsync,
    isGenerator,
    isDeclaration: isStatement,
    nameToken,
  });
  functionRest(scan, limit, found);
}

/** Goes on within the function with that index. */
function enter(scan: Scan, index: number): void {
  scan.owner = index;
  scan.block = 0;
  scan.conditional = false;
}

/** From type parameters or `(` to the end of the body. Without a body, as in an overload, the function is dropped. */
export function functionRest(scan: Scan, limit: number, found: FunctionRecord): boolean {
  const index = scan.functions.length - 1;
  const calls = scan.calls.length;
  const { owner, block, conditional } = scan;
  enter(scan, index);
  if (scan.typed && atomAt(scan, scan.at, limit) === Atom.Less) {
    const after = afterTypeParameters(scan, scan.at, limit);
    if (after >= 0) scan.at = after;
  }
  if (atomAt(scan, scan.at, limit) === Atom.OpenParenthesis) {
    const open = scan.at;
    found.parametersStart = open + 1;
    found.parametersEnd = groupEnd(scan, open);
    readGroup(scan, open, parameters);
  }
  if (scan.typed && atomAt(scan, scan.at, limit) === Atom.Colon) {
    found.returnTypeStart = scan.at + 1;
    scan.at = afterType(scan, scan.at + 1, limit);
    found.returnTypeEnd = scan.at;
  }
  if (atomAt(scan, scan.at, limit) === Atom.OpenBrace) readBody(scan, found);
  scan.owner = owner;
  scan.block = block;
  scan.conditional = conditional;
  if (found.end > found.start) {
    scan.functions.close(index);
    return true;
  }
  scan.functions.length = index;
  scan.calls.cut(calls);
  return false;
}

function readBody(scan: Scan, found: FunctionRecord): void {
  const open = scan.at;
  found.bodyStart = open + 1;
  found.bodyEnd = groupEnd(scan, open);
  found.end = afterGroup(scan, open);
  readGroup(scan, open, scan.rules.statements);
}

/** An arrow function. */
export function arrow(scan: Scan, limit: number, shape: ArrowShape, target: TargetIndex): void {
  const found = openFunction(scan, shape.start, target, {
    form: "arrow",
    isAsync: shape.isAsync,
    isGenerator: false,
    isDeclaration: false,
    nameToken: -1,
  });
  const { parameters: list, returnType } = shape;
  found.parametersStart = list.start;
  found.parametersEnd = list.end;
  found.returnTypeStart = returnType.start;
  found.returnTypeEnd = returnType.end;
  const { owner, block, conditional } = scan;
  const index = scan.functions.length - 1;
  enter(scan, index);
  scan.at = list.start;
  parameters(scan, list.end);
  scan.at = shape.arrow + 1;
  if (atomAt(scan, scan.at, limit) === Atom.OpenBrace) readBody(scan, found);
  else {
    found.hasExpressionBody = true;
    scan.rules.assignment(scan, limit, NO_TARGET);
    found.bodyStart = shape.arrow + 1;
    found.bodyEnd = scan.at;
    found.end = scan.at;
  }
  scan.functions.close(index);
  scan.owner = owner;
  scan.block = block;
  scan.conditional = conditional;
}

/** A parameter list: only default values and decorators can hold functions. */
export function parameters(scan: Scan, limit: number): void {
  while (scan.at < limit) {
    const before = scan.at;
    switch (scan.atoms[before]) {
      case Atom.Equals:
        scan.at++;
        scan.rules.assignment(scan, limit, NO_TARGET);
        break;
      case Atom.Colon:
        scan.at = scan.typed ? afterType(scan, before + 1, limit) : before + 1;
        break;
      case Atom.OpenBrace:
        scan.rules.objectLiteral(scan, limit, NO_TARGET);
        break;
      case Atom.OpenBracket:
        readGroup(scan, before, scan.rules.expressions);
        break;
      case Atom.At:
        scan.at++;
        decoratorExpression(scan, limit);
        break;
      default:
        scan.at++;
    }
    if (scan.at === before) scan.at++;
  }
}

/** What follows an `@`: names with dots and calls, or parentheses. */
export function decoratorExpression(scan: Scan, limit: number): void {
  if (atomAt(scan, scan.at, limit) === Atom.OpenParenthesis) {
    readGroup(scan, scan.at, scan.rules.expressions);
    return;
  }
  const start = scan.at++;
  let nameToken = start;
  while (scan.at < limit) {
    const atom = scan.atoms[scan.at];
    if (atom === Atom.Dot) {
      nameToken = scan.at + 1;
      scan.at += 2;
    } else if (atom === Atom.OpenParenthesis) {
      const open = scan.at;
      scan.calls.add(start, nameToken, open, afterGroup(scan, open), false, NO_TARGET, scan.owner);
      readGroup(scan, open, scan.rules.expressions);
      return;
    } else if (atom === Atom.Less && scan.typed && !newlineBefore(scan, scan.at)) {
      const after = afterTypeParameters(scan, scan.at, limit);
      if (after < 0) return;
      scan.at = after;
    } else return;
  }
}

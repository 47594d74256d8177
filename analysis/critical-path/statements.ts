import { Atom, Word } from "../functions/atoms.ts";
import { afterGroupAt } from "../functions/lists.ts";
import { afterItem, isKeyword } from "../breakdown/statements.ts";
import type { Walk } from "./state.ts";

/** A statement by its first word; gives the token to go on with. */
export function walkStatement(walk: Walk, at: number, end: number): number {
  const { view } = walk;
  switch (view.atoms[at]) {
    case Word.if:
      return walkIf(walk, at, end);
    case Word.for:
    case Word.while:
      return walkLoop(walk, at, end);
    case Word.do: {
      const to = walk.extents.statement(at + 1, end);
      walkRound(walk, at + 1, to);
      return to;
    }
    case Word.switch:
      return walkSwitch(walk, at, end);
    case Word.try:
      return walkTry(walk, at, end);
    case Word.return: {
      const isBare = view.tokens.newlineBefore[at + 1] === 1;
      const to = isBare ? at + 1 : Math.max(walk.extents.expression(at + 1, end, false), at + 1);
      walk.returned = Math.max(walk.returned, walk.span(at + 1, to), walk.now);
      walk.isOver = true;
      return afterSemicolon(walk, to);
    }
    case Word.throw:
    case Word.break:
    case Word.continue: {
      const to = Math.max(walk.extents.expression(at + 1, end, false), at + 1);
      walk.span(at + 1, to);
      walk.isOver = true;
      if (view.atoms[at] === Word.continue && walk.now > walk.roundBegan) walk.inLoop = true;
      return afterSemicolon(walk, to);
    }
  }
  return at + 1;
}

function afterSemicolon(walk: Walk, at: number): number {
  return walk.view.atoms[at] === Atom.Semicolon ? at + 1 : at;
}

/** Walks the parentheses behind a word; gives the token behind them. */
function walkHead(walk: Walk, open: number, end: number): number {
  if (walk.view.atoms[open] !== Atom.OpenParenthesis) return open;
  const after = Math.min(afterGroupAt(walk.view, open), end);
  walk.span(open, after);
  return after;
}

function walkIf(walk: Walk, at: number, end: number): number {
  const { view } = walk;
  const exits: number[] = [];
  let next = at;
  for (;;) {
    const isOfFailure = walk.failures.isAskedFor(view, next + 1);
    const then = walkHead(walk, next + 1, end);
    const before = walk.now;
    next = walk.extents.statement(then, end);
    // As what `catch` does, that is not part of the path.
    if (isOfFailure) walk.now = 0;
    walkBranch(walk, then, next, exits);
    walk.now = before;
    if (!isKeyword(view, next, Word.else) || next >= end) {
      exits.push(before);
      break;
    }
    next++;
    if (isKeyword(view, next, Word.if)) continue;
    const to = walk.extents.statement(next, end);
    walkBranch(walk, next, to, exits);
    next = to;
    break;
  }
  walk.isOver = exits.length === 0;
  if (exits.length > 0) walk.now = Math.max(...exits);
  return next;
}

function walkBranch(walk: Walk, start: number, end: number, exits: number[]): void {
  walk.span(start, end);
  if (!walk.isOver) exits.push(walk.now);
}

function walkLoop(walk: Walk, at: number, end: number): number {
  const { view } = walk;
  const isForAwait = view.atoms[at + 1] === Word.await;
  const open = isForAwait ? at + 2 : at + 1;
  if (view.atoms[open] !== Atom.OpenParenthesis) return at + 1;
  const body = Math.min(afterGroupAt(view, open), end);
  const source = walk.span(open, body);
  if (isForAwait) {
    walk.now = source > walk.now ? source : walk.now + 1;
    walk.deepest = Math.max(walk.deepest, walk.now);
    walk.inLoop = true;
  }
  const to = walk.extents.statement(body, end);
  walkRound(walk, body, to);
  return to;
}

/** What a loop repeats. */
function walkRound(walk: Walk, start: number, end: number): void {
  const before = walk.now;
  const outer = walk.roundBegan;
  walk.roundBegan = before;
  const { begun } = walk;
  walk.begun = new Set();
  walk.repeats++;
  walk.span(start, end);
  walk.repeats--;
  walk.begun = begun;
  walk.roundBegan = outer;
  if (walk.now > before) walk.inLoop = true;
  walk.isOver = false;
}

function walkSwitch(walk: Walk, at: number, end: number): number {
  const { view } = walk;
  const open = walkHead(walk, at + 1, end);
  if (view.atoms[open] !== Atom.OpenBrace) return open;
  const close = Math.min(afterGroupAt(view, open), end);
  const before = walk.now;
  let deepest = before;
  let start = open + 1;
  for (let next = start; next <= close; next = afterItem(view, next)) {
    const isCase = isKeyword(view, next, Word.case) || isKeyword(view, next, Word.default);
    if (!isCase && next < close) continue;
    walk.span(start, Math.min(next, close));
    deepest = Math.max(deepest, walk.now);
    if (walk.isOver) walk.now = before;
    start = next + 1;
  }
  walk.now = deepest;
  walk.isOver = false;
  return close;
}

/** What `catch` does is not part of the path: who fails does not go on. Only where it is longer by itself it counts. */
function walkTry(walk: Walk, at: number, end: number): number {
  const { view } = walk;
  const before = walk.now;
  let next = walk.extents.statement(at + 1, end);
  walk.span(at + 1, next);
  let isOver = walk.isOver;
  let after = walk.now;
  if (isKeyword(view, next, Word.catch) && next < end) {
    walk.now = before;
    const block = view.atoms[next + 1] === Atom.OpenParenthesis ? afterGroupAt(view, next + 1) : next + 1;
    const to = walk.extents.statement(block, end);
    walk.span(block, to);
    if (!walk.isOver) after = isOver ? walk.now : Math.max(after, walk.now);
    isOver &&= walk.isOver;
    next = to;
  }
  walk.now = after;
  if (isKeyword(view, next, Word.finally) && next < end) {
    const to = walk.extents.statement(next + 1, end);
    walk.span(next + 1, to);
    next = to;
  }
  walk.isOver = isOver;
  return next;
}

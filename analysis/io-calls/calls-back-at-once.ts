import { Atom } from "../functions/atoms.ts";
import { isCallbackName } from "../patterns/callback-names.ts";
import { isDot } from "../patterns/chains.ts";
import { parameterNames } from "../patterns/parameter-names.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";

/** Longer functions are not looked through. */
const TOKENS_AT_MOST = 500;

/**
 * Whether a function calls the callback that it gets last while it runs, and does nothing else with it: who calls it waits for nothing.
 * `function build(rows, done) { done(null, rows.map(toItem)); }`
 */
export function callsBackAtOnce(view: FileView, index: number): boolean {
  const known = view.knownAtOnce.get(index);
  if (known !== undefined) return known;
  const isAtOnce = callsOnly(view, index);
  view.knownAtOnce.set(index, isAtOnce);
  return isAtOnce;
}

/** Whether functions still call back at once, or still do not: `before` has what `knownAtOnce` had of the same functions in an earlier text. */
export function callBackAsBefore(view: FileView, before: ReadonlyMap<number, boolean>): boolean {
  for (const [index, wasAtOnce] of before) if (callsBackAtOnce(view, index) !== wasAtOnce) return false;
  return true;
}

function callsOnly(view: FileView, index: number): boolean {
  const found = view.functions[index]!;
  const name = parameterNames(view, found).at(-1);
  const { start, end } = found.body;
  if (name === undefined || !isCallbackName(name) || found.isAsync || found.isGenerator) return false;
  if (end - start > TOKENS_AT_MOST) return false;
  let calls = 0;
  for (let at = start; at < end; at++) {
    if (textAt(view, at) !== name || isDot(view.atoms[at - 1]!)) continue;
    if (view.atoms[at + 1] !== Atom.OpenParenthesis || !isOwn(view, at, index)) return false;
    calls++;
  }
  return calls > 0;
}

/** Whether a call that starts at a token is the function's own, and none of a function within it. */
function isOwn({ calls }: FileView, start: number, index: number): boolean {
  const call = calls.firstFrom(start);
  return call < calls.length && calls.starts[call] === start && calls.owners[call] === index;
}

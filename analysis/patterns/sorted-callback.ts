import { Atom, Word } from "../functions/atoms.ts";
import type { Call } from "../functions/found.ts";
import { isSameName } from "../functions/scan.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { isCallbackName } from "./callback-names.ts";
import { isDot } from "./chains.ts";
import { textAt, type FileView } from "./file-view.ts";
import { NameFilter } from "./name-filter.ts";

/**
 * The name that a callback has once a call that is given it last has made it the function's: `callback` of `const { options,
 * callback } = normalize(optionsOrCallback, cb)`, `done` of `const done = once(cb)`. Undefined where a call does not, or gives it
 * no name of a callback.
 */
export function sortedCallback(view: FileView, call: Call): string | undefined {
  if (call.result?.kind === "variable") return calledOnce(view, call, call.result.nameToken);
  const open = patternBefore(view, call);
  if (open < 0) return undefined;
  for (let token = open + 1; token < call.start - 2; token++) {
    if (view.tokens.kinds[token] !== TokenKind.Identifier || view.atoms[token + 1] === Atom.Colon) continue;
    const name = textAt(view, token);
    if (isCallbackName(name)) return name;
  }
  return undefined;
}

function calledOnce(view: FileView, { nameToken, open, end }: Call, variable: number): string | undefined {
  if (nameToken < 0 || end !== open + 3 || textAt(view, nameToken) !== "once") return undefined;
  const name = textAt(view, variable);
  return isCallbackName(name) ? name : undefined;
}

/** Names that a callback has which a function looks for among its arguments. */
const LAST_OF_ARGUMENTS = new NameFilter(["cb", "callback", "done", "_cb", "_callback", "cb_", "callback_"]);
/** So many tokens of a body are looked at: callbacks are sorted out at its beginning. */
const TOKENS_AT_MOST = 80;

/**
 * The same where the function itself does so: `const callback = typeof options === "function" ? options : cb`, `var callback = cb || noop`.
 */
export function sortedByHand(view: FileView, index: number): string | undefined {
  const { tokens, functionList, callbackUses } = view;
  const last = callbackUses.lastNames[index]!;
  if (last < 0 || !LAST_OF_ARGUMENTS.has(tokens, last)) return undefined;
  const start = functionList.parametersEnds[index]!;
  const end = Math.min(start + TOKENS_AT_MOST, functionList.ends[index]!);
  for (let token = start + 2; token < end; token++) {
    if (!isSameName(tokens, token, last)) continue;
    const name = nameGiven(view, token);
    if (name >= start && isUsed(view, index, name)) return textAt(view, name);
  }
  return undefined;
}

/** The name that the callback at a token is given there; -1 where it is given none. */
function nameGiven({ tokens, atoms }: FileView, token: number): number {
  const after = atoms[token + 1]!;
  if (isDot(after) || after === Atom.OpenParenthesis) return -1;
  if (atoms[token - 1] === Atom.Equals) return isDot(atoms[token - 3]!) ? -1 : token - 2;
  const isChosen =
    atoms[token - 1] === Atom.Colon &&
    atoms[token - 3] === Atom.Question &&
    atoms[token - 7] === Word.typeof &&
    atoms[token - 8] === Atom.Equals;
  return isChosen && isSameName(tokens, token - 2, token - 6) ? token - 9 : -1;
}

/** Whether a name is a callback's, and is called or handed on last in a function: one that only gives it back is none of its own. */
function isUsed(view: FileView, index: number, name: number): boolean {
  if (!isCallbackName(textAt(view, name))) return false;
  const { tokens, atoms, calls, functionList } = view;
  const end = calls.firstFrom(functionList.ends[index]!);
  for (let call = calls.firstFrom(name); call < end; call++) {
    const start = calls.starts[call]!;
    if (start === calls.nameTokens[call] && isSameName(tokens, start, name)) return true;
    const last = calls.ends[call]! - 2;
    const isAlone = atoms[last - 1] === Atom.Comma || atoms[last - 1] === Atom.OpenParenthesis;
    if (last > calls.opens[call]! && isAlone && isSameName(tokens, last, name)) return true;
  }
  return false;
}

/** Where the pattern opens that takes a call's value apart; -1 where none does. */
function patternBefore({ atoms, tokens }: FileView, { start, end }: Pick<Call, "start" | "end">): number {
  if (atoms[start - 1] !== Atom.Equals) return -1;
  const close = atoms[start - 2];
  if (close !== Atom.CloseBrace && close !== Atom.CloseBracket) return -1;
  // `sort(options, cb).options`
  if (atoms[end] === Atom.Dot || atoms[end] === Atom.OpenBracket) return -1;
  const open = tokens.match[start - 2]!;
  const before = atoms[open - 1];
  const isDeclared = before === Word.const || before === Word.let || before === Word.var;
  // `cache[id] = load(cb)` is none.
  const isOwn = before === Atom.Semicolon || before === Atom.OpenParenthesis || before === Atom.OpenBrace;
  return isDeclared || isOwn ? open : -1;
}

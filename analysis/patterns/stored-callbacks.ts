import { Atom, Word } from "../functions/atoms.ts";
import type { FoundFunction } from "../functions/found.ts";
import { isText } from "../functions/scan.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { isErrorName } from "./callback-names.ts";
import { argumentsOf } from "./chains.ts";
import { NameFilter } from "./name-filter.ts";
import { returnStarts } from "./returns.ts";
import { parameterNames } from "./parameter-names.ts";
import { functionStartingAt, textAt, type FileView } from "./file-view.ts";

const STORED_NAMES: ReadonlySet<string> = new Set([
  ...["done", "cb", "callback", "finish", "complete"],
  ...["_done", "_cb", "_callback", "_finish", "_complete"],
]);

const MAY_BE_STORED = new NameFilter(STORED_NAMES);

/** Calls that ask about what they are given, or let go of it, and call nothing. */
const ONLY_LOOKS =
  /^(?:assert|ok|invariant|is[A-Z]\w*|typeof|clear[A-Z]\w*|off|remove(?:Event)?Listener|unsubscribe|delete|has)$/;

/** Whether a call calls a callback that is stored on `this`, or hands one on; in rare cases though it does not. */
export function mayUseStored(view: FileView, call: number): boolean {
  const { starts, nameTokens, opens, ends, nameKeys } = view.calls;
  const start = starts[call]!;
  const isNamed = MAY_BE_STORED.hasKey(nameKeys[call]!) && nameTokens[call] === start + 2;
  if (isNamed && isOnThis(view, start)) return true;
  const last = ends[call]! - 4;
  return last > opens[call]! && isOnThis(view, last);
}

function isOnThis(view: FileView, token: number): boolean {
  return (
    view.atoms[token] === Word.this &&
    view.atoms[token + 1] === Atom.Dot &&
    MAY_BE_STORED.has(view.tokens, token + 2)
  );
}

/**
 * The callback that a method finds on its object, where somebody has stored it: `done` of `this.done(err)` or
 * `tx.commit(this.done)`. Undefined where it uses none, or is no method.
 */
export function storedCallback(view: FileView, index: number): string | undefined {
  if (!isMethod(view.functions[index]!)) return undefined;
  const { first, next } = view.callsOf;
  for (let callIndex = first[index]!; callIndex >= 0; callIndex = next[callIndex]!) {
    if (!mayUseStored(view, callIndex)) continue;
    const call = view.calls.at(callIndex);
    const given = argumentsOf(view, call);
    if (isStored(view, call.start) && call.nameToken === call.start + 2 && call.open === call.start + 3) {
      const first = given[0];
      const text = first === undefined ? "" : textAt(view, first.start);
      const settles = text === "null" || (isErrorName(text) && first!.end === first!.start + 1);
      if (settles) return textAt(view, call.nameToken);
    }
    const name = call.nameToken < 0 ? "" : textAt(view, call.nameToken);
    const last = ONLY_LOOKS.test(name) ? undefined : given.at(-1);
    if (last !== undefined && last.end === last.start + 3 && isStored(view, last.start))
      return textAt(view, last.start + 2);
  }
  return undefined;
}

/** The name under which a function stores its last parameter on `this`, to be called later; undefined where it does not. */
export function storedParameter(view: FileView, index: number): string | undefined {
  const { body } = view.functions[index]!;
  const last = parameterNames(view, view.functions[index]!).at(-1);
  for (let token = body.start; last !== undefined && token < body.end - 4; token++)
    if (
      isStored(view, token) &&
      view.atoms[token + 3] === Atom.Equals &&
      isText(view.tokens, token + 4, last)
    )
      return textAt(view, token + 2);
  return undefined;
}

const called = new WeakMap<FileView, Set<string>>();

/** Whether a method of what a constructor makes calls a callback that is stored under a name, or hands it on. */
export function isCalledByMethods(view: FileView, constructor: string, stored: string): boolean {
  let names = called.get(view);
  if (names === undefined) {
    names = new Set();
    for (let index = 0; index < view.functions.length; index++) {
      const its = storedCallback(view, index);
      if (its !== undefined) names.add(`${constructorOf(view, view.functions[index]!)}.${its}`);
    }
    called.set(view, names);
  }
  return names.has(`${constructor}.${stored}`);
}

/** `Upload` of `Upload.prototype.run = function …`, or of `Upload.prototype = { run() { … } }`. */
function constructorOf(view: FileView, { target }: FoundFunction): string {
  const assigned = target?.kind === "member" ? target.holder.target : target;
  return assigned?.kind === "assignment" ? textAt(view, assigned.left.start) : "";
}

/** `this.done` at a token. */
function isStored(view: FileView, token: number): boolean {
  return (
    isOnThis(view, token) &&
    view.tokens.kinds[token + 2] === TokenKind.Identifier &&
    STORED_NAMES.has(textAt(view, token + 2))
  );
}

function isMethod({ form, target }: FoundFunction): boolean {
  if (form === "method") return true;
  // `Upload.prototype.run = function …`
  return form === "function" && target?.kind === "assignment" && target.left.end - target.left.start >= 3;
}

/**
 * Whether a function only makes a callback of the one that it is given, `function (err) { … }`, and returns it: it waits
 * for nothing itself.
 */
export function returnsCallback(view: FileView, index: number): boolean {
  const starts = returnStarts(view, index);
  let takesErrors = false;
  const areCallbacks = starts.every((start) => {
    const inner = functionStartingAt(view, start);
    if (inner === undefined || view.functions[inner]!.parent !== index) return false;
    const first = parameterNames(view, view.functions[inner]!)[0];
    takesErrors ||= first !== undefined && isErrorName(first);
    // One that takes nothing stands for a callback that is left out.
    return first === undefined || isErrorName(first);
  });
  return areCallbacks && takesErrors;
}

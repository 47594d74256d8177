import { Atom } from "../functions/atoms.ts";
import type { Call, FoundFunction, TokenSpan } from "../functions/found.ts";
import {
  isCallbackName,
  isErrorName,
  isErrorSinkName,
  mayBeCallbackName,
  takesPlainFunctions,
} from "./callback-names.ts";
import { argumentsOf, calleePath } from "./chains.ts";
import { startOfLastItem } from "../functions/lists.ts";
import { isText } from "../functions/scan.ts";
import { textAt, type FileView } from "./file-view.ts";
import { parameterNames } from "./parameter-names.ts";
import { isPromiseClass } from "./promises.ts";

/** The function's node-style callback, if its last parameter is one and its use proves it. */
export function provenCallback(view: FileView, index: number): string | undefined {
  if (!mayCallBack(view, index)) return undefined;
  const known = view.knownCallbacks.get(index);
  if (known !== undefined) return known ?? undefined;
  const callback = proven(view, index, undefined);
  view.knownCallbacks.set(index, callback ?? null);
  return callback;
}

/**
 * Whether a function does anything with its last parameter that a callback is for: it must be called, or, if its name
 * says that it is one, be handed on.
 */
function mayCallBack(view: FileView, index: number): boolean {
  const { callbackUses } = view;
  if (!callbackUses.has(index)) return false;
  return callbackUses.isCalled(index) || isCallbackName(textAt(view, callbackUses.lastNames[index]!));
}

function proven(view: FileView, index: number, alreadyAsked: Set<number> | undefined): string | undefined {
  if (!mayCallBack(view, index)) return undefined;
  const found = view.functions[index]!;
  const name = textAt(view, view.callbackUses.lastNames[index]!);
  if (isErrorSinkName(name) || isExecutor(view, found)) return undefined;
  const asked = (alreadyAsked ?? new Set()).add(index);
  const uses = usesOf(view, index, name);
  if (uses.errorFirst === 0 && givesPromise(view, found.parameters)) return undefined;
  // To follow where it is handed on is dear, and most often not needed.
  const isNext = name === "next" && isMiddleware(parameterNames(view, found));
  if (isNext || isCallbackName(name)) {
    if (uses.errorFirst > 0 && !isNext) return name;
    if (uses.plain > 0) return undefined;
    return uses.deferred > 0 || uses.passing.some((call) => passesOn(view, call, asked)) ? name : undefined;
  }
  if (mayBeCallbackName(name)) return uses.errorFirst > 0 && uses.plain === 0 ? name : undefined;
  return uses.errorFirst > 0 && uses.settled > 0 && uses.plain === 0 ? name : undefined;
}

/** Whether the last parameter is declared to give a promise: `next: () => Promise<void>` of middleware is waited for. */
function givesPromise(view: FileView, { start, end }: TokenSpan): boolean {
  for (let token = startOfLastItem(view, start, end); token < end - 1; token++)
    if (view.atoms[token] === Atom.Arrow && isText(view.tokens, token + 1, "Promise")) return true;
  return false;
}

/** As {@link provenCallback}, while the functions in `asked` are still in question: those that call each other. */
function provenAmong(view: FileView, index: number, asked: Set<number>): string | undefined {
  const known = view.knownCallbacks.get(index);
  if (known !== undefined) return known ?? undefined;
  return asked.has(index) ? undefined : proven(view, index, asked);
}

/** `(request, response, next)`: `next` is called without anything asynchronous most of the time. */
function isMiddleware(names: readonly string[]): boolean {
  const request = names.at(-3);
  if (request === undefined) return names.length === 2 && /^(?:ctx|context)$/.test(names[0]!);
  return /^_?(?:req|request|ctx)/.test(request) || /^_?(?:res|response)/.test(names.at(-2)!);
}

/** The executor of a promise is asynchronous only as part of the function around it. */
function isExecutor(view: FileView, found: FoundFunction): boolean {
  if (found.target?.kind !== "argument") return false;
  const call = view.calls.at(found.target.call);
  return call.constructs && isPromiseClass(calleePath(view, call));
}

interface Uses {
  /** Calls with an error, `null` or `undefined` first. */
  errorFirst: number;
  /** Of them, those with `null` or `undefined` first. */
  settled: number;
  /** Calls without arguments in a function nested in this one. */
  deferred: number;
  /** Calls with anything else first. */
  plain: number;
  /** Calls that get it as their last argument. */
  readonly passing: Call[];
}

function usesOf(view: FileView, index: number, name: string): Uses {
  const uses: Uses = { errorFirst: 0, settled: 0, deferred: 0, plain: 0, passing: [] };
  const { starts, nameTokens, opens, ends, owners } = view.calls;
  for (const call of view.callbackUses.of(index)) {
    const start = starts[call]!;
    const isCalled =
      start === nameTokens[call] && isText(view.tokens, start, name) && view.atoms[start - 1] !== Atom.Dot;
    if (!isCalled && !isLastArgument(view, opens[call]!, ends[call]!, name)) continue;
    if (isShadowed(view, owners[call]!, index, name)) continue;
    if (isCalled) countCall(view, view.calls.at(call), index, uses);
    else uses.passing.push(view.calls.at(call));
  }
  return uses;
}

function isShadowed(view: FileView, owner: number, index: number, name: string): boolean {
  for (let around = owner; around > index; around = view.functions[around]!.parent) {
    const found = view.functions[around]!;
    if (holdsText(view, found.parameters, name) && parameterNames(view, found).includes(name)) return true;
  }
  return false;
}

function holdsText(view: FileView, { start, end }: TokenSpan, text: string): boolean {
  for (let token = start; token < end; token++) if (isText(view.tokens, token, text)) return true;
  return false;
}

function countCall(view: FileView, call: Call, index: number, uses: Uses): void {
  const first = argumentsOf(view, call)[0];
  if (first === undefined) {
    if (call.owner !== index) uses.deferred++;
    return;
  }
  const text = textAt(view, first.start);
  if (text === "null" || text === "undefined" || text === "void") {
    uses.errorFirst++;
    uses.settled++;
  } else if (
    isErrorName(text) ||
    (text === "new" && /(?:Error|Exception)$/.test(textAt(view, first.start + 1)))
  ) {
    uses.errorFirst++;
  } else uses.plain++;
}

/** The name or literal that is all of a call's last argument; "" where there is none. */
export function lastArgument(view: FileView, { open, end }: Call): string {
  const last = end - 2;
  if (last <= open) return "";
  const before = view.atoms[last - 1];
  return before === Atom.Comma || before === Atom.OpenParenthesis ? textAt(view, last) : "";
}

function isLastArgument(view: FileView, open: number, end: number, name: string): boolean {
  const last = end - 2;
  if (last <= open || !isText(view.tokens, last, name)) return false;
  const before = view.atoms[last - 1];
  return before === Atom.Comma || before === Atom.OpenParenthesis;
}

/** Whether a call that gets the callback as its last argument will call it back. */
function passesOn(view: FileView, call: Call, asked: Set<number>): boolean {
  const callee = call.nameToken < 0 ? "" : textAt(view, call.nameToken);
  if (takesPlainFunctions(callee)) return /^async\./.test(calleePath(view, call));
  if (call.nameToken !== call.start) return true;
  const local = view.functionNamed.get(callee);
  if (local === undefined) return true;
  return provenAmong(view, local, asked) !== undefined;
}

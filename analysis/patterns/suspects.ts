import { Atom, Word } from "../functions/atoms.ts";
import { isText } from "../functions/scan.ts";
import { TokenKind, type TokenList } from "../lexer/tokens.ts";
import { provenCallback } from "./callbacks.ts";
import { isDot } from "./chains.ts";
import { EMITTER_CLASSES, MAKERS_OF_STREAMS } from "./emitters.ts";
import type { FileView } from "./file-view.ts";
import { NameFilter } from "./name-filter.ts";
import { DEFERRED_MAKERS, openOfRun, PROMISE_METHODS } from "./promises.ts";
import { lateHandlers } from "./responses.ts";
import { mayUseStored } from "./stored-callbacks.ts";

/** Names in a callee that promises or observables have, beside the roots of libraries. */
const TELLING = new NameFilter([
  ...PROMISE_METHODS,
  ...DEFERRED_MAKERS,
  "Observable",
  "Subject",
  "pipe",
  "wait",
  ...MAKERS_OF_STREAMS,
]);

const EMITTER_CLASS = new NameFilter(EMITTER_CLASSES);

const EMIT = new NameFilter(["emit"]);

const CAPITAL_P = 0x50;

const UNDERSCORE = new NameFilter(["_"]);

/**
 * The functions whose pattern has to be looked into, as 1 for each: all that are asynchronous are among them. Of the
 * others, most call nothing whose name has to do with promises, streams or fibers, and nothing that could be their
 * callback; to see that here, in one pass over the calls, costs a small part of asking about each pattern.
 */
export function suspectsOf(view: FileView): Uint8Array {
  const { functionList, functions, tokens, atoms } = view;
  const { traits, ends, parents, parametersStarts, parametersEnds, length } = functionList;
  const suspects = new Uint8Array(length);
  if (view.usesFibers || view.documentsAsyncReturns) return suspects.fill(1);
  markCallers(view, suspects);
  for (const handler of lateHandlers(view).keys()) suspects[handler] = 1;
  /** Where the parameters end that were looked through last, in vain: those of functions in them are among them. */
  let seen = 0;
  for (let index = 0; index < length; index++) {
    const end = ends[index]!;
    const becomesFiber = atoms[end] === Atom.Dot && isText(tokens, end + 1, "future");
    if (traits[index] !== 0 || becomesFiber) suspects[index] = 1;
    const parametersEnd = parametersEnds[index]!;
    // What an asynchronous function is given to may give its promise, and what runs it at once may, too.
    const parent = parents[index]!;
    if (traits[index] !== 0 && parent >= 0 && suspects[parent] === 0)
      if (functions[index]!.argumentOf >= 0 || openOfRun(view, end) >= 0) suspects[parent] = 1;
    if (parametersEnd > seen) {
      if (hasUnderscore(tokens, parametersStarts[index]!, parametersEnd)) suspects[index] = 1;
      else seen = parametersEnd;
    }
    if (provenCallback(view, index) === undefined) continue;
    suspects[index] = 1;
    // What returns it may make thunks.
    if (parents[index]! >= 0) suspects[parents[index]!] = 1;
  }
  return suspects;
}

/** Marks the functions that make a call of their own with a telling name, and those that are given to a library. */
function markCallers(view: FileView, suspects: Uint8Array): void {
  const { calls, tokens, atoms, roots } = view;
  const { starts, nameTokens, opens, owners, constructs, startKeys, nameKeys, ends, length } = calls;
  const libraryCalls: number[] = [];
  const emitting = new Set<number>();
  /** Where the last call ends that is given back. */
  let givenBack = -1;
  for (let call = 0; call < length; call++) {
    const owner = owners[call]!;
    const start = starts[call]!;
    const startKey = startKeys[call]!;
    const nameKey = nameKeys[call]!;
    const isLibrary = roots.hasKey(startKey);
    if (isLibrary) libraryCalls.push(call);
    const last = nameTokens[call]!;
    // `emitter.emit("end")`
    const mayEmit = last === start + 2 && EMIT.hasKey(nameKey);
    if (mayEmit && owner >= 0 && tokens.kinds[opens[call]! + 1] === TokenKind.String)
      markAround(view, owner, emitting);
    if (owner < 0 || suspects[owner] === 1) continue;
    // `return withTimeout(load(id))`: what is given may be a promise, and so what it gives back.
    const before = atoms[start - 1]!;
    if (before === Word.return || before === Atom.Arrow) givenBack = ends[call]!;
    else if (start < givenBack && (before === Atom.OpenParenthesis || before === Atom.Comma))
      suspects[owner] = 1;
    const makesAsync =
      constructs[call] === 1 &&
      (endsWithPromise(tokens, start) || (last >= 0 && EMITTER_CLASS.hasKey(nameKey)));
    if (isLibrary || makesAsync || mayUseStored(view, call)) {
      suspects[owner] = 1;
      continue;
    }
    if (last < 0) continue;
    if (TELLING.hasKey(startKey) || TELLING.hasKey(nameKey)) suspects[owner] = 1;
    // What stands before an earlier call of the chain is looked at with that call.
    for (let token = last - 2; token > start && isDot(atoms[token + 1]!); token -= 2)
      if (TELLING.has(tokens, token)) suspects[owner] = 1;
  }
  for (const index of emitting) suspects[index] = 1;
  markArguments(view, libraryCalls, suspects);
}

/** Adds the functions around one that emits: one of them may give the emitter back. */
function markAround({ functionList }: FileView, index: number, emitting: Set<number>): void {
  const { parents } = functionList;
  for (let around = parents[index]!; around >= 0 && !emitting.has(around); around = parents[around]!)
    emitting.add(around);
}

/** Whether a name ends as classes of promises do, whatever their library. */
function endsWithPromise({ starts, ends, bytes, text }: TokenList, token: number): boolean {
  const start = ends[token]! - "Promise".length;
  return start >= starts[token]! && bytes[start] === CAPITAL_P && text.startsWith("Promise", start);
}

/** Marks the functions among the arguments of some calls, which come in source order. */
function markArguments(view: FileView, libraryCalls: readonly number[], suspects: Uint8Array): void {
  const { calls, functions, functionList } = view;
  const { starts, ends, length } = functionList;
  const isLibrary = new Set(libraryCalls);
  /** Of each function around such calls, where those end that were looked through. */
  const seen = new Map<number, number>();
  for (const call of libraryCalls) {
    const owner = calls.owners[call]!;
    const end = calls.ends[call]!;
    // It stands in another one's arguments.
    if (end <= (seen.get(owner) ?? 0)) continue;
    seen.set(owner, end);
    let index = functionList.firstFrom(calls.opens[call]!);
    while (index < length && starts[index]! < end) {
      if (isLibrary.has(functions[index]!.argumentOf)) suspects[index] = 1;
      index = functionList.firstFrom(ends[index]!);
    }
  }
}

function hasUnderscore(tokens: TokenList, start: number, end: number): boolean {
  for (let token = start; token < end; token++) if (UNDERSCORE.has(tokens, token)) return true;
  return false;
}

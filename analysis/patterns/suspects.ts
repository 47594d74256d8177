import { Atom } from "../functions/atoms.ts";
import type { FunctionRecord } from "../functions/function-list.ts";
import { isText } from "../functions/scan.ts";
import type { TokenList } from "../lexer/tokens.ts";
import { provenCallback } from "./callbacks.ts";
import type { FileView } from "./file-view.ts";
import { NameFilter } from "./name-filter.ts";
import { DEFERRED_MAKERS, PROMISE_METHODS } from "./promises.ts";
import { mayUseStored } from "./stored-callbacks.ts";

/** Names in a callee that promises or observables have, beside the roots of libraries. */
const TELLING = new NameFilter([
  ...PROMISE_METHODS,
  ...DEFERRED_MAKERS,
  "Observable",
  "Subject",
  "pipe",
  "wait",
]);

const UNDERSCORE = new NameFilter(["_"]);

/**
 * The functions whose pattern has to be looked into, as 1 for each: all that are asynchronous are among them. Of the
 * others, most call nothing whose name has to do with promises, streams or fibers, and nothing that could be their
 * callback; to see that here, in one pass over the calls, costs a small part of asking about each pattern.
 */
export function suspectsOf(view: FileView): Uint8Array {
  const { functions, tokens, atoms } = view;
  const suspects = new Uint8Array(functions.length);
  if (view.usesFibers || view.documentsAsyncReturns) return suspects.fill(1);
  markCallers(view, suspects);
  for (let index = 0; index < functions.length; index++) {
    const found = functions[index]!;
    const declares = found.returnTypeEnd > found.returnTypeStart;
    const becomesFiber = atoms[found.end] === Atom.Dot && isText(tokens, found.end + 1, "future");
    if (found.isAsync || found.isGenerator || declares || becomesFiber || isGivenToLibrary(view, found)) {
      suspects[index] = 1;
    }
    if (found.parametersStart === found.parametersEnd) continue;
    if (hasUnderscore(tokens, found)) suspects[index] = 1;
    if (provenCallback(view, index) !== undefined) {
      suspects[index] = 1;
      // What returns it may make thunks.
      if (found.parent >= 0) suspects[found.parent] = 1;
    }
  }
  return suspects;
}

/** Marks the functions that make a call of their own with a telling name. */
function markCallers(view: FileView, suspects: Uint8Array): void {
  const { calls, tokens, roots } = view;
  const { starts, nameTokens, owners, constructs, length } = calls;
  for (let call = 0; call < length; call++) {
    const owner = owners[call]!;
    if (owner < 0 || suspects[owner] === 1) continue;
    const start = starts[call]!;
    const makesPromise = constructs[call] === 1 && endsWithPromise(tokens, start);
    if (makesPromise || roots.has(tokens, start) || mayUseStored(view, call)) {
      suspects[owner] = 1;
      continue;
    }
    const last = nameTokens[call]!;
    for (let token = start; token <= last; token += 2) if (TELLING.has(tokens, token)) suspects[owner] = 1;
    if (last >= 0 && TELLING.has(tokens, last)) suspects[owner] = 1;
  }
}

/** Whether a name ends as classes of promises do, whatever their library. */
function endsWithPromise({ starts, ends, text }: TokenList, token: number): boolean {
  const start = ends[token]! - "Promise".length;
  return start >= starts[token]! && text.startsWith("Promise", start);
}

function isGivenToLibrary({ calls, tokens, roots }: FileView, found: FunctionRecord): boolean {
  const call = found.argumentOf;
  return call >= 0 && roots.has(tokens, calls.starts[call]!);
}

function hasUnderscore(tokens: TokenList, found: FunctionRecord): boolean {
  for (let token = found.parametersStart; token < found.parametersEnd; token++)
    if (UNDERSCORE.has(tokens, token)) return true;
  return false;
}

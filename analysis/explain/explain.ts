import { displayName } from "../entries/names.ts";
import { Atom, Word } from "../functions/atoms.ts";
import { findFunctions } from "../functions/find.ts";
import type { FoundFunction } from "../functions/found.ts";
import { ownNameToken } from "../functions/name-token.ts";
import { openAround } from "../io-calls/waited.ts";
import { lex } from "../lexer/lex.ts";
import type { Language, TextRange } from "../model.ts";
import { isCallbackName } from "../patterns/callback-names.ts";
import { parameterNames } from "../patterns/parameter-names.ts";
import { calleePath, chainAt } from "../patterns/chains.ts";
import { yieldsDescriptions } from "../patterns/driven-elsewhere.ts";
import { classify, isContinuation, type Classified } from "../patterns/classify.ts";
import { textAt, viewOf, type FileView } from "../patterns/file-view.ts";
import { isCallOfPromise } from "../patterns/promises.ts";
import { returnedThunk } from "../patterns/others.ts";
import { returnStarts } from "../patterns/returns.ts";
import type { ExplanationKind } from "./kinds.ts";

/** Why the function around a place has an entry, or has none. */
export interface Explanation {
  readonly kind: ExplanationKind;
  /** As a person would call the function; empty with `no-function`. */
  readonly name: string;
  /** The function; null with `no-function`. */
  readonly range: TextRange | null;
  /** Where the function's own name stands, if it has one. */
  readonly nameRange: TextRange | null;
  /** Sentences for the user: what was found, and what would make a difference. */
  readonly why: string;
}

/**
 * Says why the innermost function around an offset is, or is not, among the asynchronous functions of its file. Reads
 * the whole text, and is for one question at a time.
 *
 * @param end Where more than a place is asked about, as a line: of the functions that have a part of it, the last is meant.
 */
export function explain(text: string, language: Language, offset: number, end = offset): Explanation {
  const view = viewOf(findFunctions(lex(text, language), language));
  const { starts, ends } = view.tokens;
  const index = view.functions.findLastIndex(
    (found) => starts[found.start]! <= end && offset <= ends[found.end - 1]!,
  );
  if (index < 0) {
    const why = "There is no function here.";
    return { kind: "no-function", name: "", range: null, nameRange: null, why };
  }
  const found = view.functions[index]!;
  const name = displayName(view, found, null);
  const nameToken = ownNameToken(found);
  return {
    ...reasonOf(view, index, name),
    name,
    range: { start: starts[found.start]!, end: ends[found.end - 1]! },
    nameRange: nameToken < 0 ? null : { start: starts[nameToken]!, end: ends[nameToken]! },
  };
}

type Reason = Pick<Explanation, "kind" | "why">;

function reasonOf(view: FileView, index: number, name: string): Reason {
  const found = view.functions[index]!;
  const entries = classify(view);
  if (entries.some((entry) => entry.index === index))
    return { kind: "asynchronous", why: `${name} is asynchronous and has a hint.` };
  if (found.form === "constructor")
    return {
      kind: "constructor",
      why: "A constructor gives its object at once, and nobody can wait for it. Asynchronous functions within it have hints of their own.",
    };
  if (found.form === "getter" || found.form === "setter")
    return {
      kind: "accessor",
      why: `A ${found.form} is read or written like a plain value. Make it a method to get a hint.`,
    };
  const around = entryAround(view, index, entries);
  if (isPartOfFlow(view, index, around)) return partOfFlow(view, around);
  if (found.isGenerator && yieldsDescriptions(view))
    return {
      kind: "generator",
      why: `${name} is a generator for a library such as redux-saga: what it yields describes effects, of which this file does not tell which do I/O. It has no hint.`,
    };
  if (found.isGenerator)
    return {
      kind: "generator",
      why: `${name} is a generator, and nothing shows that anybody waits for what it yields: neither a runner in the same file (co, Bluebird.coroutine, Q.async and their like), nor that it uses what comes back. It gives values, one after the other, at once.`,
    };
  return (
    callbackReason(view, found, name) ??
    returnReason(view, index, name) ??
    lettingGo(view, index, name) ??
    synchronous(name)
  );
}

/**
 * Says why the function of that name, as a person calls it, is not among the asynchronous ones of its file; undefined where there
 * is none of that name, or it is.
 */
export function whyNot(text: string, language: Language, name: string): string | undefined {
  const view = viewOf(findFunctions(lex(text, language), language));
  const index = view.functions.findIndex((found) => displayName(view, found, null) === name);
  if (index < 0) return undefined;
  const { kind, why } = reasonOf(view, index, name);
  return kind === "asynchronous" ? undefined : why;
}

/** `fetch(url).then(show)` as a statement: it goes on when its caller has long gone on. */
function lettingGo(view: FileView, index: number, name: string): Reason | undefined {
  for (const callIndex of view.callsOf.of(index)) {
    const call = view.calls.at(callIndex);
    if (call.nameToken <= call.start || call.result !== null || !isCallOfPromise(view, call)) continue;
    const callee = calleePath(view, chainAt(view, call.start)[0]!) || textAt(view, call.start);
    const handler = textAt(view, call.nameToken);
    const when = handler === "catch" ? "fails" : handler === "finally" ? "is done" : "answers";
    return {
      kind: "lets-go",
      why: `${name} starts \`${callee}()\` and goes on with \`.${handler}(…)\` when that ${when}, but gives its caller nothing to wait for: nobody can tell when it is done. Give the promise back (\`return ${callee}(…)\`), or declare the function \`async\` and await it, to get a hint.`,
    };
  }
  return undefined;
}

/** A function that is a part of the one around it: a handler, or the body of a generator or thunk that it returns. */
function isPartOfFlow(view: FileView, index: number, around: Classified | undefined): boolean {
  const found = view.functions[index]!;
  if (around !== undefined && found.parent === around.index) {
    if (around.pattern === "thunk" && returnedThunk(view, around.index) === index) return true;
    if (around.pattern === "generator" && found.isGenerator && around.madeBy === undefined) return true;
  }
  return isContinuation(view, found, around !== undefined) && !isGivenBack(view, found);
}

/** Whether a function is returned, or is a method of an object that is: it runs when somebody calls it later. */
function isGivenBack(view: FileView, { target, start }: FoundFunction): boolean {
  if (target === null) return view.atoms[start - 1] === Word.return;
  if (target.kind !== "member" || target.holder.kind !== "object" || target.holder.target !== null)
    return false;
  const open = openAround(view, start - 1);
  const before = view.atoms[open - 1];
  return before === Word.return || (before === Atom.OpenParenthesis && view.atoms[open - 2] === Atom.Arrow);
}

function partOfFlow(view: FileView, around: Classified | undefined): Reason {
  if (around === undefined)
    return {
      kind: "part-of-flow",
      why: "It is given to a promise and carries its flow on, outside of any asynchronous function: there is nothing that could be called and measured. Put the chain into a function that returns it to get a hint.",
    };
  const name = displayName(view, view.functions[around.index]!, around.madeBy?.result ?? null);
  return {
    kind: "part-of-flow",
    why: `It is a part of ${name}, the asynchronous function around it, whose hint counts its tokens.`,
  };
}

function callbackReason(view: FileView, found: FoundFunction, name: string): Reason | undefined {
  const last = parameterNames(view, found).at(-1) ?? "";
  if (!isCallbackName(last)) return undefined;
  return {
    kind: "callback-not-proven",
    why: `${name} takes \`${last}\`, but its use does not show a callback that tells of an error or of success later: it is not called with an error or \`null\` first, nor handed on as the last argument to a call that would do so.`,
  };
}

function returnReason(view: FileView, index: number, name: string): Reason | undefined {
  for (const start of returnStarts(view, index)) {
    const call = chainAt(view, start)[0];
    if (call === undefined || call.constructs) continue;
    const callee = calleePath(view, call) || textAt(view, start);
    const given = callee === "(" ? "what a call gives" : `what \`${callee}()\` gives`;
    return {
      kind: "returns-unknown",
      why: `${name} is not declared \`async\` and returns ${given}. Whether that is a promise cannot be told from this file: declare the function \`async\`, or its return type as a Promise (\`@returns {Promise}\` in JavaScript), to get a hint.`,
    };
  }
  return undefined;
}

function synchronous(name: string): Reason {
  return {
    kind: "synchronous",
    why: `${name} is not asynchronous as far as its text tells: it is not declared \`async\`, has no callback parameter, and returns no promise, thunk or observable.`,
  };
}

function entryAround(view: FileView, index: number, entries: readonly Classified[]): Classified | undefined {
  const entryOf = new Map(entries.map((entry) => [entry.index, entry]));
  let around = view.functions[index]!.parent;
  while (around >= 0 && !entryOf.has(around)) around = view.functions[around]!.parent;
  return entryOf.get(around);
}

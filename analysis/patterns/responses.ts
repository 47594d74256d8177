import { isErrorName, takesPlainFunctions } from "./callback-names.ts";
import { textAt, type FileView } from "./file-view.ts";
import { NameFilter } from "./name-filter.ts";
import { isStoreOperation } from "./store-operations.ts";
import { functionWithParameter, parameterNames, REQUEST } from "./parameter-names.ts";
import { returnsPromise } from "./promises.ts";

/** What an HTTP server's handler is given to answer with. */
const RESPONSES = ["res", "_res", "response", "_response", "reply", "_reply"];
const MAY_BE_RESPONSE = new NameFilter(RESPONSES);
const RESPONSE: ReadonlySet<string> = new Set(RESPONSES);

/** By what a handler answers at last. */
const ANSWERS = /^(?:send|json|jsonp|end|render|redirect|send[fF]ile|sendStatus|download)$/;

/** Whether a method by this name answers a request, of a parameter by one of these: nobody waits for what it gives back. */
export function isAnswer(method: string, parameters: readonly { readonly name: string }[]): boolean {
  return ANSWERS.test(method) && parameters.some(({ name }) => RESPONSE.has(name));
}

/** What calls a function that takes an error only where there is one, or whenever it comes. */
const LISTENS = /^(?:on|once|addListener|use|then|catch)$/;
/** So many functions around an answer are looked at. */
const LEVELS_AT_MOST = 5;

/** Index of the handler of whose response a function calls a method, by the first token of that call; -1 for none. */
export function handlerOf(view: FileView, owner: number, start: number): number {
  const root = textAt(view, start);
  if (!RESPONSE.has(root)) return -1;
  const around = functionWithParameter(view, owner, root);
  if (around < 0) return -1;
  return answerOf(parameterNames(view, view.functions[around]!)) === root ? around : -1;
}

/** The parameter with which a handler of HTTP answers, by the names of them all; undefined where it is none. */
export function answerOf(names: readonly string[]): string | undefined {
  return names.find((name, at) => at > 0 && RESPONSE.has(name) && REQUEST.test(names[at - 1]!));
}

const known = new WeakMap<FileView, ReadonlyMap<number, string>>();

/**
 * The handlers of a file that answer in a node-style callback, `(req, res) => res.render("page", {}, (err, html) => res.send(html))`, or behind
 * a promise that they do not return, `(req, res) => { find().then((rows) => res.json(rows)); }`, by their index, and what each calls its response.
 */
export function lateHandlers(view: FileView): ReadonlyMap<number, string> {
  const before = known.get(view);
  if (before !== undefined) return before;
  const handlers = new Map<number, string>();
  const returning = new Map<number, boolean>();
  const isPromiseReturned = (handler: number): boolean => {
    if (!returning.has(handler)) returning.set(handler, returnsPromise(view, handler));
    return returning.get(handler)!;
  };
  const { starts, startKeys, nameTokens, owners, length } = view.calls;
  for (let call = 0; call < length; call++) {
    const start = starts[call]!;
    const owner = owners[call]!;
    if (owner < 0 || nameTokens[call]! <= start || !MAY_BE_RESPONSE.hasKey(startKeys[call]!)) continue;
    if (!ANSWERS.test(textAt(view, nameTokens[call]!))) continue;
    const handler = handlerOf(view, owner, start);
    if (
      handler >= 0 &&
      handler !== owner &&
      !handlers.has(handler) &&
      isInCallback(view, owner, handler, isPromiseReturned)
    )
      handlers.set(handler, textAt(view, start));
  }
  known.set(view, handlers);
  return handlers;
}

/**
 * Whether a function within a handler is, or stands in, one that a call is given and that takes an error first; or that gets what a promise gives
 * which the handler does not return, outside of listeners.
 */
function isInCallback(
  view: FileView,
  owner: number,
  handler: number,
  isPromiseReturned: (handler: number) => boolean,
): boolean {
  let index = owner;
  let [isBehindPromise, isInListener] = [false, false];
  for (let level = 0; index > handler && level < LEVELS_AT_MOST; level++) {
    const found = view.functions[index]!;
    const call = found.argumentOf < 0 ? undefined : view.calls.at(found.argumentOf);
    if (call !== undefined && !call.constructs && call.nameToken >= 0) {
      const name = textAt(view, call.nameToken);
      const [first = ""] = parameterNames(view, found);
      const takesError = first !== "" && isErrorName(first);
      const isPlain = takesPlainFunctions(name) && !isStoreOperation(view, call, true);
      if (takesError && !LISTENS.test(name) && !isPlain) return true;
      isInListener ||= /^(?:on|once|addListener)$/.test(name);
      isBehindPromise ||= name === "then";
    }
    index = found.parent;
  }
  return isBehindPromise && !isInListener && index <= handler && !isPromiseReturned(handler);
}

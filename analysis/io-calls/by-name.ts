import { Atom } from "../functions/atoms.ts";
import type { Call } from "../functions/found.ts";
import { listItems } from "../functions/lists.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { argumentsOf, endOfPath } from "../patterns/chains.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";
import { isClearlyPlain } from "./plain-calls.ts";
import type { Region } from "./region.ts";
import { iteratorPlace } from "./task-callbacks.ts";

/** Those that call the tasks of a list. */
const RUNS_TASKS = /^async\.(?:series|parallel|parallelLimit|waterfall|seq|race|tryEach)$/;
/** Functions of libraries of promises that call what they get behind a list, for each item. */
const FOR_EACH = /\.(?:map|mapSeries|each|filter|reduce)$/;
/** Goes through a stream, or waits for one item after the other. */
export const FROM_ASYNC = "Array.fromAsync";
/** Methods of lists that give what a function gives for each item. */
const GIVES_FOR_EACH = /^(?:map|flatMap|mapSeries)$/;

/**
 * Functions that caolan's async is given by name, to be called by it: `this.read` in `async.each(ids, this.read, done)`,
 * `load` in `async.waterfall([load, save], done)`. Each is like a call without parentheses: `open` and `end` are one past
 * its last token.
 */
export function namedTasks(view: FileView, path: string, call: Call, region: Region): Call[] {
  const given = argumentsOf(view, call);
  const [first] = given;
  if (first === undefined) return [];
  if (RUNS_TASKS.test(path)) {
    if (view.atoms[first.start] !== Atom.OpenBracket) return [];
    const tasks = listItems(view, first.start + 1, first.end - 1);
    return tasks.flatMap(({ start, end }) => named(view, start, end, call.owner, region));
  }
  const position = iteratorPlace(path);
  const iterator = given[position];
  // What stands last is the callback.
  if (iterator === undefined || position === given.length - 1) return [];
  return named(view, iterator.start, iterator.end, call.owner, region);
}

/** The same of `Promise.map(ids, load)`, and of a link `.map(load)` whose list is waited for. */
export function namedForEach(view: FileView, path: string, call: Call, region: Region): Call[] {
  const given = argumentsOf(view, call);
  const name = call.nameToken < 0 ? "" : textAt(view, call.nameToken);
  const isBehindList =
    given.length > 1 && (FOR_EACH.test(path) || path === FROM_ASYNC || isArrayFrom(view, call));
  const one = isBehindList ? given[1] : GIVES_FOR_EACH.test(name) ? given[0] : undefined;
  return one === undefined ? [] : named(view, one.start, one.end, call.owner, region);
}

/** `Array.from({ length: 4 }, worker)`. */
export function isArrayFrom(view: FileView, { start, nameToken }: Call): boolean {
  return nameToken === start + 2 && textAt(view, start) === "Array" && textAt(view, nameToken) === "from";
}

/** What names and dots stand for that are all between two tokens, or all before `.bind(…)`; none where it is clearly plain. */
function named(view: FileView, start: number, end: number, owner: number, region: Region): Call[] {
  if (view.tokens.kinds[start]! > TokenKind.Keyword || view.functionsAt.first(start) >= 0) return [];
  const after = endOfPath(view, start);
  const isBound =
    after < end &&
    view.atoms[after] === Atom.OpenParenthesis &&
    textAt(view, after - 1) === "bind" &&
    after > start + 2;
  if (after !== end && !isBound) return [];
  const open = isBound ? after - 2 : after;
  const nameToken = open - 1;
  if (
    view.tokens.kinds[nameToken]! > TokenKind.Keyword &&
    view.tokens.kinds[nameToken] !== TokenKind.PrivateName
  )
    return [];
  const call: Call = { start, nameToken, open, end: open, constructs: false, result: null, owner };
  const local = start === nameToken ? view.functionNamed.within(textAt(view, start), owner) : undefined;
  // A function within the entry is part of it.
  if (local !== undefined && region.functions.has(local)) return [];
  if (region.callbacks.has(textAt(view, nameToken)) || isClearlyPlain(view, call, region.entries)) return [];
  return [call];
}

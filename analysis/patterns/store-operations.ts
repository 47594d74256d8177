import type { Call } from "../functions/found.ts";
import { isErrorName, isPlaceName } from "./callback-names.ts";
import { argumentsOf } from "./chains.ts";
import { functionStartingAt, textAt, type FileView } from "./file-view.ts";
import { parameterNames } from "./parameter-names.ts";

/**
 * Operations of stores, queues and logs that have the names of what takes functions at once, and how many arguments they have
 * at least with a callback behind them: `redis.set(key, value, done)`, `users.find({ id }, done)`.
 */
const ARGUMENTS: ReadonlyMap<string, number> = new Map([
  ...[["set", 3] as const, ["replace", 3] as const],
  ...["delete", "has", "find", "log"].map((name) => [name, 2] as const),
]);
/** The same of those that as often keep a function that they are given by name: `queue.push(job, function (error) …)`. */
const KEEPS_BY_NAME = /^(?:add|push)$/;

/** Libraries of lists, and what keeps functions. */
const IS_NO_STORE =
  /^(?:_|lodash|underscore|R|ramda|\$|jquery|Array|Object|Reflect|console|#?\w*(?:[lL]isteners?|[hH]andlers?|[cC]allbacks?|[hH]ooks?|[sS]ubscribers?|[oO]bservers?))$/;

/** What goes through the items of a list. */
const EACH = /^(?:every|filter|find\w*|flatMap|forEach|map|some)$/;

/** What keeps a function for messages, or asks a server for them and is given an answer: `client.subscribe(topic, (err, granted) => …)`. */
const SUBSCRIBES = /^(?:un)?subscribe$/;

/** Whether a call whose last argument is a callback is such an operation; `isLiteral` where that is written in its place. */
export function isStoreOperation(view: FileView, call: Call, isLiteral: boolean): boolean {
  const { start, nameToken } = call;
  if (nameToken - 2 < start) return false;
  const name = textAt(view, nameToken);
  const least = isLiteral && KEEPS_BY_NAME.test(name) ? 2 : ARGUMENTS.get(name);
  const isByParameters = EACH.test(name) || SUBSCRIBES.test(name);
  if (least === undefined && !isByParameters) return false;
  const given = argumentsOf(view, call);
  const isEnough = least !== undefined && given.length >= least;
  if (!isEnough && !(isByParameters && takesErrorFirst(view, given.at(-1)?.start))) return false;
  return !IS_NO_STORE.test(textAt(view, start)) && !IS_NO_STORE.test(textAt(view, nameToken - 2));
}

/** Whether what begins at a token is a node-style callback: `(err, found) => …`. */
function takesErrorFirst(view: FileView, start = -1): boolean {
  const index = functionStartingAt(view, start);
  if (index === undefined) return false;
  const [first = "", second = ""] = parameterNames(view, view.functions[index]!);
  return first.length > 2 && isErrorName(first) && second !== "" && !isPlaceName(second);
}

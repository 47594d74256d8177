import type { Call } from "../functions/found.ts";
import { Atom } from "../functions/atoms.ts";
import { takesPlainFunctions } from "./callback-names.ts";
import { argumentsOf, isDot } from "./chains.ts";
import { textAt, type FileView } from "./file-view.ts";

/** What clients of stores are mostly called. */
const CLIENT = /^[_#]*(?:redis|db|client|pool|conn|connection|\w*(?:Client|Db|DB|Redis|Conn|Connection))$/;
/** What keeps a function that it is given, or calls it with something else than an answer. */
const KEEPS =
  /^(?:use|on|off|add|register|define|tap|hook|watch|listen|subscribe|stream|each|transaction|begin|with|function|method|aggregate|handle|command|create|make|extend|monitor|once|emit|wrap|run|scope|lock|then|catch|finally)(?![a-z])|Builder$/;

/** Whether a call that gets a function last is an operation on a client, which answers through it: `client.zcard(key, fn)`. */
export function isClientOperation(view: FileView, call: Call): boolean {
  const { start, nameToken } = call;
  if (call.constructs || nameToken - 2 < start || !isDot(view.atoms[nameToken - 1]!)) return false;
  const name = textAt(view, nameToken);
  if (takesPlainFunctions(name) || KEEPS.test(name) || argumentsOf(view, call).length < 2) return false;
  // `redis.client().lrange(…)`
  const isOnCall = view.atoms[nameToken - 2] === Atom.CloseParenthesis;
  const receiver = isOnCall ? view.tokens.match[nameToken - 2]! - 1 : nameToken - 2;
  return receiver >= start && CLIENT.test(textAt(view, receiver));
}

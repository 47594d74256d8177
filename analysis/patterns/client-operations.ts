import type { Call } from "../functions/found.ts";
import { Atom } from "../functions/atoms.ts";
import { argumentsOf, isDot } from "./chains.ts";
import { textAt, type FileView } from "./file-view.ts";

/** What clients of stores are mostly called. */
const CLIENT =
  /^(?:[_#]*(?:redis|db|client|pool|conn|connection)|#?\w*(?:Client|Db|DB|Redis|Conn|Connection))$/;
/** Operations that answer by the callback behind their arguments: Redis's, and what stores and queries have. Others call what they are given for each row, or in a transaction. */
const OPERATION =
  /^(?:m?get|[gs]etex|setnx|getset|append|strlen|exists|expire(?:at)?|ttl|persist|del|keys|rename(?:nx)?|(?:in|de)cr(?:by)?|h(?:m?get|getall|m?set|setnx|del|keys|vals|len|exists|incrby)|[lr]push|[lr]pop|b[lr]pop|l(?:len|range|index|rem|trim|set|insert)|s(?:add|rem|members|ismember|card|pop|move|inter|union|diff|randmember)|z(?:add|card|count|incrby|rank|rem|score|(?:rev)?range(?:byscore)?|revrank|remrangeby\w+)|publish|query|execute|insert|insertOne|insertMany|findOne|count|countDocuments|remove|save|put|send)$/;

/** Whether a call that gets a function last is an operation on a client, which answers through it: `client.zcard(key, fn)`. */
export function isClientOperation(view: FileView, call: Call): boolean {
  const { start, nameToken } = call;
  if (call.constructs || nameToken - 2 < start || !isDot(view.atoms[nameToken - 1]!)) return false;
  if (!OPERATION.test(textAt(view, nameToken)) || argumentsOf(view, call).length < 2) return false;
  // `redis.client().lrange(…)`
  const isOnCall = view.atoms[nameToken - 2] === Atom.CloseParenthesis;
  const receiver = isOnCall ? view.tokens.match[nameToken - 2]! - 1 : nameToken - 2;
  return receiver >= start && CLIENT.test(textAt(view, receiver));
}

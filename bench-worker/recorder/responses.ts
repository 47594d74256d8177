import { OutgoingMessage } from "node:http";
import { types } from "node:util";
import { dataOf } from "./data-of.ts";

/** What servers of HTTP/2 give to answer by, by its class: that module is loaded only where a program does. */
const OF_HTTP2 = new Set(["Http2ServerResponse", "ServerHttp2Stream"]);

/** Whether something is a response that a server gives, not a request that a client makes. */
export function isResponse(value: unknown): value is object {
  if (typeof value !== "object" || value === null || types.isProxy(value)) return false;
  return value instanceof OutgoingMessage ? "statusCode" in value : isOfHttp2(value);
}

/** Whether a response has ended. */
export function hasEnded(response: object): boolean {
  if (dataOf(response, "finished") === true || dataOf(response, "destroyed") === true) return true;
  // Node's own getters, which change nothing.
  return (
    isOfHttp2(response) &&
    (Reflect.get(response, "writableEnded") === true || Reflect.get(response, "destroyed") === true)
  );
}

function isOfHttp2(value: object): boolean {
  const constructor = dataOf(value, "constructor");
  if (typeof constructor !== "function" || !OF_HTTP2.has(String(dataOf(constructor, "name")))) return false;
  return typeof dataOf(value, "end") === "function" && typeof dataOf(value, "on") === "function";
}

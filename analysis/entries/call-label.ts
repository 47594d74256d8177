import { Atom } from "../functions/atoms.ts";
import type { Call } from "../functions/found.ts";
import { isText } from "../functions/scan.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";

/** In UTF-16 code units; a longer string is cut, as one that tells what a test is for. */
const LONGEST = 60;

/** How a router's methods are called that take a handler. */
const VERB = /^(?:all|get|head|post|put|patch|delete|options)$/;

/** What test runners let one put behind `it` and `test` for a while. */
const FOR_A_WHILE = /^(?:only|skip|concurrent|sequential|failing|todo)$/;

/** So far into a chain of calls `route` may stand: `express.Router().route("/orders").get(…)`. */
const CALLS_TO_ROUTE = 3;

/**
 * What tells the functions apart that are given to calls: the call's name and the string that stands first in it, as in
 * `app.get("/orders", async …)`: `get /orders`; `socket.on("data", …)`: `on data`. `app.route("/orders").get(…)` is the same.
 * "" where there is no such string.
 */
export function callLabel(view: FileView, call: Pick<Call, "start" | "nameToken" | "open">): string {
  if (call.nameToken < 0) return "";
  const name = textAt(view, nameOfCall(view, call.nameToken));
  const first = call.open + 1;
  const own = view.atoms[first + 1] === Atom.Comma ? stringAt(view, first) : "";
  const said = own === "" && VERB.test(name) ? routeBefore(view, call) : own;
  return said === "" ? "" : `${name} ${said}`;
}

/** The token of a call's name: of `it.only` that of `it`. */
function nameOfCall(view: FileView, nameToken: number): number {
  let token = nameToken;
  while (
    FOR_A_WHILE.test(textAt(view, token)) &&
    view.atoms[token - 1] === Atom.Dot &&
    view.tokens.kinds[token - 2]! <= TokenKind.Keyword
  )
    token -= 2;
  return token;
}

/** What `route("/orders")` is given in the chain before a call. */
function routeBefore(view: FileView, { start, open }: Pick<Call, "start" | "open">): string {
  const { calls, callsAt } = view;
  let before = callsAt.first(start);
  for (let step = 0; step < CALLS_TO_ROUTE && before >= 0 && calls.opens[before]! < open; step++) {
    const name = calls.nameTokens[before]!;
    if (name >= 0 && isText(view.tokens, name, "route")) return stringAt(view, calls.opens[before]! + 1);
    before = callsAt.next(before);
  }
  return "";
}

/** The string at a token, on one line and not too long; "" where there is none. */
function stringAt(view: FileView, token: number): string {
  if (view.tokens.kinds[token] !== TokenKind.String && view.atoms[token] !== Atom.TemplateWhole) return "";
  const said = textAt(view, token)
    .slice(1, -1)
    .replaceAll(/\\(["'`\\])/g, "$1")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
  if (said.length <= LONGEST) return said;
  // No half of a character that takes two code units.
  return `${said.slice(0, LONGEST - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/**
 * Whether a call gives a router the handler of a route, as `app.get("/orders", …)` does: the handler is called by that,
 * whatever the call's value goes into, which is the router.
 */
export function givesHandler(view: FileView, { nameToken }: Pick<Call, "nameToken">, label: string): boolean {
  return (
    view.atoms[nameToken - 1] === Atom.Dot && VERB.test(textAt(view, nameToken)) && /^\S+ \//.test(label)
  );
}

import { tokenText } from "../../../analysis/functions/scan.ts";
import { lex } from "../../../analysis/lexer/lex.ts";
import { copyTokens, TokenKind, type TokenList } from "../../../analysis/lexer/tokens.ts";
import type { Language } from "../../../analysis/model.ts";

/** What a function's text does with what an operation gives, to which it gives a function. */
export type UseOfGiven =
  /** It waits for it, or hands it on to who waits: `return queue.add(() => load(id))`. */
  | "waits"
  /** It goes on with it as a plain value: `query.modify((q) => …).insert(rows)`, `const one = list.pick((x) => x.id); one.run()`. */
  | "goes-on"
  /** It calls it, and nobody waits for that: `const step = compose(check, load); step(file)`. */
  | "calls";

/** What waits for a promise, or hands it on. */
const WAITS = new Set(["await", "yield", "return"]);
const OF_PROMISES = new Set(["then", "catch", "finally"]);
/** What goes on with a request, a server or a subscription, and tells nothing of what it was given. */
const OF_EMITTERS =
  /^(?:on|once|off|add\w*Listener|end|write|pipe|listen|close|destroy|abort|cancel|unref|ref|unsubscribe|stop|set(?:Timeout|Encoding|NoDelay|KeepAlive))$/;

/**
 * How a function's own text uses what the operations give that it gives functions to, by their last names; those that it uses in
 * several ways, drops, or assigns to what is only listened to, are not among them.
 */
export function usesOfGiven(text: string, language: Language): ReadonlyMap<string, UseOfGiven> {
  const tokens = copyTokens(lex(text, language));
  const uses = new Map<string, UseOfGiven | null>();
  for (let at = 1; at < tokens.count; at++) {
    if (tokenText(tokens, at) !== "(" || tokens.kinds[at - 1] !== TokenKind.Identifier) continue;
    const close = tokens.match[at]!;
    if (close < 0) continue;
    const name = tokenText(tokens, at - 1);
    const start = startOfChain(tokens, at - 1);
    const calls = isOnlyCalled(tokens, variableBefore(tokens, start), close);
    if (!calls && !endsWithFunction(tokens, at, close)) continue;
    const use = calls ? "calls" : useOf(tokens, start, close);
    uses.set(name, uses.has(name) && uses.get(name) !== use ? null : use);
  }
  return new Map([...uses].filter((one): one is [string, UseOfGiven] => one[1] !== null));
}

/** Whether an arrow or a function stands among the arguments between two brackets. */
function endsWithFunction(tokens: TokenList, open: number, close: number): boolean {
  for (let at = open + 1; at < close; at++) {
    const word = tokenText(tokens, at);
    if (word === "=>" || word === "function") return true;
    const partner = tokens.match[at]!;
    if (partner > at && partner < close) at = partner;
  }
  return false;
}

/** The first token of `a.b(1).c` whose last name is at `at`. */
function startOfChain(tokens: TokenList, at: number): number {
  for (let start = at; ;) {
    const before = tokenText(tokens, start - 1);
    if (before !== "." && before !== "?.") return start;
    start -= 2;
    while (
      /^[)\]]$/.test(tokenText(tokens, start)) &&
      tokens.match[start]! >= 0 &&
      tokens.match[start]! < start
    )
      start = tokens.match[start]! - 1;
    if (start < 0) return 0;
  }
}

function useOf(tokens: TokenList, start: number, close: number): UseOfGiven | null {
  const dot = tokenText(tokens, close + 1);
  const next = tokenText(tokens, close + 2);
  if (dot === "." || dot === "?.") {
    if (OF_PROMISES.has(next)) return "waits";
    return OF_EMITTERS.test(next) ? null : "goes-on";
  }
  const before = tokenText(tokens, start - 1);
  if (WAITS.has(before) || before === "=>") return "waits";
  const variable = variableBefore(tokens, start);
  return variable !== null && isRead(tokens, variable, close) ? "goes-on" : null;
}

/** The variable that the value is given to which begins at a token; null where there is none. */
function variableBefore(tokens: TokenList, start: number): string | null {
  if (tokenText(tokens, start - 1) !== "=" || tokenText(tokens, start - 3) === ".") return null;
  const variable = tokenText(tokens, start - 2);
  return /^[\p{ID_Start}$_]/u.test(variable) ? variable : null;
}

/** Whether all that comes of a variable behind a token are calls of it in statements of their own. */
function isOnlyCalled(tokens: TokenList, variable: string | null, from: number): boolean {
  let isCalled = false;
  for (let at = from; variable !== null && at < tokens.count; at++) {
    if (tokenText(tokens, at) !== variable || /^\??\.$/.test(tokenText(tokens, at - 1))) continue;
    const close = tokenText(tokens, at + 1) === "(" ? tokens.match[at + 1]! : -1;
    if (close < 0 || !/^[;{})]$/.test(tokenText(tokens, at - 1)) || tokenText(tokens, close + 1) !== ";")
      return false;
    isCalled = true;
  }
  return isCalled;
}

/** Whether a member of a variable is read behind a token, or it is asked for its truth, and none that tells of an emitter or a promise. */
function isRead(tokens: TokenList, variable: string, from: number): boolean {
  let isRead = false;
  for (let at = from; at < tokens.count; at++) {
    if (tokenText(tokens, at) !== variable || /^\??\.$/.test(tokenText(tokens, at - 1))) continue;
    if (tokenText(tokens, at - 1) === "await") return false;
    const dot = tokenText(tokens, at + 1);
    const member = dot === "." || dot === "?." ? tokenText(tokens, at + 2) : "";
    if (OF_PROMISES.has(member) || OF_EMITTERS.test(member)) return false;
    if (member !== "" || /^(?:\[|&&|\|\||===?|!==?)$/.test(dot) || tokenText(tokens, at - 1) === "!")
      isRead = true;
  }
  return isRead;
}

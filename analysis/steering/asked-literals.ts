import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import { BracketRole, copyTokens, TokenKind } from "../lexer/tokens.ts";
import type { IoCall, Language } from "../model.ts";
import { textAt, viewOf, type FileView } from "../patterns/file-view.ts";
import { asksForText, isBodyOf } from "./unconditional.ts";

/** What makes the rest of its statement depend on something that nobody can tell, or run later. */
const DEPENDS = /^(?:else|while|do|catch|finally|\?|&&|\|\||\?\?|=>|function)$/;

/** Texts that something has when it went wrong: whoever asks for one of these is not on the path of success. */
const WENT_WRONG =
  /fail|error|invalid|denied|refus|reject|abort|cancel|time-?d?out|expired|missing|^["'`]E[A-Z]{3,}/i;

/**
 * Those of a function's I/O calls that it comes to for some text that is asked for, `if (event.action === "opened")`, `case
 * "order.paid":`, or in a loop through a list, and on nothing else: no made-up value is that text, and a guard of a round (`if (!row.open)
 * continue`) may leave out all of them.
 *
 * @param start Where the function starts.
 */
export function callsForLiterals(
  text: string,
  language: Language,
  start: number,
  ioCalls: readonly IoCall[],
): IoCall[] {
  const tokens = copyTokens(lex(text, language));
  const view = viewOf(findFunctions(tokens, language));
  const target = view.functions.find((found) => tokens.starts[found.start] === start);
  if (target === undefined) return [];
  const at = new Map<number, number>();
  for (let token = target.start; token < tokens.starts.length; token++) at.set(tokens.starts[token]!, token);
  return ioCalls.filter(({ range }) => {
    const token = at.get(range.start);
    return token !== undefined && isForLiterals(view, token, target.start);
  });
}

/** Whether what stands around a call, up to the function's body, asks for texts or goes through lists only. */
function isForLiterals(view: FileView, call: number, start: number): boolean {
  const { match, roles } = view.tokens;
  let isOfStatement = true;
  for (let at = call - 1; at > start; at--) {
    const text = textAt(view, at);
    if (text === ")" || text === "]" || text === "}") {
      at = match[at]!;
      if (at < 0) return false;
      if (roles[at] === BracketRole.Block) isOfStatement = false;
    } else if (text === ";") {
      isOfStatement = false;
    } else if (text === "{") {
      const before = textAt(view, at - 1);
      // A block of a case, as of `try`, is gone through by whoever comes to it.
      if (before !== "try" && !(before === ":" && roles[at] === BracketRole.Block)) {
        let head = before === ")" ? match[at - 1]! - 1 : -1;
        if (head > start && textAt(view, head) === "await") head--;
        const word = head > start ? textAt(view, head) : "";
        if (word !== "if" && word !== "switch" && word !== "for") return isBodyOf(view, at, start);
        const leadsOn = word !== "if" || asksForSuccess(view, head + 1);
        if (!leadsOn || textAt(view, head - 1) === "else") return false;
        at = head;
      }
      isOfStatement = false;
    } else if (isOfStatement && text === "if") {
      // What is waited for in the condition itself depends on nothing.
      if (match[at + 1]! < call && !asksForSuccess(view, at + 1)) return false;
    } else if (isOfStatement && DEPENDS.test(text)) {
      return false;
    }
  }
  return false;
}

/** Whether the condition that opens at a token asks for one text, and not for what something has that went wrong. */
function asksForSuccess(view: FileView, open: number): boolean {
  const { kinds, match } = view.tokens;
  const close = match[open]!;
  if (close < 0 || !asksForText(view, open + 1, close)) return false;
  for (let at = open + 1; at < close; at++)
    if (kinds[at] === TokenKind.String && WENT_WRONG.test(textAt(view, at))) return false;
  return true;
}

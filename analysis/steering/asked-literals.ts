import { functionWithCalls } from "./function-with-calls.ts";
import { BracketRole } from "../lexer/tokens.ts";
import type { IoCall, Language } from "../model.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";
import { askedText, hasGoneWrong, isMadeUp, skipsWhatWentWell, type AskedText } from "./asked-text.ts";
import { isBodyOf } from "./unconditional.ts";

/** What makes the rest of its statement depend on something that nobody can tell, or run later. */
const DEPENDS = /^(?:else|while|do|catch|finally|\?|&&|\|\||\?\?|=>|function)$/;

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
  const target = functionWithCalls(text, language, start, ioCalls);
  if (target === undefined) return [];
  const { view, calls } = target;
  const literals = new Map<string, string>();
  return ioCalls.filter((_, index) => {
    const token = calls[index]!;
    const asked = token < 0 ? undefined : textsAskedFor(view, token, target.start);
    // Nothing is two texts at once: the first of them leads on.
    if (asked?.some(({ subject, literal }) => (literals.get(subject) ?? literal) !== literal) !== false)
      return false;
    for (const { subject, literal } of asked) literals.set(subject, literal);
    return true;
  });
}

/** The texts for which a call is come to, where what stands around it, up to the function's body, asks for such or goes through lists only; else undefined. */
function textsAskedFor(view: FileView, call: number, start: number): AskedText[] | undefined {
  const { match, roles } = view.tokens;
  const asked: (AskedText | undefined)[] = [];
  const told = (): AskedText[] | undefined => {
    const all = asked.filter((one) => one !== undefined);
    return all.length === asked.length ? all : undefined;
  };
  const ask = (open: number): void => void asked.push(askedText(view, open + 1, match[open]!, start));
  let isOfStatement = true;
  // The label that a call stands under, of what is gone through at present.
  let label = -1;
  for (let at = call - 1; at > start; at--) {
    const text = textAt(view, at);
    if (text === ")" || text === "]" || text === "}") {
      at = match[at]!;
      if (at < 0) return undefined;
      if (roles[at] === BracketRole.Block) isOfStatement = false;
    } else if (text === ";") {
      isOfStatement = false;
    } else if (text === "case" || text === "default") {
      if (label < 0) label = at;
    } else if (text === "{") {
      const before = textAt(view, at - 1);
      // A block of a case, as of `try`, is gone through by whoever comes to it.
      if (before !== "try" && !(before === ":" && roles[at] === BracketRole.Block)) {
        const open = before === ")" ? match[at - 1]! : -1;
        const head = open > start && textAt(view, open - 1) === "await" ? open - 2 : open - 1;
        const word = head > start ? textAt(view, head) : "";
        if (word !== "if" && word !== "switch" && word !== "for")
          return isBodyOf(view, at, start) ? told() : undefined;
        if (word === "if") ask(open);
        const isLeading =
          isMadeUp(view, open + 1, start) && !(label >= 0 && hasGoneWrong(textAt(view, label + 1)));
        if (word === "switch" && !isLeading) return undefined;
        if (word === "for" && skipsWhatWentWell(view, at, call)) return undefined;
        if (textAt(view, head - 1) === "else") return undefined;
        at = head;
        label = -1;
      }
      isOfStatement = false;
    } else if (isOfStatement && text === "if") {
      // What is waited for in the condition itself depends on nothing.
      if (match[at + 1]! < call) ask(at + 1);
    } else if (isOfStatement && DEPENDS.test(text)) {
      return undefined;
    }
  }
  return undefined;
}

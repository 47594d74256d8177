import { TokenKind } from "../lexer/tokens.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";

/** Texts that something has when it went wrong: whoever asks for one of these is not on the path of success. */
const WENT_WRONG =
  /fail|error|invalid|denied|refus|reject|abort|cancel|time-?d?out|expired|missing|not.?found|unknown|unauthori|forbidden|conflict|unavailable|exceeded|broken|closed|gone|lost|stale|^["'`]E[A-Z]{3,}/i;

/** What says that all went well, as the guard of a round may ask. */
const WENT_WELL = /^(?:ok|isOk|success|succeeded|isSuccess|valid|isValid|fulfilled|["']fulfilled["'])$/;

/** What a condition has in it that asks for more than for one text. */
const ASKS_FOR_MORE = /^(?:typeof|!|!==?|&&|\|\||\?\?|\?)$/;

const DECLARES = /^(?:const|let|var)$/;

/** A comparison with a text. */
export interface AskedText {
  /** What is compared, as the source has it, without spaces. */
  readonly subject: string;
  /** With its quotes. */
  readonly literal: string;
}

/**
 * What a condition between two tokens asks for that is that one value is a text, `action === "buy"`, and not one of what went wrong; undefined for any
 * other, and where the value is none that can be made up: only what the function that starts at a token is given, without a default, or what
 * it makes of something else than a text of its own.
 */
export function askedText(view: FileView, from: number, to: number, start: number): AskedText | undefined {
  let compares = -1;
  for (let at = from; at < to; at++) {
    const text = textAt(view, at);
    if (ASKS_FOR_MORE.test(text)) return undefined;
    if (text !== "===" && text !== "==") continue;
    if (compares >= 0) return undefined;
    compares = at;
  }
  if (compares < 0) return undefined;
  const isFirst = compares === from + 1 && isText(view, from);
  if (!isFirst && !(compares === to - 2 && isText(view, to - 1))) return undefined;
  const literal = textAt(view, isFirst ? from : to - 1);
  if (literal.length <= 2 || hasGoneWrong(literal)) return undefined;
  const [first, end] = isFirst ? [compares + 1, to] : [from, compares];
  if (!isMadeUp(view, first, start)) return undefined;
  const subject = Array.from({ length: end - first }, (_, index) => textAt(view, first + index)).join("");
  return { subject, literal };
}

/** Whether a text, with its quotes, is one that something has which went wrong. */
export function hasGoneWrong(literal: string): boolean {
  return WENT_WRONG.test(literal);
}

/**
 * Whether what begins at a token is of a name that the function which starts at `start` declares, be it as a parameter, and of no
 * value that the source itself says: such a value is the author's, and not made up.
 */
export function isMadeUp(view: FileView, at: number, start: number): boolean {
  if (view.tokens.kinds[at] !== TokenKind.Identifier) return false;
  const name = textAt(view, at);
  let isDeclared = false;
  for (let token = start; token < at; token++) {
    if (textAt(view, token) !== name || textAt(view, token - 1) === ".") continue;
    if (textAt(view, token + 1) === "=" && isOwnValue(view, token + 2)) return false;
    isDeclared ||= isDeclaredAt(view, token, start);
  }
  return isDeclared;
}

/** Whether a value that begins at a token is the author's: a text, a number, or what surrounds the process. */
function isOwnValue(view: FileView, at: number): boolean {
  const kind = view.tokens.kinds[at];
  const isLiteral = kind === TokenKind.String || kind === TokenKind.Number || kind === TokenKind.Template;
  return isLiteral || /^(?:process|os|true|false|null|globalThis|import|this)$/.test(textAt(view, at));
}

/** Whether a name at a token is declared there: by a statement, by a pattern of one, or as a parameter. */
function isDeclaredAt(view: FileView, token: number, start: number): boolean {
  let at = token - 1;
  for (; at >= start; at--) {
    const text = textAt(view, at);
    if (DECLARES.test(text)) return true;
    if (text === ")" || text === "]" || text === "}") at = view.tokens.match[at]!;
    else if (text === "(") return isOfParameters(view, at, start);
    else if (!/^[[{,:=.]|\.\.\.$/.test(text) && view.tokens.kinds[at] === TokenKind.Punctuator) return false;
    else if (text === ";") return false;
    if (at < start) return false;
  }
  // The one parameter of an arrow needs no parentheses.
  return token === start || textAt(view, token + 1) === "=>";
}

/** Whether parentheses that open at a token are those of the function's parameters: the first from its start. */
function isOfParameters(view: FileView, open: number, start: number): boolean {
  for (let at = start; at < open; at++) if (textAt(view, at) === "(") return false;
  return true;
}

/** Whether a round of a loop is skipped, between its brace and a call, where all went well: then what follows is for what did not. */
export function skipsWhatWentWell(view: FileView, brace: number, call: number): boolean {
  for (let at = brace + 1; at < call; at++) {
    if (textAt(view, at) !== "if" || textAt(view, at + 1) !== "(") continue;
    const close = view.tokens.match[at + 1]!;
    if (close < 0 || close > call) continue;
    const behind = textAt(view, close + 1) === "{" ? close + 2 : close + 1;
    if (textAt(view, behind) !== "continue") continue;
    let [isDenied, asks] = [false, false];
    for (let inside = at + 2; inside < close; inside++) {
      isDenied ||= /^!(?:==?)?$/.test(textAt(view, inside));
      asks ||= WENT_WELL.test(textAt(view, inside));
    }
    if (asks && !isDenied) return true;
  }
  return false;
}

function isText(view: FileView, at: number): boolean {
  return view.tokens.kinds[at] === TokenKind.String;
}

import { inPattern, NAME } from "../../../analysis/source/in-pattern.ts";
import { EXPRESSION_AT_MOST, listAt } from "./expression-end.ts";

/** Behind a call of which the value is read right there. */
const READ_BEHIND =
  /^\s*(?:!\s*)?(?:\??\.\s*(?!then\b|catch\b|finally\b)[\p{ID_Start}$_#[(]|\[|[-+*/%<>]|[=!]==?|\?\?|\?(?!\.)|&&|\|\||as\b|instanceof\b|in\b)/u;
/** Before a call that is waited for or given back, whoever waits then. */
const GIVEN_BACK = /(?:\b(?:await|yield|return|void)|\byield\s*\*|=>)$/;
/** Where a statement ends or a block begins; a value in a text begins with a brace as well. */
const STATEMENT = /(?:^|[;}]|(?<!\$)\{|\b(?:else|do))$/;
/** What does not end at the end of its line. */
const GOES_ON = /[=,([?:&|+\-*/<>!~^%.]$/;
/** What promises are given to, by its last name. */
const TAKES_PROMISES = String.raw`\b(?:all|allSettled|any|race|resolve|push|unshift|add|enqueue|waitUntil)\s*`;
const HOLDS = new RegExp(`${TAKES_PROMISES}$`);
const DECLARED = new RegExp(String.raw`\b(?:const|let|var)\s+(${NAME})\s*(?::[^=;]+)?=$`, "u");

/**
 * Whether what a call gives may be a promise by where it stands: it is dropped, given back, yielded, kept in a list of values or in a
 * variable of which one of these is true. All else reads a value.
 *
 * @param code Code alone, without comments and what is in texts.
 * @param start Where the callee begins, or the last names of it do.
 * @param end Where the callee ends.
 */
export function mayBePromise(code: string, start: number, end: number): boolean {
  const open = /^\s*(?:\?\.\s*)?\(/.exec(code.slice(end, end + 50));
  // Whoever is given the function may wait for what it gives.
  if (open === null) return true;
  const from = end + open[0].length;
  const behind = code.slice(from + listAt(code, from).length + 1);
  return !READ_BEHIND.test(behind.slice(0, 100)) && isKept(code, chainStart(code, start), behind);
}

/** Whether a promise may be what begins at an offset. */
function isKept(code: string, at: number, behind: string): boolean {
  const whole = code.slice(Math.max(0, at - EXPRESSION_AT_MOST), at);
  const before = whole.trimEnd();
  if (GIVEN_BACK.test(before) || STATEMENT.test(before)) return true;
  const variable = DECLARED.exec(before)?.[1];
  if (variable !== undefined) return isHandedOn(variable, behind);
  if (whole.slice(before.length).includes("\n") && !GOES_ON.test(before)) return true;
  return (before.endsWith(")") && isHead(before)) || (/[,([]$/.test(before) && isInList(before));
}

/** Whether what a text ends with is an item of a list of values, or given to what takes promises. */
function isInList(before: string): boolean {
  const open = openAt(before, before.length);
  const outside = before.slice(0, Math.max(open, 0)).trimEnd();
  if (before[open] === "[")
    return !/[\p{ID_Continue}$)\]]$/u.test(outside) || /\b(?:yield|return|of|in)$/.test(outside);
  return before[open] === "(" && HOLDS.test(outside);
}

/** Whether a variable is waited for, given back or kept in a list. */
function isHandedOn(variable: string, code: string): boolean {
  const name = String.raw`(?<![\p{ID_Continue}$.])${inPattern(variable)}(?![\p{ID_Continue}$])`;
  const kept = String.raw`\b(?:await|yield|return)\s+${name}(?!\s*[.[])|${name}\s*\??\.\s*(?:then|catch|finally)\b|${TAKES_PROMISES}\(\s*${name}|[[(,=]\s*\[[^[\]()]{0,300}${name}`;
  return new RegExp(kept, "u").test(code);
}

/** Whether a text ends with the head of a loop or a condition: what follows is a statement. */
function isHead(text: string): boolean {
  const open = openAt(text, text.length - 1);
  return /\b(?:for(?:\s+await)?|if|while)\s*$/.test(text.slice(0, Math.max(open, 0)));
}

/** Where a bracket opens that is open still at an offset; -1 where there is none. */
function openAt(text: string, at: number): number {
  let depth = 0;
  for (let index = at - 1; index >= 0; index--) {
    const sign = text[index]!;
    if (")]}".includes(sign)) depth++;
    else if ("([{".includes(sign) && depth-- === 0) return index;
  }
  return -1;
}

/** Where the chain begins of which a callee's last names are the end: `this` of `this.pads(id).latest.get`. */
function chainStart(code: string, start: number): number {
  let at = start;
  for (;;) {
    const before = code.slice(Math.max(0, at - EXPRESSION_AT_MOST), at);
    const dot = /(?<![!?])[!?]*(?<!\.)\.\s*$/.exec(before);
    if (dot === null) return at;
    at -= before.length - dot.index;
    at = code.slice(0, at).trimEnd().length;
    while (/[)\]]/.test(code[at - 1] ?? "")) {
      const open = openAt(code, at - 1);
      if (open < 0) return at;
      at = code.slice(0, open).trimEnd().length;
    }
    at -= /(?<![\p{ID_Continue}$#])[\p{ID_Continue}$#]*$/u.exec(code.slice(Math.max(0, at - 200), at))![0]
      .length;
  }
}

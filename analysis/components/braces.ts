/** Longer expressions are taken for text. */
const EXPRESSION_AT_MOST = 20_000;

/**
 * After the `}` that belongs to the `{` at `open`, strings, templates and comments of the JavaScript between them
 * stepped over; undefined where there is none.
 */
export function braceEnd(text: string, open: number): number | undefined {
  const last = Math.min(text.length, open + EXPRESSION_AT_MOST);
  /** What is open: braces, and templates around braces. */
  const stack: ("{" | "`")[] = [];
  for (let at = open; at < last; at++) {
    const sign = text[at]!;
    if (stack.at(-1) === "`") {
      if (sign === "\\") at += 1;
      else if (sign === "`") stack.pop();
      else if (sign === "$" && text[at + 1] === "{") {
        stack.push("{");
        at += 1;
      }
    } else if (sign === "{" || sign === "`") {
      stack.push(sign);
    } else if (sign === "}") {
      stack.pop();
      if (stack.length === 0) return at + 1;
    } else if (sign === '"' || sign === "'") {
      at = stringEnd(text, at, last);
    } else if (sign === "/" && (text[at + 1] === "*" || text[at + 1] === "/")) {
      const isBlock = text[at + 1] === "*";
      const end = text.indexOf(isBlock ? "*/" : "\n", at + 2);
      if (end < 0) return undefined;
      at = isBlock ? end + 1 : end;
    }
  }
  return undefined;
}

/** Of the closing quote; the opening one's own where the string does not end on its line. */
function stringEnd(text: string, open: number, last: number): number {
  for (let at = open + 1; at < last; at++) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === text[open]) return at;
    else if (text[at] === "\n") break;
  }
  return open;
}

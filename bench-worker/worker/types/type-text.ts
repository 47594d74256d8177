const OPEN = "([{<";
const CLOSE = ")]}>";
/** Strings stay, comments go. */
const COMMENT = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[^]*?(?:\*\/|$)|\/\/[^\n]*/g;

/** A text of types without its comments. */
export function withoutComments(text: string): string {
  return text.replace(COMMENT, (_whole, string: string | undefined) => string ?? " ");
}

/** The parts between a type's own semicolons, commas and line ends; without comments. */
export function partsOf(between: string): string[] {
  const text = withoutComments(between);
  const parts: string[] = [];
  for (let from = 0; from <= text.length;) {
    const end = endOfPart(text, from);
    parts.push(text.slice(from, end).trim());
    from = end + 1;
  }
  return parts.filter((part) => part !== "");
}

/**
 * Where the part ends that begins at an offset: at a separator or a line's end, or at a bracket that closes what it stands in.
 *
 * @param separators `""`: nothing but that bracket ends it.
 */
export function endOfPart(text: string, from: number, separators = ";,"): number {
  let depth = 0;
  let quote = "";
  for (let at = from; at < text.length; at++) {
    const sign = text[at]!;
    if (quote !== "") {
      if (sign === quote || sign === "\n") quote = "";
    } else if (sign === '"' || sign === "'" || sign === "`") quote = sign;
    else if (OPEN.includes(sign)) depth++;
    else if (CLOSE.includes(sign) && text[at - 1] !== "=") {
      if (--depth < 0) return at;
    } else if (depth === 0 && separators !== "" && (separators.includes(sign) || isLineEnd(text, from, at)))
      return at;
  }
  return text.length;
}

/** Whether a line ends a part: not where the type goes on before or behind it, or has not begun. */
function isLineEnd(text: string, from: number, at: number): boolean {
  if (text[at] !== "\n") return false;
  const before = text.slice(from, at).trimEnd();
  return (
    before !== "" && !/(?:[|&:=?,]|=>|\bextends)$/.test(before) && !/^\s*(?:[|&?]|=>)/.test(text.slice(at))
  );
}

/** Where the round bracket is closed that was opened before an offset; the end of the text where it is not. */
export function endOfBracket(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return at;
  }
  return text.length;
}

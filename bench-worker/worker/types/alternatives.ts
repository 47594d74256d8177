const PAIRS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };

/**
 * The alternatives of a type as TypeScript or JSDoc writes it, in order: a `|` within brackets, in quotes, or in what
 * a function gives, is none of its own. With `&` as `between`, the parts that it has all of.
 */
export function alternativesOf(type: string, between: "|" | "&" = "|"): string[] {
  const alternatives: string[] = [];
  const open: string[] = [];
  let quote = "";
  let part = "";
  for (let at = 0; at < type.length; at++) {
    const sign = type[at]!;
    const isArrow = sign === "=" && type[at + 1] === ">";
    // Behind an arrow all that is left is what the function gives.
    if (isArrow && quote === "" && open.length === 0)
      return [...alternatives, part + type.slice(at)].map(trimmed);
    if (quote !== "") {
      if (sign === quote) quote = "";
    } else if (sign === '"' || sign === "'" || sign === "`") quote = sign;
    else if (sign in PAIRS && !(sign === "<" && type[at - 1] === "=")) open.push(PAIRS[sign]!);
    else if (sign === open.at(-1) && type[at - 1] !== "=") open.pop();
    if (sign === between && quote === "" && open.length === 0) {
      alternatives.push(part);
      part = "";
    } else part += sign;
  }
  return [...alternatives, part].map(trimmed).filter((one) => one !== "");
}

function trimmed(text: string): string {
  return text.trim();
}

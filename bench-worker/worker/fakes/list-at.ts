/** Characters of a list that are looked at. */
const LIST_AT_MOST = 20_000;

/** The list that begins at an offset: up to the bracket that ends it. */
export function listAt(text: string, from: number): string {
  return text.slice(from, endAt(text, from));
}

function endAt(text: string, from: number): number {
  let depth = 0;
  let quote = "";
  const last = Math.min(text.length, from + LIST_AT_MOST);
  for (let at = from; at < last; at++) {
    const sign = text[at]!;
    if (quote !== "") {
      if (sign === "\\") at++;
      else if (sign === quote) quote = "";
    } else if ("\"'`".includes(sign)) quote = sign;
    else if (sign === "/") at += lengthOfPattern(text, at) - 1;
    else if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign) && depth-- === 0) return at;
    else if (depth === 0 && sign === ";") return at;
  }
  return last;
}

/** How long a comment or a regular expression is that begins at a stroke; 1 where it divides. */
function lengthOfPattern(text: string, at: number): number {
  const rest = text.slice(at, at + 1_000);
  const comment = /^(?:\/\/[^\n]*|\/\*[^]*?\*\/)/.exec(rest)?.[0];
  if (comment !== undefined) return comment.length;
  if (!/[(,=:[!&|?{};]\s*$/.test(text.slice(Math.max(0, at - 20), at))) return 1;
  return /^\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//.exec(rest)?.[0].length ?? 1;
}

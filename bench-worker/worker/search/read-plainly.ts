import { inPattern, NAME } from "../../../analysis/source/in-pattern.ts";
import { listAt } from "../fakes/list-at.ts";

/** Before a call whose value is counted, compared or put into a text right there: a promise says nothing in these places. */
const READ_BEFORE = /(?:\$\{|(?<!=)[<>]=?\s|[-+*%](?<!\byield\s*.)=?|[=!]==?|!)\s*$/;
/** The same behind one, or what says that it is no promise: `as number`, `?? 0`, `.length`. */
const READ_BEHIND =
  /^(?:[^\S\n]*(?:[-+*%](?!\+|-)|[=!]==?|[<>]=?\s|\?\?|\?\.|instanceof\b)|\s+as\s+(?:\(\s*)?(?:string|number|boolean|bigint|Date)\b|\s*\.\s*[\w$#]+(?![\w$#]|\s*(?:[(`]|\??\.)))/;
/** Behind a call whose promise is used. */
const GOES_BY_PROMISE = /^\s*\??\.\s*(?:then|catch|finally)\b/;

/**
 * Whether every call of an expression in a function's text has what it gives read as a plain value, as `const id = cookies.get("id"); if (id) …`
 * and `cookies.get("n") + 1` do: nobody waits for it. False where there is no such call.
 *
 * @param text Its code alone, without comments and what is in texts.
 */
export function isReadPlainly(expression: string, text: string): boolean {
  if (!/^[\p{ID_Continue}$.#]+$/u.test(expression)) return false;
  const callee = expression.replaceAll(".", String.raw`\s*\??\.\s*`).replaceAll("$", String.raw`\$`);
  const call = new RegExp(String.raw`(?<![\p{ID_Continue}$.#])(?:this\.#?)?${callee}\s*(?:\?\.\s*)?\(`, "gu");
  const calls = [...text.matchAll(call)];
  return (
    calls.length > 0 &&
    calls.every(({ 0: head, index }) => {
      const end = index + head.length;
      return isPlain(text, index, text.slice(end + listAt(text, end).length + 1));
    })
  );
}

function isPlain(text: string, at: number, behind: string): boolean {
  const whole = text.slice(0, at);
  const before = whole.trimEnd();
  if (GOES_BY_PROMISE.test(behind)) return false;
  if (READ_BEHIND.test(behind) && !/\b(?:await|yield)$/.test(before)) return true;
  if (READ_BEFORE.test(whole)) return true;
  const variable = new RegExp(String.raw`\b(?:const|let|var)\s+(${NAME})\s*(?::[^=;]+)?=$`, "u").exec(
    before,
  )?.[1];
  return variable !== undefined && isVariableReadPlainly(variable, text.slice(at));
}

/** Whether a value is counted, asked for members or for its truth: that of a promise says nothing. */
function isVariableReadPlainly(variable: string, text: string): boolean {
  const word = String.raw`(?<![\p{ID_Continue}$.])${inPattern(variable)}(?![\p{ID_Continue}$])`;
  const read = String.raw`(?:${word}\s*(?:\??\.\s*(?!then\b|catch\b|finally\b)[\p{ID_Start}$_]|\[|\?(?!\.)|&&|\|\||[=!]==?|[-+*%]|[<>]=?\s)|(?:[-+*%]=?|(?<!=)[<>]=?\s)\s*${word}|!\s*${word}|\bif\s*\(\s*${word}|\$\{\s*${word})`;
  return new RegExp(read, "u").test(text);
}

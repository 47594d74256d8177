import { inPattern } from "../../../analysis/source/in-pattern.ts";

/** What goes on behind a line's end, or makes a value of what follows. */
const GOES_ON =
  /(?:[=,([?:&|+\-*/<>!~^%.]|\b(?:await|yield|return|new|typeof|void|delete|in|of|throw|case))$/;
const NAME = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]*`;

/**
 * Whether every call of an expression in a function's text drops what it gives, as `socket.send(text);` does, or reads it as a
 * plain value, as `const id = cookies.get("id"); if (id) …` does: nobody waits for it. False where there is no such call.
 *
 * @param isIo Whether the very same is waited for elsewhere: then what is dropped is I/O that nobody waits for.
 */
export function isTakenPlainly(expression: string, text: string, isIo = false): boolean {
  if (!/^[\p{ID_Continue}$.#]+$/u.test(expression)) return false;
  const callee = expression.replaceAll(".", String.raw`\s*\??\.\s*`).replaceAll("$", String.raw`\$`);
  const call = new RegExp(String.raw`(?<![\p{ID_Continue}$.#])(?:this\.#?)?${callee}\s*(?:\?\.\s*)?\(`, "gu");
  const calls = [...text.matchAll(call)];
  return calls.length > 0 && calls.every(({ index }) => isPlain(text, index, isIo));
}

function isPlain(text: string, at: number, isIo: boolean): boolean {
  const whole = text.slice(0, at);
  const before = whole.trimEnd();
  const variable = new RegExp(String.raw`\b(?:const|let|var)\s+(${NAME})\s*(?::[^=;]+)?=$`, "u").exec(
    before,
  )?.[1];
  if (variable !== undefined) return isReadPlainly(variable, text.slice(at));
  if (isIo) return false;
  // Somewhere in the middle of a line, behind an `if (…)` or an `else`, is a statement as well.
  if (/[;{}]$|\belse$/.test(before)) return true;
  return /\n\s*$/.test(whole.slice(before.length)) && !GOES_ON.test(before);
}

/** Whether a value is asked for members or for its truth: that of a promise says nothing. */
function isReadPlainly(variable: string, text: string): boolean {
  const word = String.raw`(?<![\p{ID_Continue}$.])${inPattern(variable)}(?![\p{ID_Continue}$])`;
  const read = String.raw`(?:${word}\s*(?:\??\.\s*(?!then\b|catch\b|finally\b)[\p{ID_Start}$_]|\[|\?(?!\.)|&&|\|\||[=!]==?)|!\s*${word}|\bif\s*\(\s*${word}|\$\{\s*${word})`;
  return new RegExp(read, "u").test(text);
}

/**
 * The names that a text takes out of what a function gives, by the last name of that, where no call of it is waited for: `options` and
 * `callback` of `const { options, callback } = normalize(optionsOrCallback, done)`. Null where it takes none, or waits for one.
 */
export function takenApart(last: string, text: string): readonly string[] | null {
  const callee = String.raw`(?:\(\s*0\s*,\s*)?(?:${NAME}\s*\??\.\s*)*${inPattern(last)}\s*\)?\s*\(`;
  const taken = new RegExp(String.raw`\{([^{}]*)\}\s*=\s*${callee}`, "u").exec(text)?.[1];
  if (taken === undefined || new RegExp(String.raw`\b(?:await|yield)\s+${callee}`, "u").test(text))
    return null;
  return taken.split(",").flatMap((one) => /^\s*([\p{ID_Continue}$]+)/u.exec(one)?.[1] ?? []);
}

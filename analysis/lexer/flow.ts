import type { Language } from "../model.ts";

const PRAGMA = /@(?:no)?flow\b/;
const DIRECTIVE = /^(["'])use strict\1;?/;

/** Whether the comments before the code of a JavaScript file say that it has Flow's types: `// @flow strict`. */
export function declaresFlow(text: string, language: Language): boolean {
  if (language === "ts" || language === "tsx") return false;
  let at = text.startsWith("#!") ? endOf(text, "\n", 0) : 0;
  while (at < text.length) {
    const start = at;
    if (text.startsWith("//", at)) at = endOf(text, "\n", at);
    else if (text.startsWith("/*", at)) at = endOf(text, "*/", at + 2);
    else if (isSpace(text.charCodeAt(at))) {
      at++;
      continue;
    } else {
      const directive = DIRECTIVE.exec(text.slice(at, at + 13));
      if (directive === null) return false;
      at += directive[0].length;
      continue;
    }
    if (PRAGMA.test(text.slice(start, at))) return true;
  }
  return false;
}

function endOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + mark.length;
}

function isSpace(code: number): boolean {
  return code <= 0x20 || code === 0xfeff;
}

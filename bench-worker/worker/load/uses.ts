import type { Known } from "../fakes/universal/known.ts";
import { inPattern } from "../../../analysis/source/in-pattern.ts";

const TAKEN_APART = /\[[^[\]=,]*,[^[\]=]*\]\s*=\s*(?:await\s+)?(?:[\w$#]+\s*\??\.\s*)*([\w$#]+)/g;

/** What reads values as they come. */
const STREAMS =
  /\bfor\s+await\b|\basyncIterator\b|stream|\bpipe(?:line|Through|To)?\b|\breadline\b|createInterface|\bReadable\b/i;

/** On one line, as words and stars of comments stand on several. */
const ASYNC_GENERATOR = /\basync[ \t]*(?:function[ \t]*)?\*/;

/** Whether a text reads values as they come. */
export function readsStreams(text: string): boolean {
  return STREAMS.test(text) || (ASYNC_GENERATOR.test(text) && passesStreamOn(text));
}

/** Whether what is gone through on a line of a text is a list that an answer is or holds, and that is passed on: `yield* data`. */
export function passesListOn(text: string, line: number): boolean {
  const own = text.split("\n", line)[line - 1] ?? "";
  return /\byield\s*\*/.test(own) && !passesStreamOn(own, text);
}

const PASSED_ON = /\byield\s*\*\s*([\p{ID_Start}$_][\p{ID_Continue}$]*(?=\s*(?:[;}\n]|$)))?/gu;
/** Variables that hold what is read as it comes. */
const OF_STREAM = /(?:body|chunks|cursor|events|gen|generator|iter|iterable|iterator|lines|messages|pages)$/i;

/** Whether there is a `yield*` of anything but a variable that has an answer, as in `const { data } = await page(1); yield* data;`. */
function passesStreamOn(text: string, around = text): boolean {
  return [...text.matchAll(PASSED_ON)].some(([, variable]) => {
    if (variable === undefined || OF_STREAM.test(variable)) return true;
    const name = wordOf(variable);
    const taken = String.raw`(?:${name}|\{[^{}=;]*${name}[^{}=;]*\})`;
    return !new RegExp(String.raw`\b(?:const|let|var)\s+${taken}\s*(?::[^=;]+)?=\s*await\b`).test(around);
  });
}

/** How the text uses values by their names, as far as it can be told without reading it as a program. */
export function usesIn(
  text: string,
): Pick<Known, "hasMembers" | "isNoFunction" | "isCalled" | "isUsed" | "isTakenApart" | "setsDates"> {
  let apart: Set<string> | undefined;
  return {
    hasMembers: (name) => new RegExp(`${wordOf(name)}\\s*(?:\\??\\.\\s*[\\w$#[]|\\[)`).test(text),
    setsDates: SETS_DATE.test(text),
    isNoFunction: (name) => OR_CALLBACK.test(name) || isShifted(name, text),
    isCalled: (name) => new RegExp(`\\.\\s*${name}\\s*\\(`).test(text),
    isUsed: (name) => new RegExp(`${wordOf(name)}\\s*(?:\\(|\\??\\.)`).test(text),
    isTakenApart: (name) => {
      apart ??= new Set([...text.matchAll(TAKEN_APART)].map(([, taken]) => taken!.replace("#", "_")));
      return apart.has(name);
    },
  };
}

/** `date.setMonth(0)` */
const SETS_DATE = /\.\s*set(?:UTC)?(?:FullYear|Month|Date|Hours|Minutes|Seconds|Milliseconds|Time)\s*\(/;

/** `optionsOrCallback`: whoever gives a callback behind it gives options here. */
const OR_CALLBACK = /Or_?(?:Callback|Cb|Done|Next|Function|Fn)$/;

/** `if (typeof options === "function") { callback = options; … }`: it may be left out before the callback. */
function isShifted(name: string, text: string): boolean {
  const word = wordOf(name);
  const type = String.raw`typeof(?:\s+|\s*\(\s*)${word}\s*(?:\)\s*)?`;
  const asked = new RegExp(
    String.raw`${type}===?\s*["']function["']|["']function["']\s*===?\s*${type}|${word}\s+instanceof\s+Function\b|\bis_?[fF]unction\(\s*${word}\s*\)`,
  );
  return asked.test(text) && new RegExp(String.raw`(?<![\w$.])[\w$]+\s*=\s*${word}(?!\s*[.([])`).test(text);
}

/** The pattern of a name, whatever signs it has, that is no part of a longer one. */
function wordOf(name: string): string {
  return String.raw`(?<![\w$])${inPattern(name)}(?![\w$])`;
}

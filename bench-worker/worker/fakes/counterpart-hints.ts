import type { AsyncFunction, FileAnalysis, IoCall, Language } from "../../../analysis/model.ts";
import { inPattern } from "../../../analysis/source/in-pattern.ts";
import type { TargetSource } from "../../protocol.ts";
import { codeOnly } from "./code-only.ts";
import { addIoHints, type SourceHints } from "./io-hints.ts";
import { lastName } from "../io/last-name.ts";
import { readsStreams, usesIn } from "../load/uses.ts";
import { mayBePromise } from "./may-be-promise.ts";

/** How the reasons name the text of what a target is compared with. */
const OTHER = "what it is compared with";

/**
 * Adds what the files of those with which a target is compared say about operations that the target, too, calls, and says nothing of
 * itself: an operation answers alike in all that are compared. Where its own text can only mean a plain value, that is what it gets.
 *
 * @param text The function's own.
 */
export function addCounterpartHints(
  hints: SourceHints,
  { ioCalls, helpers = [] }: Pick<AsyncFunction, "ioCalls" | "helpers">,
  { text, language }: Pick<TargetSource, "text" | "language">,
  counterparts: readonly TargetSource[],
  analyze: (text: string, language: Language) => FileAnalysis,
): void {
  if (counterparts.length === 0) return;
  const code = codeOnly(text, language);
  const own = new Set([...ioCalls, ...helpers].map(({ expression }) => callOf(expression)?.source));
  const tells = ({ expression }: IoCall): boolean => {
    const call = callOf(expression);
    if (call === undefined || own.has(call.source)) return false;
    const calls = [...code.matchAll(call)];
    return (
      calls.length > 0 &&
      calls.every(({ 0: callee, index }) => mayBePromise(code, index, index + callee.length))
    );
  };
  for (const { text: ran, language: ofOther, written } of counterparts) {
    const { functions } = analyze(written?.text ?? ran, ofOther);
    const telling = functions.map((one) => ({
      ...one,
      ioCalls: one.ioCalls.filter(tells),
      helpers: (one.helpers ?? []).filter(tells),
    }));
    addIoHints(hints, telling, () => null, OTHER);
  }
}

/**
 * Whether another version takes for a list what goes by a name, be it handed in or the answer of an operation, where it reads
 * nothing as it comes: a stream of the target's has as many items then.
 */
export function listElsewhere(
  counterparts: readonly TargetSource[],
  analyze: (text: string, language: Language) => FileAnalysis,
): (name: string) => boolean {
  const others = counterparts.flatMap(({ text: ran, language, written, functionStart }) => {
    const text = written?.text ?? ran;
    const start = written?.functionStart ?? functionStart;
    const found = analyze(text, language).functions.find(({ range }) => range.start === start);
    const own = found === undefined ? "" : text.slice(found.range.start, found.range.end);
    return readsStreams(own) ? [] : [usesIn(own)];
  });
  return (name) => {
    const isAnswer = name.endsWith("()");
    const last = lastName(isAnswer ? name.slice(0, -"()".length) : name);
    return others.some(({ isList, answersList }) => (isAnswer ? answersList(last) : isList(last)));
  };
}

/** What a text calls an operation by: the last name of what it is called on, and its own; undefined where that says too little. */
function callOf(expression: string): RegExp | undefined {
  const found =
    /(?:(?<![\p{ID_Continue}$#])([\p{ID_Continue}$#]+)(\([^()]*\))?\s*[?!]*\.\s*)?(?<![\p{ID_Continue}$#])([\p{ID_Continue}$#]+)$/u.exec(
      expression,
    );
  if (found === null) return undefined;
  const [, receiver, isCalled, name] = found;
  const last = String.raw`${inPattern(name!)}(?![\p{ID_Continue}$])`;
  if (receiver === undefined) return new RegExp(String.raw`(?<![\p{ID_Continue}$.#])${last}`, "gu");
  const on =
    isCalled === undefined ? String.raw`(?<![\p{ID_Continue}$#])${inPattern(receiver)}` : String.raw`\)`;
  return new RegExp(String.raw`${on}\s*[?!]*\.\s*${last}`, "gu");
}

import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import { copyTokens } from "../lexer/tokens.ts";
import type { IoCall, Language } from "../model.ts";
import { takesPlainFunctions } from "../patterns/callback-names.ts";
import { calleePath, chainAt } from "../patterns/chains.ts";
import { textAt, viewOf, type FileView } from "../patterns/file-view.ts";
import { isCallOfPromise, isPromiseMaker } from "../patterns/promises.ts";
import { returnStarts } from "../patterns/returns.ts";
import { LineCounter } from "../source/line-counter.ts";
import { callText } from "./call-text.ts";
import { hasPureRoot } from "./plain-calls.ts";

/** A call whose answer a function that was handed over returns to who called it. */
export interface HandedOnCall {
  readonly expression: string;
  /** Counted from 1. */
  readonly line: number;
  /** The call that got the function: `retry`. */
  readonly helper: string;
}

/**
 * Calls like `db.find(id)` in `await retry(() => db.find(id))`: what they answer is waited for by a helper, which is
 * waited for itself. They are no I/O calls of the function beside the helper's, which are these.
 *
 * @param ioCalls Those of all functions of the text.
 */
export function handedOnCalls(
  text: string,
  language: Language,
  ioCalls: readonly Pick<IoCall, "range" | "kind">[],
): HandedOnCall[] {
  const tokens = copyTokens(lex(text, language));
  const view = viewOf(findFunctions(tokens, language));
  const lines = new LineCounter(text, tokens.bytes);
  // Who calls a function back does nothing with what that returns: `return done(error)`.
  const promises = ioCalls.filter(({ kind }) => kind !== "callback");
  const waitedFor = new Set(promises.map(({ range }) => `${range.start} ${range.end}`));
  const found: HandedOnCall[] = [];
  for (const [index, { target }] of view.functions.entries()) {
    if (target?.kind !== "argument") continue;
    const helper = view.calls.at(target.call);
    if (helper.nameToken < 0 || takesPlainFunctions(textAt(view, helper.nameToken))) continue;
    const place = `${tokens.starts[helper.start]!} ${tokens.ends[helper.end - 1]!}`;
    if (!waitedFor.has(place) || isPromiseMaker(calleePath(view, helper))) continue;
    for (const start of returnStarts(view, index)) {
      const call = beforeThen(view, start);
      if (call === undefined || call.constructs || call.nameToken < 0 || hasPureRoot(view, call)) continue;
      const { line } = lines.positionAt(tokens.starts[call.nameToken]!);
      found.push({ expression: callText(view, call), line, helper: callText(view, helper) });
    }
  }
  return found;
}

function beforeThen(view: FileView, start: number): ReturnType<typeof chainAt>[number] | undefined {
  const chain = chainAt(view, start);
  const then = chain.findIndex((call) => call.nameToken > call.start && isCallOfPromise(view, call));
  return then < 0 ? chain.at(-1) : chain[then - 1];
}

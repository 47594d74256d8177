import { importedBy, importKey } from "./imports/imported-functions.ts";
import { awaitedCallees } from "./io-calls/awaited-callees.ts";
import { collectionNames } from "./io-calls/collections.ts";
import { functionsThatSleep } from "./io-calls/timers.ts";
import type { Answers, AsyncFunction, FileAnalysis, IoCall, Language, Position } from "./model.ts";
import { provenCallback } from "./patterns/callbacks.ts";
import type { Classified } from "./patterns/classify.ts";
import type { FileView } from "./patterns/file-view.ts";
import { TextHash } from "./source/text-hash.ts";

/** What has to be known of an earlier reading of a file to use its results again. */
export interface Reading {
  readonly text: string;
  readonly language: Language;
  readonly analysis: FileAnalysis;
  /** How functions of other files answer, with which it was read. */
  readonly answers: Answers;
  /** {@link surroundingsOf}; null where brackets do not match, since their groups then depend on the whole text. */
  readonly surroundings: string | null;
  /** Which plain functions of the file return nothing but what is plain, as far as its I/O calls depend on that. */
  readonly plain: ReadonlyMap<number, boolean>;
  /** The same of functions that call back at once. */
  readonly atOnce: ReadonlyMap<number, boolean>;
}

/**
 * All that the I/O calls of a function depend on outside its own text, in one hash: what the file's imports and aliases
 * make of names, which of them hold what answers at once, what is waited for by its name, of each function of the file
 * its name, whether it is asynchronous, whether it answers through a callback, and whether it only waits for time, and the
 * parameters of what stands around asynchronous ones. Where two texts agree in it, their functions correspond one by one;
 * what the plain ones return is compared by `plain` of {@link Reading}, how others call back by its `atOnce`.
 */
export function surroundingsOf(view: FileView, classified: readonly Classified[]): string | null {
  const { tokens, functions, functionList } = view;
  if (!tokens.isBalanced) return null;
  const hash = new TextHash();
  for (const [name, path] of view.names) {
    hash.addText(name);
    hash.addText(path);
  }
  for (const [name, one] of importedBy(view).bound) hash.addText(`${name} ${importKey(one)}`);
  for (const [name, owners] of collectionNames(view)) hash.addText(`${name} ${[...owners].join(" ")}`);
  for (const callee of awaitedCallees(view)) hash.addText(callee);
  let entry = 0;
  const around = new Set<number>();
  const sleeps = functionsThatSleep(view);
  functions.forEach((_, index) => {
    const isEntry = classified[entry]?.index === index;
    if (isEntry) {
      entry++;
      let outer = functionList.parents[index]!;
      for (; outer >= 0 && !around.has(outer); outer = functionList.parents[outer]!) around.add(outer);
    }
    const name = functionList.localNames[index]!;
    if (name >= 0) hash.addToken(tokens, name);
    else addMember(hash, view, index);
    const answers = provenCallback(view, index) !== undefined;
    // No name has a sign in it. Where functions of one name stand decides which of them is meant.
    hash.addText(`${isEntry ? (answers ? "=!" : "=") : answers ? "!" : "-"}${functionList.parents[index]!}`);
    if (sleeps.has(index)) hash.addText("~");
  });
  for (const index of around) {
    const { start, end } = functions[index]!.parameters;
    for (let token = start; token < end; token++) hash.addToken(tokens, token);
  }
  return hash.digest();
}

/** Adds by what name of which class or object a method is called. */
function addMember(hash: TextHash, { tokens, functions }: FileView, index: number): void {
  const { memberName, holder, form } = functions[index]!;
  if (memberName < 0) return;
  hash.addText(`${holder} ${form}`);
  hash.addToken(tokens, memberName);
}

/**
 * The same function in an earlier reading, if what is read off its body must be the same: `entry` is its index among
 * the asynchronous functions, which the earlier reading must have found at the same places in the same surroundings.
 */
export function sameBefore(
  earlier: Reading,
  entry: number,
  text: string,
  now: Pick<AsyncFunction, "pattern" | "runner" | "range" | "textHash">,
): AsyncFunction | undefined {
  const before = earlier.analysis.functions[entry];
  if (before === undefined || before.textHash !== now.textHash) return undefined;
  if (before.pattern !== now.pattern || before.runner !== now.runner) return undefined;
  // White space and comments move what stands behind them.
  const textBefore = earlier.text.slice(before.range.start, before.range.end);
  return textBefore === text.slice(now.range.start, now.range.end) ? before : undefined;
}

/** I/O calls of a function that stands at another place than before. */
export function movedIoCalls(
  before: AsyncFunction,
  ioCalls: readonly IoCall[],
  start: number,
  position: Position,
): readonly IoCall[] {
  const offset = start - before.range.start;
  const lines = position.line - before.position.line;
  const columns = position.column - before.position.column;
  if (offset === 0 && lines === 0 && columns === 0) return ioCalls;
  return ioCalls.map((call) => {
    const isOnFirstLine = call.position.line === before.position.line;
    return {
      ...call,
      range: { start: call.range.start + offset, end: call.range.end + offset },
      position: {
        line: call.position.line + lines,
        column: call.position.column + (isOnFirstLine ? columns : 0),
      },
    };
  });
}

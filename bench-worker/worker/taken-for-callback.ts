import { inPattern } from "../../analysis/source/in-pattern.ts";
import { WRITE_FAKES_COMMAND } from "../fakes-file/command.ts";
import { trapsOf } from "./fakes/universal/traps.ts";
import { Unmeasurable } from "./harness/unmeasurable.ts";
import { ownFrameHere } from "./io/own-frames.ts";
import type { IoCore } from "./io/io-core.ts";
import { lastName } from "./io/last-name.ts";
import { isOfProject, packageOfFile } from "./load/package-name.ts";
import type { AsyncFunction } from "../../analysis/model.ts";

/** Names of what is meant to be called, also where the function only hands it on. */
export const MEANT_FOR_CALLS =
  /^(?:this|ack|answer|announce|cb|cleanup|collect|complete|done|emit|error|fail(?:ure)?|fn|finish|flush|func|ignore|job|log|nack|next|noop|notify|progress|publish|ready|render|reply|report|respond|run|send|succeed|success|task|tick|warn|work|write|info|debug|trace|end|close|destroy|then|catch|set[A-Z]\w*|hook|resolve|reject|logger|reporter|iteratee?|mapper|predicate|visitor|on[A-Z]\w*|\w*(?:[cC]allback|[hH]andler|[lL]istener|Cb|Fn|Hook|[fF]unc(?:tion)?))$/;

/** A made-up value that was called back, as it stood last where others are given a callback. */
export class TakenForCallback extends Unmeasurable {
  /** Of the made-up value. */
  readonly fakeName: string;

  constructor(fakeName: string, functionName: string) {
    super(
      "failed",
      `A package took ${fakeName}, which is a made-up value of ${functionName}, for a callback, as made-up values can be called.`,
      `Say what it is in a fakes file: ${WRITE_FAKES_COMMAND}.`,
    );
    this.fakeName = fakeName;
  }
}

/** What is asked of a function that is measured. */
interface Target {
  readonly asyncFunction: Pick<AsyncFunction, "name" | "range">;
  readonly source: { readonly text: string; readonly file: string };
}

/** So often it is looked who calls, as that takes a stack. */
const LOOKS_AT_MOST = 20;

/** Whether a call is one by which an operation says what came of it: `callback(null, rows)`, `callback(error)`. */
export function isAnswer([first]: readonly unknown[]): boolean {
  // A stand-in is none, and is not asked.
  return first === null || (trapsOf(first) === undefined && first instanceof Error);
}

/** Notes who calls, or wants called, a made-up value with what came of an operation: the function itself and its project may mean it so. */
export function noteAnswered(core: Pick<IoCore, "answeredTo" | "answerLooks">, name: string): void {
  if (core.answeredTo !== null || core.answerLooks >= LOOKS_AT_MOST) return;
  core.answerLooks++;
  const caller = ownFrameHere();
  if (caller !== undefined && packageOfFile(caller.file) !== null)
    core.answeredTo = { name, file: caller.file };
}

/**
 * That a made-up value was taken for a callback, and its I/O not waited for: a made-up value is whatever somebody takes it for, and
 * packages that answer both ways ask whether what they are given last is a function (`universalify`: `typeof last === "function"`).
 *
 * @param answered What was called with an answer, or given to an operation that answers by a callback.
 * @returns undefined where it is meant to be called, by its name or as the function calls it, or where the function does not have it.
 */
export function takenForCallback(
  answered: IoCore["answeredTo"],
  { asyncFunction, source }: Target,
): TakenForCallback | undefined {
  if (answered === null || isOfProject(answered.file, source.file)) return undefined;
  const { name: fakeName } = answered;
  // An item goes by the name of its list.
  const own = lastName(fakeName).replace(/(?<!\])(?:\[\d+\])+$/, "");
  if (fakeName.endsWith(")") || MEANT_FOR_CALLS.test(own)) return undefined;
  const { start, end } = asyncFunction.range;
  const text = source.text.slice(start, end);
  // It calls back itself, maybe by another name.
  if (/\(\s*null\s*[,)]/.test(text)) return undefined;
  const name = String.raw`(?<![\p{ID_Continue}$])${inPattern(own)}(?![\p{ID_Continue}$])`;
  const isThere = new RegExp(name, "u").test(text);
  const isCalled = new RegExp(String.raw`${name}\s*(?:\?\.\s*)?\(`, "u").test(text);
  return isThere && !isCalled ? new TakenForCallback(fakeName, asyncFunction.name) : undefined;
}

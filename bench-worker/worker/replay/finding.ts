import type { RecordedAnswer } from "../../contract/recording.ts";
import type { AnsweredSite } from "../../instrument/for-replay.ts";
import type { IoCore } from "../io/io-core.ts";
import type { Answer } from "./answers.ts";
import { isStandIn } from "./decode.ts";
import {
  AnswerFinder,
  inOtherStyle,
  isOf,
  operationOf,
  type Asked,
  type FindingOptions,
  type Nearest,
} from "./find-answers.ts";
import type { Comparing } from "./same-value.ts";
import type { AskingCall, Finder } from "./hooks.ts";

type AnyFunction = (...given: never[]) => unknown;

/** A call in the text that is played. */
export interface TextSite extends AnsweredSite {
  /** An absolute path. */
  readonly file: string;
}

/** An answer that was given, and where. */
export interface GivenAnswer {
  readonly site: TextSite;
  /** As it was given there: a callback's answer may have been given as a promise. */
  readonly recorded: RecordedAnswer;
  /** Its place among those of the recorded call. */
  readonly index: number;
}

/** A call that should have an answer and has none. */
export interface WithoutAnswer {
  readonly site: TextSite;
  /** Null where something is iterated. */
  readonly given: readonly unknown[] | null;
  readonly nearest: (Nearest & { readonly recorded: RecordedAnswer }) | null;
}

/** The answers of a recorded call, and behind them the same in the other style. */
export interface StyledAnswers {
  readonly all: RecordedAnswer[];
  /** By the place of an answer, the place of the same in the other style. */
  readonly otherStyle: ReadonlyMap<number, number>;
}

/** Answers as they may be given to calls of either style, unless each is to stay as it was. */
export function inBothStyles(answers: readonly RecordedAnswer[], mayChange: boolean): StyledAnswers {
  const all = [...answers];
  const otherStyle = new Map<number, number>();
  if (!mayChange) return { all, otherStyle };
  for (const [index, answer] of answers.entries()) {
    const other = inOtherStyle(answer);
    if (other !== null) otherStyle.set(index, all.push(other) - 1);
  }
  return { all, otherStyle };
}

/** What a call of a text that was not recorded is answered with. */
export interface FindingParts {
  readonly core: IoCore;
  readonly answers: readonly RecordedAnswer[];
  readonly otherStyle: StyledAnswers["otherStyle"];
  /** By their place among all, in both styles. */
  readonly answerAt: (index: number) => Answer | undefined;
  readonly options: Omit<FindingOptions, "isCalledHere">;
  /** What the recorded version calls. */
  readonly known: ReadonlySet<string>;
  /** Tells a function of the project by its text. */
  readonly hooks: string;
}

/** Thrown into the target where a call has no answer. */
class NoAnswer extends Error {}
const NO_ANSWER = "the recording has no answer for this call";

/** Finds answers for the calls of a text that was not recorded, and keeps which call got which. */
export class Finding implements Finder {
  readonly given: GivenAnswer[] = [];
  readonly sites: TextSite[] = [];
  /** The first call without an answer. */
  without: WithoutAnswer | null = null;
  /** Operations that there are to be in all: others are nobody's answers. */
  #expected: () => number = () => Infinity;
  /** How values are compared where dates and what chance made count as the same. */
  readonly loosely: Comparing;
  readonly #parts: FindingParts;
  readonly #finder: AnswerFinder;
  /** Which answer gave an object. */
  readonly #from = new Map<unknown, number>();
  #real: { readonly asking: AskingCall; readonly asked: Asked } | null = null;

  constructor(parts: FindingParts) {
    this.#parts = parts;
    this.loosely = parts.options.loosely;
    const isCalledHere = (expression: string): boolean =>
      this.sites.some((site) => site.expression === expression);
    this.#finder = new AnswerFinder(parts.answers, { ...parts.options, isCalledHere });
  }

  readonly begin = (operations: () => number): void => {
    const before = this.#parts.core.calls;
    this.#expected = () => before + operations();
  };

  /** Whether a call that was made, as no answer is its own, has begun an I/O call: that has no answer. */
  lookBack(): void {
    if (this.#real === null || this.#parts.core.calls <= this.#expected()) return;
    this.#note(this.#real.asking, this.#finder.nearest(this.#real.asked));
  }

  readonly find = (asking: AskingCall): Answer | undefined => {
    this.lookBack();
    if (this.without !== null) throw new NoAnswer(NO_ANSWER);
    const { called, key, given } = asking;
    const member = given === null ? undefined : key === null ? called : memberOf(called, key);
    const callee = typeof member === "function" ? (member as AnyFunction) : null;
    const asked = this.#asked(asking, callee);
    // Its own calls are answered, if need be.
    if (callee !== null && sourceOf(callee).includes(this.#parts.hooks)) return undefined;
    const index = this.#finder.take(asked);
    const answer = index === undefined ? undefined : this.#inStyle(index, asking);
    if (answer !== undefined) return this.#give(index!, answer, asking);
    if (index !== undefined) return this.#miss(asking, { index, otherwise: { what: "style" } });
    const isReal = given === null ? isIterable(called) : callee !== null && !this.#hasToAnswer(callee, asked);
    const isNobodys = key !== null && typeof called !== "object" && typeof called !== "function";
    if (isReal || isNobodys || called === null) {
      this.#real = { asking, asked };
      return undefined;
    }
    const nothing = this.#finder.ofNothing(asked);
    if (nothing !== undefined) return this.#give(nothing, this.#parts.answerAt(nothing)!, asking);
    return this.#miss(asking, this.#finder.nearest(asked));
  };

  /** Whether a function stands in for one whose answers may have been recorded: the recorded version got none of one that it calls, too. */
  #hasToAnswer(callee: AnyFunction, { expression }: Asked): boolean {
    const operation = operationOf(expression);
    const isNone = this.#parts.known.has(operation) && !this.#finder.has(operation);
    return isStandIn(callee) && !isNone;
  }

  #asked({ site, called, given }: AskingCall, callee: AnyFunction | null): Asked {
    return {
      expression: this.sites[site]!.expression,
      name: callee === null ? null : nameOf(callee),
      given,
      receiverFrom: this.#from.get(called),
      isNative: callee !== null && sourceOf(callee).endsWith("{ [native code] }"),
    };
  }

  /** The answer in the style of a call: by a callback where that has one, and one is expected. */
  #inStyle(index: number, { given }: AskingCall): Answer | undefined {
    const { recorded } = this.#parts.answerAt(index)!;
    const { style } = recorded;
    const last = given?.findLastIndex((one) => typeof one === "function") ?? -1;
    const hadFunction = recorded.arguments.some((one) => isOf("function", one));
    const isOther = (style === "callback" && last < 0) || (style === "promise" && last >= 0 && !hadFunction);
    const other = this.#parts.otherStyle.get(index);
    if (isOther && other === undefined) return undefined;
    const answer = this.#parts.answerAt(isOther ? other! : index)!;
    const [only, ...more] = answer.recorded.callbacks ?? [];
    if (answer.recorded.style !== "callback" || only?.at.length !== 1 || more.length > 0) return answer;
    // The callback may be another argument than it was.
    return { ...answer, recorded: { ...answer.recorded, callbacks: [{ ...only, at: [last] }] } };
  }

  #give(index: number, answer: Answer, { site, call }: AskingCall): Answer {
    this.given.push({ site: this.sites[site]!, recorded: answer.recorded, index });
    const made = [call.values[answer.index], ...(call.callbacks[answer.index] ?? []).flat()];
    for (const one of made)
      if (typeof one === "object" && one !== null && !this.#from.has(one)) this.#from.set(one, index);
    return answer;
  }

  #miss(asking: AskingCall, nearest: Nearest | null): never {
    this.#note(asking, nearest);
    throw new NoAnswer(NO_ANSWER);
  }

  #note({ site, given }: AskingCall, nearest: Nearest | null): void {
    const recorded = nearest === null ? undefined : this.#parts.answers[nearest.index];
    this.without ??= {
      site: this.sites[site]!,
      given,
      nearest: nearest === null || recorded === undefined ? null : { ...nearest, recorded },
    };
  }
}

/** A member of a value; undefined where a getter throws. */
function memberOf(value: unknown, key: PropertyKey): unknown {
  if (value === null || value === undefined) return undefined;
  try {
    return (value as Record<PropertyKey, unknown>)[key];
  } catch {
    return undefined;
  }
}

function sourceOf(called: AnyFunction): string {
  return Function.prototype.toString.call(called);
}

/** What a function calls itself; null where that is nothing. */
function nameOf(called: AnyFunction): string | null {
  const name: unknown = Object.getOwnPropertyDescriptor(called, "name")?.value;
  if (typeof name !== "string" || name === "") return null;
  return name.startsWith("bound ") ? name.slice("bound ".length) : name;
}

function isIterable(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Symbol.asyncIterator in value || Symbol.iterator in value;
}

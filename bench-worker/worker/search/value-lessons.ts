import type { Fact, Shape } from "../../contract/fact.ts";
import { causeOf } from "../blame.ts";
import { asksForFile } from "../load/corrections/of-file.ts";
import { checkFailed } from "../load/corrections/of-guard.ts";
import { otherWay, sameWay } from "../program/branches.ts";
import { leavingLoop } from "../program/own-loop.ts";
import { EndlessError } from "../fakes/universal/endless.ts";
import { framesOf, stackOf } from "../io/call-site.ts";
import { gapOf } from "../program/gap.ts";
import { isLeftWaiting } from "../first-call.ts";
import { defineFreeName } from "../fakes/free-names.ts";
import type { IoCore } from "../io/io-core.ts";
import { lastName } from "../io/last-name.ts";
import type { Correction } from "../load/corrections/correction.ts";
import { correctionBy } from "../load/corrections/correction-for.ts";
import { shapeOf } from "../load/corrections/of-type.ts";
import type { LoadedTarget } from "../load/load-target.ts";
import { failureOf } from "./failure.ts";
import type { Settings } from "./settings.ts";
import type { TargetText } from "./target-text.ts";

/** Made-up values that are corrected in one attempt. */
const CORRECTIONS_AT_MOST = 8;

/** The first rung on which what is nothing is made up where a member of it is read, and how many such places. */
const FILLED_FROM = 1;
const GAPS_AT_MOST = 6;

/** Branches of checks that are passed by their other way. */
const BRANCHES_AT_MOST = 8;

/** What failures of attempts at one target have told of what made-up values should have been. */
export class ValueLessons {
  readonly #text: TargetText;
  readonly #core: IoCore;
  /** The operation that was last taken to give a promise as it was the last that was called, and what had failed. */
  #guess: { readonly promise: Fact; readonly settings: Settings; readonly failed: string } | undefined;

  constructor(text: TargetText, core: IoCore) {
    this.#text = text;
    this.#core = core;
  }

  /** Whether an error told what a value should have been, which it is in attempts from here on. */
  learns(error: unknown, settings: Settings, target: LoadedTarget): boolean {
    const core = this.#core;
    const cause = causeOf(error);
    const { rules } = core;
    const freeName = defineFreeName(causeOf(error), target.fakes);
    if (freeName !== null) return true;
    const { attempt, facts } = settings;
    const source = target.source;
    if (!facts.has("files") && asksForFile(cause, this.#text.textOf) && rules.allow("file-there"))
      return facts.add({ about: "files", because: "file-there" });
    const { endHandedTo: name } = core;
    const goesOn = name !== null && isLeftWaiting(cause);
    if (
      goesOn &&
      rules.allow("goes-on") &&
      facts.add({ about: "operation", name, is: "goes-on", because: "goes-on" })
    )
      return true;
    const { textOf, source: given } = this.#text;
    const thrownIn = { ...given, start: given.functionStart };
    const told = correctionBy(cause, target.fakes, textOf, rules, thrownIn);
    const { correction, rule: because = "" } = told ?? {};
    // What an operation answers once may be there the next time.
    if (correction !== undefined && isAnswerNotThere(correction) && this.takesOtherWay(error, settings))
      return true;
    const failed = failureOf(error);
    const isGuessed = this.#guess?.settings === settings && this.#guess.failed === failed;
    // It was not that: the same has failed again.
    if (isGuessed) facts.delete(this.#guess!.promise);
    const otherwise = facts.about("value").filter(({ is }) => !("make" in is && is.make === "fake"));
    const corrections = otherwise.length + facts.about("operation").length;
    if (correction !== undefined && corrections < CORRECTIONS_AT_MOST) {
      const operation = { about: "operation", because } as const;
      if ("promise" in correction && facts.add({ ...operation, name: correction.promise, is: "promise" }))
        return true;
      if ("plain" in correction && facts.add({ ...operation, name: correction.plain, is: "plain" }))
        return true;
      if ("name" in correction) {
        const { name, shape: is, orPromise = "" } = correction;
        const before = facts.shapeOf(name);
        const isJson = "make" in is && is.make === "json";
        if (isJson && before !== undefined && "make" in before && before.make === "buffer") {
          facts.put({ about: "value", name, is: { make: "json-bytes" }, because });
          return true;
        }
        const isTold = before !== undefined && isOfKind(before, name) && isOther(is, before);
        if (isTold && rules.allow("other-of-kind")) {
          facts.put({ about: "value", name, is, because });
          return true;
        }
        // A variable of the source goes by another name than what is made up for it.
        for (const one of [name, `*.${lastName(name)}`])
          if (facts.add({ about: "value", name: one, is, because })) return true;
        // What was made up has been given on by other names.
        const promise: Fact = { ...operation, name: orPromise, is: "promise", because: "or-promise" };
        if (orPromise !== "" && !facts.includes(promise) && !isGuessed && rules.allow("or-promise")) {
          this.#guess = { promise, settings, failed };
          return facts.add(promise);
        }
      }
    }
    const gap = attempt.rung < FILLED_FROM ? null : gapOf(causeOf(error), source.file);
    // What a fakes file gives is what the user wants it to be, be it nothing.
    if (gap === null || target.fakes.given?.givesValues === true) return false;
    const filled: Fact = { about: "line", ...gap, because: "gaps" };
    const isNew = facts.about("line").length < GAPS_AT_MOST && !facts.includes(filled);
    return isNew && this.#text.canFill(gap) && rules.allow("gaps") && facts.add(filled);
  }

  /**
   * Whether a check of the project that failed is passed from here on by the other way of its branch, or a loop without end left by one: the
   * ordinary path is that on which nothing fails.
   */
  takesOtherWay(error: unknown, { facts }: Settings): boolean {
    if (facts.about("branch").length >= BRANCHES_AT_MOST) return false;
    const { textOf, source } = this.#text;
    const cause = causeOf(error);
    const ways =
      cause instanceof EndlessError
        ? leavingLoop(framesOf(stackOf(cause)), textOf).map(sameWay)
        : checkFailed(cause, textOf, { ...source, start: source.functionStart }).map(otherWay);
    for (const way of ways) {
      if (way === null || /[\\/]node_modules[\\/]/.test(way.file)) continue;
      const { file: name, line, at, is } = way;
      const branch: Fact = { about: "branch", name, line, at, is, because: "other-way" };
      if (facts.includes(branch) || (name === source.file && !this.#text.canTake(way))) continue;
      return this.#core.rules.allow("other-way") && facts.add(branch);
    }
    return false;
  }
}

/** Whether it is told of an answer that it is not so, or nothing. */
function isAnswerNotThere(correction: Correction): boolean {
  if (!("name" in correction) || !correction.name.endsWith(")")) return false;
  const { shape } = correction;
  return "value" in shape ? shape.value === false : "make" in shape && shape.make === "nothing";
}

/** Whether a value says no more than of what kind it is: another of its kind may do as well, once. */
function isOfKind(shape: Shape, name: string): boolean {
  return "value" in shape && JSON.stringify(shapeOf(typeof shape.value, name)) === JSON.stringify(shape);
}

function isOther(is: Shape, before: Shape): boolean {
  const isSameKind = "value" in is && "value" in before && typeof is.value === typeof before.value;
  return isSameKind && is.value !== before.value;
}

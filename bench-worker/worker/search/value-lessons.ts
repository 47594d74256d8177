import type { Gap } from "../program/fill.ts";
import { causeOf, gapOf, givesText, wantsJson } from "../blame.ts";
import { defineFreeName } from "../fakes/free-names.ts";
import type { IoCore } from "../io/io-core.ts";
import { lastName } from "../io/last-name.ts";
import { correctionBy } from "../load/corrections/correction-for.ts";
import type { LoadedTarget } from "../load/load-target.ts";
import { sourceTextOf } from "../load/source-text.ts";
import { failureOf } from "./failure.ts";
import type { Settings } from "./settings.ts";
import type { TargetText } from "./target-text.ts";

/** Made-up values that are corrected in one attempt. */
const CORRECTIONS_AT_MOST = 8;

/** The first rung on which what is nothing is made up where a member of it is read, and how many such places. */
const FILLED_FROM = 1;
const GAPS_AT_MOST = 6;

/** What failures of attempts at one target have told of what made-up values should have been. */
export class ValueLessons {
  readonly #text: TargetText;
  readonly #core: IoCore;
  /** The operation that was last taken to give a promise as it was the last that was called, and what had failed. */
  #guess: { readonly promise: string; readonly settings: Settings; readonly failed: string } | undefined;

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
    const isRead = wantsJson(cause) || core.uses.some((use) => givesText(use, target.source.text));
    if (!settings.makesBodies && isRead && rules.allow("bodies")) {
      settings.makesBodies = true;
      return true;
    }
    const { attempt, shapes, because, promises, plain } = settings;
    const source = target.source;
    const told = correctionBy(causeOf(error), target.fakes, sourceTextOf(source), rules);
    const { correction, rule = "" } = told ?? {};
    const failed = failureOf(error);
    const isGuessed = this.#guess?.settings === settings && this.#guess.failed === failed;
    // It was not that: the same has failed again.
    if (isGuessed) promises.delete(this.#guess?.promise ?? "");
    const otherwise = [...shapes.values()].filter((shape) => !("make" in shape && shape.make === "fake"));
    const corrections = otherwise.length + promises.size + plain.size;
    if (correction !== undefined && corrections < CORRECTIONS_AT_MOST) {
      if ("promise" in correction && !promises.has(correction.promise)) {
        promises.add(correction.promise);
        because.set(correction.promise, rule);
        return true;
      }
      if ("plain" in correction && !plain.has(correction.plain)) {
        plain.add(correction.plain);
        because.set(correction.plain, rule);
        return true;
      }
      if ("name" in correction) {
        const { name: corrected, shape } = correction;
        const before = shapes.get(corrected);
        const isJson = "make" in shape && shape.make === "json";
        if (isJson && before !== undefined && "make" in before && before.make === "buffer") {
          shapes.set(corrected, { make: "json-bytes" });
          because.set(corrected, rule);
          return true;
        }
        // A variable of the source goes by another name than what is made up for it.
        const name = [correction.name, `*.${lastName(correction.name)}`].find((one) => !shapes.has(one));
        if (name !== undefined) {
          shapes.set(name, correction.shape);
          because.set(name, rule);
          return true;
        }
        // What was made up has been given on by other names.
        const { orPromise } = correction;
        if (orPromise !== undefined && !promises.has(orPromise) && !isGuessed && rules.allow("or-promise")) {
          promises.add(orPromise);
          because.set(orPromise, "or-promise");
          this.#guess = { promise: orPromise, settings, failed };
          return true;
        }
      }
    }
    const gap = attempt.rung < FILLED_FROM ? null : gapOf(causeOf(error), source.file);
    // What a fakes file gives is what the user wants it to be, be it nothing.
    const isGiven = target.fakes.given?.givesValues === true;
    if (
      gap !== null &&
      !isGiven &&
      settings.gaps.length < GAPS_AT_MOST &&
      this.#isNew(gap, settings) &&
      rules.allow("gaps")
    ) {
      settings.gaps.push(gap);
      return true;
    }
    return false;
  }

  /** Whether a gap is one that is not yet filled, and can be. */
  #isNew(gap: Gap, { gaps }: Settings): boolean {
    const isKnown = gaps.some((one) => one.line === gap.line && one.member === gap.member);
    return !isKnown && this.#text.canFill(gap);
  }
}

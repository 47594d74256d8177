import type { Fact, FactAbout } from "../../contract/fact.ts";
import { causeOf } from "../blame.ts";
import { asksForFile } from "../load/corrections/of-file.ts";
import { packageOfFile } from "../load/package-name.ts";
import { checkFailed } from "../program/reached-check.ts";
import { leavingRecursion } from "../program/endless-recursion.ts";
import { otherWay, sameWay, type BranchOfFile } from "../program/branches.ts";
import { leavingLoops } from "../program/own-loop.ts";
import { EndlessError } from "../fakes/universal/endless.ts";
import { framesOf, stackOf } from "../io/call-site.ts";
import { gapsIn } from "../program/fill.ts";
import { gapOf } from "../program/gap.ts";
import { sourceTreeOf } from "../program/source-tree.ts";
import { isLeftWaiting } from "../first-call.ts";
import { defineFreeName } from "../fakes/free-names.ts";
import type { IoCore } from "../io/io-core.ts";
import { lastName } from "../io/last-name.ts";
import type { Correction } from "../load/corrections/correction.ts";
import { correctionBy, thrownStandIn } from "../load/corrections/correction-for.ts";
import type { LoadedTarget, LoadingFailed } from "../load/load-target.ts";
import { failureOf } from "./failure.ts";
import type { Settings } from "./settings.ts";
import type { TargetText } from "./target-text.ts";

/** Made-up values that are corrected in one attempt. */
const CORRECTIONS_AT_MOST = 8;

/** The first rung on which what is nothing is made up where a member of it is read, and how many such places. */
const FILLED_FROM = 1;
const GAPS_AT_MOST = 6;

/** Branches of checks that are passed by their other way. */
const BRANCHES_AT_MOST = 16;
/** Characters of a test that are kept. */
const TEST_AT_MOST = 100;

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
    if (!facts.has("files") && asksForFile(cause, this.#text.textOf) && rules.allow("file-there"))
      return facts.add({ about: "files", because: "file-there" });
    for (const name of rules.allow("message-waited-for") ? target.fakes.forLater : [])
      if (facts.add({ about: "operation", name, is: "goes-on", because: "message-waited-for" })) return true;
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
    if (
      correction !== undefined &&
      this.#isOfPlace(correction, cause) &&
      this.takesOtherWay(error, settings, target)
    )
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
        const { name, shape: is, among, orPromise = "" } = correction;
        const value = { about: "value", is, because, ...(among && { among: [...among] }) } as const;
        const before = facts.shapeOf(name);
        const isJson = "make" in is && is.make === "json";
        if (isJson && before !== undefined && "make" in before && before.make === "buffer") {
          facts.put({ about: "value", name, is: { make: "json-bytes" }, because });
          return true;
        }
        // A variable of the source goes by another name than what is made up for it.
        if (facts.add({ ...value, name })) return true;
        if (this.takesOtherWay(error, settings, target)) return true;
        if (facts.add({ ...value, name: `*.${lastName(name)}` })) return true;
        // What was made up has been given on by other names.
        const promise: Fact = { ...operation, name: orPromise, is: "promise", because: "or-promise" };
        if (orPromise !== "" && !facts.includes(promise) && !isGuessed && rules.allow("or-promise")) {
          this.#guess = { promise, settings, failed };
          return facts.add(promise);
        }
      }
    }
    const gap = attempt.rung < FILLED_FROM ? null : gapOf(causeOf(error));
    // What a fakes file gives is what the user wants it to be, be it nothing.
    if (gap === null || target.fakes.given?.givesValues === true) return false;
    const filled: Fact = { about: "line", ...gap, because: "gaps" };
    const isNew = facts.about("line").length < GAPS_AT_MOST && !facts.includes(filled);
    return isNew && this.#canFill(gap) && rules.allow("gaps") && facts.add(filled);
  }

  /** Whether a module threw a stand-in as it was loaded, which is nothing from here on. */
  learnsOfLoading(error: LoadingFailed, { facts }: Settings): boolean {
    const told = error.fakes && thrownStandIn(error.cause, error.fakes, this.#core.rules);
    if (told === undefined) return false;
    const { name, shape: is } = told.correction;
    return facts.add({ about: "value", name, is, because: told.rule });
  }

  /**
   * Whether a check of the project that failed is passed from here on by the other way of its branch, or a loop without end left by one: the
   * ordinary path is that on which nothing fails.
   */
  takesOtherWay(error: unknown, { facts }: Settings, { fakes }: LoadedTarget): boolean {
    // What a fakes file gives leads the call where the user wants it.
    if (fakes.given?.givesValues === true || fakes.given?.leadsCalls === true) return false;
    const cause = causeOf(error);
    const because = cause instanceof EndlessError ? "leaves-loop" : "other-way";
    return this.takesWay(this.#waysPast(cause), because, facts);
  }

  /** Whether the first of some branches that is not taken yet is taken from here on. */
  takesWay(ways: readonly (BranchOfFile | null)[], because: string, facts: Settings["facts"]): boolean {
    if (facts.about("branch").length >= BRANCHES_AT_MOST) return false;
    for (const way of ways) {
      if (way === null) continue;
      const { file: name, line, at, end, is } = way;
      const test = way.test.slice(0, TEST_AT_MOST);
      const branch: Fact = { about: "branch", name, line, at, end, test, is, because };
      // One round at a time may be without end as well.
      const before = facts.about("branch").find((one) => one.name === name && one.at === at);
      if (is === "once" && before?.is === "once") {
        facts.put({ ...branch, is: false });
        return true;
      }
      if (!facts.includes(branch)) return this.#core.rules.allow(because) && facts.add(branch);
    }
    return false;
  }

  /** Whether a gap of a file of the project can be filled. */
  #canFill(gap: Omit<FactAbout<"line">, "about" | "because">): boolean {
    if (packageOfFile(gap.name) !== null) return false;
    const text = this.#text.textOf(gap.name);
    const tree = text === null ? null : sourceTreeOf(gap.name, text);
    return tree !== null && gapsIn(tree, [gap]).length > 0;
  }

  /** The branches by which a check of the project would not fail, or a loop without end is left. */
  #waysPast(cause: unknown): BranchOfFile[] {
    const { textOf, source } = this.#text;
    if (isOfEngine(cause)) return [];
    const ways =
      cause instanceof EndlessError
        ? [leavingLoops, leavingRecursion]
            .flatMap((leaving) => leaving(framesOf(stackOf(cause)), textOf))
            .map(sameWay)
        : checkFailed(cause, textOf, { ...source, start: source.functionStart }).map(otherWay);
    return ways.filter((way) => way !== null).filter(({ file }) => packageOfFile(file) === null);
  }

  /**
   * Whether a correction is better made at its place: of all that goes by some last name; of an answer that is not so, or nothing, as the
   * operation may find something the next time; of what stands beside an operation in a test that waits.
   */
  #isOfPlace(correction: Correction, cause: unknown): boolean {
    if (!("name" in correction)) return false;
    const { name, shape } = correction;
    if (name.startsWith("*.")) return true;
    const isNotThere = "value" in shape ? shape.value === false : "make" in shape && shape.make === "nothing";
    return isNotThere && (name.endsWith(")") || /\bawait\b/.test(this.#waysPast(cause)[0]?.test ?? ""));
  }
}

/** Whether an error is one that the engine, or a module of Node's, has made: no check of the project failed. */
function isOfEngine(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof EndlessError) return false;
  const [frame] = framesOf(stackOf(error));
  return frame?.file.startsWith("node:") === true || ENGINE_SAYS.test(error.message);
}

const ENGINE_SAYS =
  /^Cannot (?:read|set|destructure|convert|access|create|define|mix)\b| is not (?:a function|a constructor|iterable|defined)\b|^Assignment to constant variable|^Invalid (?:array|string) length/;

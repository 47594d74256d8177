import { isBuiltin } from "node:module";
import path from "node:path";
import type { TargetSource } from "../../protocol.ts";
import type { FactAbout } from "../../contract/fact.ts";
import { CLOSURE, LADDER, LAST_WITHIN_MODULE, type Attempt } from "../attempts.ts";
import { causeOf } from "../blame.ts";
import { Facts } from "../facts.ts";
import { firstOwnFrame, isHarness } from "../io/own-frames.ts";
import { BlockedError } from "../fakes/blocked.ts";
import { alwaysExits, endsProcess, isInFrontOf } from "../exit-end.ts";
import { EndlessError } from "../fakes/universal/endless.ts";
import { Endless, nextPatience, PATIENCE_AT_MOST } from "../harness/time-limit.ts";
import { framesOf, sayThrown, stackOf } from "../io/call-site.ts";
import type { IoCore } from "../io/io-core.ts";
import { LoadingFailed, type LoadedTarget } from "../load/load-target.ts";
import { NotMade, Unreachable } from "../load/unreachable.ts";
import { MissingModule } from "../load/module-loader.ts";
import {
  isOfProject,
  isPath,
  packageOfFile,
  packageOfSpecifier,
  packageOfStack,
} from "../load/package-name.ts";
import { variablesToSet } from "../load/variables-to-set.ts";
import { sourceTextOf } from "../load/source-text.ts";
import { PathOfFailure } from "../path-of-failure.ts";
import { importAsked } from "../program/import-asked.ts";
import { checkReached } from "../program/reached-check.ts";
import type { Settings } from "./settings.ts";
import { ValueLessons } from "./value-lessons.ts";
import type { TargetText } from "./target-text.ts";

/** Files of the project that are made up for one function. */
const FILES_AT_MOST = 3;

/** What failures of attempts at one target have told. */
export class Lessons {
  readonly #source: TargetSource;
  readonly #text: TargetText;
  readonly #core: IoCore;
  /** Of these, attempts have in common what holds for all of them. */
  readonly facts = new Facts();
  /** The files of the project in which attempts within its module have failed. */
  failing: FactAbout<"file">[] = [];
  /** Whether some call has ended the process, be it in front of what else it does. */
  mayExit = false;
  /** Why it could not be run where it stands, and what is to blame in the end. */
  first: unknown;
  blame: unknown;
  /** What made-up values should have been. */
  readonly values: ValueLessons;
  /** The error for which variables of the environment were set last, and which; each is tried once. */
  #missed:
    | { readonly said: string; readonly set: readonly FactAbout<"variable">[]; readonly hasLeft: boolean }
    | undefined;
  readonly #tried = new Set<string>();
  /** Of the attempt whose error is to blame. */
  #blamed: Settings | undefined;

  constructor(source: TargetSource, text: TargetText, core: IoCore) {
    this.#source = source;
    this.#text = text;
    this.#core = core;
    this.values = new ValueLessons(text, core);
  }

  /**
   * Whether an error told something by which the same attempt may come to a better end.
   *
   * @param target What was called; undefined where it was not loaded, or nothing more is to be tried of the call.
   */
  learn(error: unknown, settings: Settings, target: LoadedTarget | undefined): boolean {
    if (this.#learnsOfSurroundings(error)) return true;
    // That it is not made anew tells nothing of what failed where it stands.
    if (!(error instanceof PathOfFailure || error instanceof NotMade)) this.#blame(error, settings);
    if (error instanceof LoadingFailed) return this.values.learnsOfLoading(error, settings);
    return target !== undefined && this.values.learns(error, settings, target);
  }

  /** Whether an error told that the target itself ends the process, and that nothing it does would come behind that. */
  learnsOfExit(error: unknown, target: LoadedTarget): boolean {
    const cause = causeOf(error);
    if (this.facts.has("exit") || !endsProcess(cause, target)) return false;
    this.mayExit = true;
    if (isInFrontOf(cause, this.#text.wantedIo(), target.source.file)) return false;
    if (!this.#core.rules.allow("exits")) return false;
    return this.facts.add({ about: "exit", because: "exits" });
  }

  /** The first error is to blame; where an attempt got over it, the next one of that attempt. */
  #blame(error: unknown, settings: Settings): void {
    const isSameAttempt = this.#blamed === settings;
    if (this.first === undefined || isSameAttempt) this.first = error;
    if (this.blame !== undefined && !(this.blame instanceof Unreachable) && !isSameAttempt) return;
    this.blame = error;
    this.#blamed = settings;
  }

  /** What blocks or is missing around the target; time. */
  #learnsOfSurroundings(error: unknown): boolean {
    const core = this.#core;
    const cause = causeOf(error);
    const blocked = core.blocked ?? (cause instanceof BlockedError ? cause : null);
    if (blocked !== null && this.#replaces(packageOfStack(stackOf(blocked)))) return true;
    // It is named among the warnings, whatever comes of the call.
    if (
      cause instanceof MissingModule &&
      this.facts.add({ about: "missing-files", because: "missing-files" })
    )
      return true;
    if (cause instanceof Endless) {
      const before = core.patience;
      core.patience = Math.min(nextPatience(before, cause), PATIENCE_AT_MOST);
      core.hasLooped ||= cause.isSure && !(error instanceof LoadingFailed);
      if (core.patience > before) return true;
    }
    return false;
  }

  /**
   * Whether a package, or one of the project's own imports that lead to it, was not made up yet: from here on it is. Of several
   * the one that is nearest to it; the next where that does not help.
   *
   * @param evidence What it said, where it refused made-up values.
   */
  #replaces(name: string | null, evidence?: string): boolean {
    const imports = name === null ? [] : this.#core.importers.ofProject(name);
    const one = imports.find((other) => !this.facts.has("package", other));
    if (one === undefined || !this.#core.rules.allow("package-made-up")) return false;
    const through = one === name || name === null ? undefined : name;
    const because = "package-made-up";
    return this.facts.add({ about: "package", name: one, because, evidence, through });
  }

  /**
   * Whether a package that refused made-up values is made up from here on: before the function is taken out of its module,
   * and loses all that it imports with it.
   */
  replacesRefusing(error: unknown, { rung }: Attempt): boolean {
    const isLoading = error instanceof LoadingFailed && error.state !== "timed-out";
    // A closure has no other attempt within its module than those in which it is made, or taken from it.
    if (isLoading ? rung > LAST_WITHIN_MODULE : rung < LAST_WITHIN_MODULE || rung > CLOSURE) return false;
    const cause = causeOf(error);
    const thrower = packageOfFile(firstOwnFrame(cause)?.file ?? "");
    const culprit = thrower === null ? this.#packageAsked(cause) : packageOfStack(stackOf(cause));
    if (culprit === null || culprit === packageOfFile(this.#source.file)) return false;
    return this.#replaces(culprit, sayThrown(cause));
  }

  /** A package whose answer the program's own check asked: of stand-ins none may do, as of passwords that are compared. */
  #packageAsked(error: unknown): string | null {
    const textOf = sourceTextOf(this.#source);
    const asked = checkReached(framesOf(stackOf(error)), textOf).map(importAsked);
    const specifier = asked.find((one) => one !== undefined && !isPath(one) && !isBuiltin(one));
    return specifier === undefined ? null : packageOfSpecifier(specifier);
  }

  /**
   * Whether variables of the environment are set from here on that the project has read and nothing sets. Where the same error comes again, they
   * are as they were, and where the call fails that only left early before; and those whose text the next error names.
   *
   * @param hasLeft Whether the call came to no I/O call, and `error` stands for that.
   * @param hasIo Whether it came to some, and `error` was caught.
   */
  learnsOfVariables(error: unknown, { hasLeft = false, hasIo = false } = {}): boolean {
    const cause = causeOf(error);
    const place = framesOf(stackOf(cause)).find(({ file }) => this.#isOwn(file));
    const said = `${sayThrown(cause)} ${JSON.stringify(place)}`;
    const before = this.#missed;
    this.#missed = undefined;
    // A call that left early is better than one that fails.
    const isWorse = before?.hasLeft === true && !hasLeft && !hasIo;
    if (isWorse || said === before?.said) for (const fact of before.set) this.facts.delete(fact);
    if (isWorse) return true;
    // It fails by the text itself, as where that is the name of a file.
    const refused = before?.set.filter(({ name, is }) => name === is && said.includes(name)) ?? [];
    for (const fact of refused) this.facts.delete(fact);
    if (before !== undefined && refused.length > 0) {
      this.#missed = { ...before, set: before.set.filter((fact) => !refused.includes(fact)) };
      return true;
    }
    const shown = { reads: this.#core.unsetVariables.reads, failure: stackOf(cause) };
    const untried = (failedIn?: string) =>
      variablesToSet({ ...shown, failedIn }, this.#source).filter(
        (fact) => !this.facts.includes(fact) && !this.#tried.has(fact.name),
      );
    const first = untried();
    const set = first.length > 0 ? first : untried(place?.file);
    if (set.length === 0 || !this.#core.rules.allow("variable")) return false;
    for (const fact of set) {
      this.#tried.add(fact.name);
      this.facts.add(fact);
    }
    this.#missed = { said, set, hasLeft };
    return true;
  }

  /**
   * Whether another file of the project failed as it was loaded, as where it checks an environment that only its program has: it is made
   * up from here on, as the function would lose all that it imports if it were taken out of its module.
   */
  learnsOfLoading(error: unknown, { rung }: Attempt): boolean {
    const isLoading = error instanceof LoadingFailed && error.state === "failed";
    if (!isLoading || LADDER[rung]!.isolation !== null) return false;
    const cause = causeOf(error);
    if (alwaysExits(cause, this.#source, true)) return false;
    const name = framesOf(stackOf(cause)).find(({ file }) => this.#isOwn(file))?.file;
    if (name === undefined || name === this.#source.file) return false;
    const isTooMany = this.facts.about("unloaded-file").length >= FILES_AT_MOST;
    if (isTooMany || !this.#core.rules.allow("unloaded-file")) return false;
    return this.facts.add({
      about: "unloaded-file",
      name,
      because: "unloaded-file",
      evidence: sayThrown(cause),
    });
  }

  #isOwn(file: string): boolean {
    return path.isAbsolute(file) && !isHarness(file) && isOfProject(file, this.#source.file);
  }

  /**
   * Whether a call failed in another file of the project, which may be set up only where its program starts, and is made up
   * in the attempts that are for that, before the function is taken out of its module.
   */
  learnsOfFailing(error: unknown, { attempt, facts }: Settings): boolean {
    const cause = causeOf(error);
    const rung = LADDER[attempt.rung]!;
    if (rung.isolation !== null || rung.takesMade || error instanceof LoadingFailed) return false;
    if (rung.replacesFailing !== true) this.failing = [];
    if (cause instanceof Endless || cause instanceof EndlessError) return false;
    const name = firstOwnFrame(cause)?.file;
    if (name === undefined || !path.isAbsolute(name) || name === this.#source.file) return false;
    if (!isOfProject(name, this.#source.file) || facts.has("file", name)) return false;
    if (this.failing.length >= FILES_AT_MOST || !this.#core.rules.allow("failing-file")) return false;
    const fact = { about: "file", name, because: "failing-file", evidence: sayThrown(cause) } as const;
    this.failing.push(fact);
    return facts.add(fact);
  }
}

import path from "node:path";
import type { TargetSource } from "../../protocol.ts";
import type { Way } from "../../way.ts";
import { CLOSURE, LADDER, LAST_WITHIN_MODULE, type Attempt } from "../attempts.ts";
import { causeOf } from "../blame.ts";
import { firstOwnFrame } from "../io/own-frames.ts";
import { BlockedError } from "../fakes/blocked.ts";
import { endsProcess, isInFrontOf } from "../exit-end.ts";
import { EndlessError } from "../fakes/universal/endless.ts";
import { Endless, nextPatience, PATIENCE_AT_MOST } from "../harness/time-limit.ts";
import { sayThrown, stackOf } from "../io/call-site.ts";
import type { IoCore } from "../io/io-core.ts";
import { LoadingFailed, type LoadedTarget } from "../load/load-target.ts";
import { NotMade, Unreachable } from "../load/unreachable.ts";
import { MissingModule } from "../load/module-loader.ts";
import { isOfProject, packageOfFile, packageOfStack } from "../load/package-name.ts";
import { PathOfFailure } from "../path-of-failure.ts";
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
  /** Packages that are made up, as they reach for what is blocked or refuse made-up values. */
  readonly replaced = new Set<string>();
  /** Of those, what was made up as it refused made-up values, and what it said. */
  readonly refusing = new Map<string, string>();
  /** Of those, what was made up for a package that it uses, and which. */
  readonly through = new Map<string, string>();
  /** The files of the project in which attempts within its module have failed, and what they threw there. */
  readonly failing = new Map<string, string>();
  /** Whether it imports files that are not there. */
  replacesMissing = false;
  /** Globals that attempts have asked for and nobody defines. */
  readonly freeNames = new Set<string>();
  /** Whether its calls end the process: that is their end from then on. */
  exits = false;
  /** Whether some call has ended the process, be it in front of what else it does. */
  mayExit = false;
  /** Why it could not be run where it stands, and what is to blame in the end. */
  first: unknown;
  blame: unknown;
  /** What made-up values should have been. */
  readonly values: ValueLessons;
  /** Of the attempt whose error is to blame. */
  #blamed: Settings | undefined;

  constructor(source: TargetSource, text: TargetText, core: IoCore) {
    this.#source = source;
    this.#text = text;
    this.#core = core;
    this.values = new ValueLessons(text, core);
  }

  /** Begins with what another process has learnt. */
  follow({ replaced, replacesMissing, exits }: Way): void {
    for (const name of replaced) this.replaced.add(name);
    this.replacesMissing = replacesMissing;
    this.exits = exits;
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
    if (target === undefined) return false;
    return this.values.learns(error, settings, target);
  }

  /** Whether an error told that the target itself ends the process, and that nothing it does would come behind that. */
  learnsOfExit(error: unknown, target: LoadedTarget): boolean {
    const cause = causeOf(error);
    if (this.exits || !endsProcess(cause, target)) return false;
    this.mayExit = true;
    if (isInFrontOf(cause, this.#text.wantedIo(), target.source.file)) return false;
    if (!this.#core.rules.allow("exits")) return false;
    this.exits = true;
    return true;
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
    if (cause instanceof MissingModule && !this.replacesMissing) {
      this.replacesMissing = true;
      return true;
    }
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
   */
  #replaces(name: string | null, tell?: (name: string) => void): boolean {
    const imports = name === null ? [] : this.#core.importers.ofProject(name);
    const one = imports.find((other) => !this.replaced.has(other));
    if (one === undefined || !this.#core.rules.allow("package-made-up")) return false;
    this.replaced.add(one);
    if (name !== null && one !== name) this.through.set(one, name);
    tell?.(one);
    return true;
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
    const culprit = packageOfStack(stackOf(cause));
    if (thrower === null || culprit === null || culprit === packageOfFile(this.#source.file)) return false;
    return this.#replaces(culprit, (name) => void this.refusing.set(name, sayThrown(cause)));
  }

  /**
   * Whether a call failed in another file of the project, which may be set up only where its program starts, and is made up
   * in the attempts that are for that, before the function is taken out of its module.
   */
  learnsOfFailing(error: unknown, { attempt, replacedFiles }: Settings): boolean {
    const cause = causeOf(error);
    const rung = LADDER[attempt.rung]!;
    if (rung.isolation !== null || rung.takesMade || error instanceof LoadingFailed) return false;
    if (rung.replacesFailing !== true) this.failing.clear();
    if (cause instanceof Endless || cause instanceof EndlessError) return false;
    const file = firstOwnFrame(cause)?.file;
    if (file === undefined || !path.isAbsolute(file) || file === this.#source.file) return false;
    if (!isOfProject(file, this.#source.file) || replacedFiles.has(file)) return false;
    if (this.failing.size >= FILES_AT_MOST || !this.#core.rules.allow("failing-file")) return false;
    this.failing.set(file, sayThrown(cause));
    replacedFiles.set(file, sayThrown(cause));
    return true;
  }
}

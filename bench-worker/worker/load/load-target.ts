import path from "node:path";
import { declaredIn } from "../../../analysis/scopes/shared-names.ts";
import { setByProject } from "./project-globals.ts";
import { analyzeFor } from "../../../analysis/analyze.ts";
import type { AsyncFunction, FileAnalysis, Reach } from "../../../analysis/model.ts";
import type { Link } from "../../../analysis/scopes/making.ts";
import type { TargetSource } from "../../protocol.ts";
import type { Callable } from "../call/caller.ts";
import { completeHolder, completeInstance } from "../fakes/complete-instance.ts";
import { asMany, fileNamesFor } from "../fakes/file-names.ts";
import { defineFreeName, FREE_NAMES_AT_MOST } from "../fakes/free-names.ts";
import { addAliasHints, addHandedOnHints, addIoHints, SourceHints } from "../fakes/io-hints.ts";
import { calledByFilled } from "../fakes/something.ts";
import { UniversalFakes } from "../fakes/universal/universal-fakes.ts";
import { emptyListOf } from "./empty-list.ts";
import { isObject } from "../io/is-object.ts";
import { followingLimits, inTurnOfItsOwn } from "../harness/time-limit.ts";
import { Unmeasurable } from "../harness/unmeasurable.ts";
import { OwnCompletions } from "./own-completions.ts";
import { typesOf } from "../types/file-types.ts";
import type { Scope } from "../types/type.ts";
import { callableOf, type Receivers } from "./callable-of.ts";
import { instancesOf, type Constructor } from "./construct.ts";
import { explainLoading } from "./explain.ts";
import type { EntryModule } from "./module-loader.ts";
import { loadIsolated } from "./load-isolated.ts";
import { loadMade } from "./load-made.ts";
import { loadEntry, type LoaderParts } from "./load-entry.ts";
import type { LoadServices, LongStacks } from "./load-services.ts";
import type { Facts } from "../facts.ts";
import { noStandIns, type StandIns } from "./stand-ins.ts";
import { reachedTexts } from "./reached.ts";
import { packagesOfReceivers } from "./package-of-receiver.ts";
import { reading } from "./reading.ts";
import { resolveFor } from "./resolve.ts";
import { Versions } from "./versions.ts";
import { NotMade, Unreachable } from "./unreachable.ts";
import { passesListOn, readsStreams, usesIn } from "./uses.ts";

/** A target that can be called. */
export interface LoadedTarget {
  readonly source: TargetSource;
  readonly asyncFunction: AsyncFunction;
  /** The text that its ranges are of; the one that runs has the same lines. */
  readonly analyzedText: string;
  readonly callable: Callable;
  /** Long-stack options that were switched on in its libraries, as code that does so. */
  readonly longStackOptions: readonly string[];
  /** What makes stand-ins for values that this target needs and nobody has. */
  readonly fakes: UniversalFakes;
  /** With which it was loaded. */
  readonly standIns: StandIns;
  /** The texts of the project's files that were loaded, its own first, by their paths. */
  readonly projectTexts: ReadonlyMap<string, string>;
  /** The function around it that was called, with made-up arguments, to make it. */
  readonly madeBy?: Link | null;
  /** Loads it anew, by the same analysis and with the same stand-ins, as nobody has called it yet. */
  readonly again: (longStacks: LongStacks) => Promise<LoadedTarget>;
  /** What the project itself completes later. */
  readonly ownCompletions?: OwnCompletions;
  /** It replays a recorded call. */
  readonly isReplayed?: true;
}

/** What analysis says of a target. */
export interface ReadTarget extends Pick<LoadedTarget, "asyncFunction" | "analyzedText"> {
  readonly analysis: FileAnalysis;
}

/**
 * Reads the text of a target.
 *
 * @throws {Unmeasurable} when the function is not in it.
 */
export function readTarget(source: TargetSource, services: Pick<LoadServices, "analyze">): ReadTarget {
  const { written = source } = source;
  const analyzedText = written.text;
  const { functionStart } = written;
  const read = services.analyze(written.text, source.language);
  // Who asked for it may know more than the text tells.
  const isRead = read.functions.some(({ range }) => range.start === functionStart);
  const analysis = isRead ? read : analyzeFor(written.text, source.language, functionStart);
  const asyncFunction = asItRuns(findFunction(analysis, { ...source, ...written }), source);
  return { asyncFunction, analysis, analyzedText };
}

type Accessor = () => unknown;

/**
 * Loads the target's module, with instances of its own of everything it imports but for what `standIns` names, and
 * takes the function out of it.
 *
 * @throws {Unmeasurable} when it cannot be loaded or reached.
 */
export async function loadTarget(
  source: TargetSource,
  services: LoadServices,
  standIns: StandIns = noStandIns(),
): Promise<LoadedTarget> {
  const { core } = services;
  const { analysis, asyncFunction, analyzedText, hints, fakes, projectTexts } = reading(() =>
    tellTarget(source, services, standIns),
  );
  fakes.enter();
  const longStackOptions = new Set<string>();
  const reachOut = new Set<string>();
  const ownCompletions = new OwnCompletions({
    file: source.file,
    loaded: projectTexts,
    reachOut,
    ioCalls: asyncFunction.ioCalls,
  });
  const { functions } = analysis;
  const parts: LoaderParts = {
    source,
    asyncFunction,
    functions,
    services,
    standIns,
    fakes,
    hints,
    longStackOptions,
    reachOut,
    onProjectFile: (file, one) => void projectTexts.set(file, one),
  };
  const loaded = (taken: Callable): LoadedTarget => {
    // What the modules tried while they loaded, and could do without, is no business of the calls.
    core.blocked = null;
    // What text holds is known by all that was loaded.
    fakes.enter();
    // Their modules begin what they begin now, and not in the call.
    for (const { name } of standIns.facts.about("value")) if (fakes.isOfClass(name)) fakes.make(name);
    const options = { longStackOptions: [...longStackOptions] };
    const callable = { ...taken, isMadeUp: (given: unknown) => fakes.isFake(given) };
    const again = async (longStacks: LongStacks): Promise<LoadedTarget> => {
      const anew = await loadTarget(source, { ...services, longStacks }, standIns);
      anew.ownCompletions!.follow(ownCompletions);
      return anew;
    };
    return {
      source,
      asyncFunction,
      analyzedText,
      callable,
      fakes,
      standIns,
      projectTexts,
      ownCompletions,
      again,
      ...options,
    };
  };
  if (standIns.isolation !== null) {
    try {
      return loaded(await loadIsolated(asyncFunction, standIns.isolation, parts));
    } catch (error) {
      throw loadingFailed(error, source.file, fakes);
    }
  }
  if (standIns.takesMade) {
    try {
      const { callable, by } = await loadMade(asyncFunction, parts);
      return { ...loaded(callable), madeBy: by };
    } catch (error) {
      throw error instanceof NotMade ? error : loadingFailed(error, source.file, fakes);
    }
  }
  const { reach } = asyncFunction;
  if (reach === null) {
    throw new Unreachable(
      "unsupported",
      asyncFunction.unreachable ?? `${asyncFunction.name} cannot be reached from outside of its module.`,
      "Move the function to the top of its module, or make it a method or an export.",
    );
  }
  let accessors: Accessor[] = [];
  const entry: EntryModule = {
    file: source.file,
    text: (services.changed ?? source).text,
    language: source.language,
    appended: accessorCode(reach),
    parameters: {
      [REACH]: (...given: Accessor[]) => {
        accessors = given;
      },
      ...calledByFilled(fakes),
    },
  };
  for (let attempt = 0; ; attempt++) {
    try {
      await loadEntry(entry, parts);
      return await inTurnOfItsOwn(
        () => loaded(toCallable(asyncFunction, reach, accessors, fakes, standIns, source)),
        () => followingLimits(core.patience),
      );
    } catch (error) {
      const name = attempt < FREE_NAMES_AT_MOST ? defineFreeName(error, fakes) : null;
      if (name === null) throw loadingFailed(error, source.file, fakes);
    }
  }
}

/** What the text of a target tells before it is loaded. */
interface ToldTarget extends ReadTarget, Pick<LoadedTarget, "fakes"> {
  readonly hints: SourceHints;
  /** Texts of the project's files: more come as they are loaded. */
  readonly projectTexts: Map<string, string>;
}

function tellTarget(source: TargetSource, services: LoadServices, standIns: StandIns): ToldTarget {
  const { core } = services;
  const { written = source } = source;
  const { asyncFunction, analysis, analyzedText } = readTarget(source, services);
  const hints = new SourceHints();
  const resolve = resolveFor(path.dirname(source.file), source.moduleRoots);
  const packageOf = packagesOfReceivers(written.text, source.file, resolve);
  addIoHints(hints, [asyncFunction], packageOf);
  addIoHints(hints, analysis.functions, packageOf);
  addAliasHints(hints, [asyncFunction], source.text);
  addHandedOnHints(hints, source, analysis.functions);
  const { facts, itemsOfLists } = standIns;
  const promises = new Set(
    facts.about("operation").flatMap(({ name, is }) => (is === "promise" ? [name] : [])),
  );
  for (const name of promises) {
    // Told of one operation, and of no other that has its last name.
    if (name.includes(".")) {
      const why = "it is I/O in what it is compared with";
      (hints.byExpression ??= new Map()).set(name, "promise");
      hints.explain(name, why, null);
      continue;
    }
    // Symbols are often kept in a variable that is named after them, with a mark before.
    for (const one of new Set([name, name.replace(/^_+/, "")])) {
      hints.add(one, "promise", "it gave a promise when it was called, here or in what it is compared with");
    }
  }
  const projectTexts = new Map([[source.file, source.text]]);
  hints.setTarget(asyncFunction);
  const versions = new Versions(source, asyncFunction, services);
  const { texts, ownTexts, uncalled } = versions;
  const owns = ownTexts.join("\n");
  const uses = usesIn(texts);
  const allow = (rule: string): boolean => core.rules.allow(rule);
  const reached = [...reachedTexts(written.text, analysis.functions, asyncFunction), ...ownTexts.slice(1)];
  const fakes = new UniversalFakes(core, hints, {
    facts,
    defaultsElsewhere: new Map(versions.defaultsOfOthers),
    defaults: versions.defaults,
    isAskedBeforeCalled: (of, name) => versions.isAskedBeforeCalled(of, name),
    isDeclared: (name) => declaredIn(source).has(name),
    setByProject: (isAsked) => setByProject(source, isAsked),
    itemsOfLists,
    standIns: standIns.standIns,
    readsStreams: reached.some(readsStreams),
    passesListOn: (line) => passesListOn(source.text, line),
    types: typesOfAll([source, ...(services.counterparts ?? [])]),
    fileNames: asMany(fileNamesFor(owns, texts), itemsOfLists),
    ...uses,
    isNoFunction: (name) => uses.isNoFunction(name) || (uncalled.has(name) && allow("uncalled")),
    uncalled: uncalled.size > 0 && allow("uncalled") ? uncalled : new Set(),
  });
  fakes.notes(services.notesStandIns === true && standIns.standIns === null);
  const alike = { ...asyncFunction, parameters: versions.parameters };
  return { analysis, asyncFunction: alike, analyzedText, hints, fakes, projectTexts };
}

function firstOf<One, Found>(all: readonly One[], find: (one: One) => Found | undefined): Found | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The types that a target's file knows by a name; what it does not, those of what it is compared with. */
function typesOfAll(sources: readonly TargetSource[]): Scope {
  const scopes = sources.map(({ file, text, moduleRoots }) =>
    typesOf(file, text, resolveFor(path.dirname(file), moduleRoots)),
  );
  return {
    find: (name) => firstOf(scopes, (scope) => scope.find(name)),
    origin: (name) => firstOf(scopes, (scope) => scope.origin?.(name)),
  };
}

/** A module that did not load; its cause is what was thrown. */
export class LoadingFailed extends Unmeasurable {
  /** What it met of made-up values. */
  fakes: UniversalFakes | undefined;
}

/**
 * What to throw where `error` kept a file from loading.
 *
 * @param fakes Of those that its modules met.
 */
export function loadingFailed(error: unknown, file: string, fakes?: UniversalFakes): Unmeasurable {
  const { state, message, hint } = explainLoading(error, file);
  const why = new LoadingFailed(state, message, hint);
  why.cause = error;
  why.fakes = fakes;
  return why;
}

/** The parameter that takes the accessors which are appended to the target's module. */
export const REACH = "__asyncCostReach";

function findFunction(analysis: FileAnalysis, source: TargetSource): AsyncFunction {
  const { functionStart } = source;
  const found = analysis.functions.find(({ range }) => range.start === functionStart);
  if (found !== undefined) return found;
  throw new Unmeasurable(
    "failed",
    `${path.basename(source.file)} has no asynchronous function at that place any more.`,
    "Benchmark again from the hint above the function.",
  );
}

/** A compiler may have taken the function's name out of the reach of its module; what is exported stays so. */
function asItRuns(asyncFunction: AsyncFunction, { written }: TargetSource): AsyncFunction {
  const { reach } = asyncFunction;
  if (written === undefined || reach === null || reach.receiver !== null) return asyncFunction;
  return { ...asyncFunction, reach: { ...reach, expression: "module.exports" } };
}

/** What is put after the module's last line: the accessors are called once the module has been evaluated. */
function accessorCode(reach: Reach): string {
  const receiver = reach.receiver === null ? "" : `, () => (${reach.receiver.expression})`;
  return `;${REACH}(() => (${reach.expression})${receiver});`;
}

function toCallable(
  asyncFunction: AsyncFunction,
  reach: Reach,
  accessors: readonly Accessor[],
  fakes: UniversalFakes,
  standIns: StandIns,
  source: TargetSource,
): Callable {
  const { isGenerous } = standIns;
  const [accessFunction, accessReceiver] = accessors;
  const run = accessFunction?.();
  if (typeof run !== "function") {
    throw new Unmeasurable(
      "unsupported",
      `${reach.expression} is not a function once the module has been loaded.`,
      "Export the function itself, or benchmark the one that makes it.",
    );
  }
  const constructor = accessReceiver?.();
  const isConstructed = reach.receiver?.how === "construct" && typeof constructor === "function";
  const makeReceivers = (): Receivers => {
    if (fakes.given?.hasReceiver === true) return { first: fakes.given.receiver((name) => fakes.make(name)) };
    if (reach.receiver === null && readsThis(run as Callable["run"])) return { first: fakes.makeThis() };
    if (!isConstructed) return { first: isGenerous ? completeHolder(constructor, fakes) : constructor };
    const { first, next } = instancesOf(constructor as Constructor, fakes, source);
    const completed = (receiver: unknown): unknown => {
      if (!isObject(receiver)) return receiver;
      if (isGenerous) completeInstance(receiver, fakes);
      fillLists(receiver, fakes, standIns.facts);
      return receiver;
    };
    return { first: completed(first), next: () => completed(next()) };
  };
  return callableOf(run as Callable["run"], makeReceivers(), { asyncFunction, fakes, standIns });
}

/** Puts items into lists of a new instance that are empty, where something told that they have some: `this.steps`. */
function fillLists(instance: object, fakes: UniversalFakes, facts: Facts): void {
  for (const { name, is } of facts.about("value")) {
    if (!name.startsWith("this.") || !("make" in is) || is.make !== "list") continue;
    const list = emptyListOf(instance, name.slice("this.".length));
    if (list !== null) list.push(...fakes.itemsFor(name));
  }
}

/** Whether a function that stands alone reads members of `this`: whoever calls it gives it one. */
function readsThis(run: Callable["run"]): boolean {
  return /(?<![\p{ID_Continue}$.])this\s*(?:\?\.|[.[])|=\s*this\s*[;,\n]/u.test(
    Function.prototype.toString.call(run),
  );
}

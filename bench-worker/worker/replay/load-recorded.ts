import path from "node:path";
import { PLACED } from "../../contract/placed.ts";
import type { RecordedCall } from "../../contract/recording.ts";
import { taggedOf, textIn } from "../../contract/recorded-object.ts";
import type { ToReplay } from "../../contract/scenario.ts";
import { forReplay, type ForReplay } from "../../instrument/for-replay.ts";
import type { FunctionTexts } from "../../instrument/rebuilt.ts";
import type { Language } from "../../../analysis/model.ts";
import type { MethodOfClass } from "../../instrument/method-of-class.ts";
import type { TargetSource } from "../../protocol.ts";
import { SourceHints } from "../fakes/io-hints.ts";
import { UniversalFakes } from "../fakes/universal/universal-fakes.ts";
import { CERTAIN_ENDS } from "../../contract/certain-ends.ts";
import { endingEventsOf } from "../../ending-events.ts";
import type { Callable } from "../call/caller.ts";
import { runByCo, runByTaker } from "../call/run-by-co.ts";
import { sayThrown } from "../io/call-site.ts";
import { loadEntry, type LoaderParts } from "../load/load-entry.ts";
import type { LoadServices } from "../load/load-services.ts";
import { REACH, readTarget, type LoadedTarget } from "../load/load-target.ts";
import type { EntryModule } from "../load/module-loader.ts";
import { noStandIns } from "../load/stand-ins.ts";
import { toPlainScript } from "../load/transform.ts";
import { sitesOf, wakingFunctionsOf, type Site, type WakingFunction } from "./answers.ts";
import { operationOf } from "./find-answers.ts";
import { TooLarge } from "./decode.ts";
import { Environments, type FileOfFunctions } from "./environments.ts";
import { Finding, inBothStyles, type StyledAnswers } from "./finding.ts";
import type { FileAccess } from "./file-access.ts";
import { ReplayHooks, type SeenClass } from "./hooks.ts";
import { givenPartsOf, hasGivenData, type GivenParts } from "./given-parts.ts";
import { LoadedSymbols } from "./loaded-symbols.ts";
import { NotReplayed } from "./not-replayed.ts";
import { PackageClasses } from "./package-classes.ts";
import { isSameValue, type Comparing } from "./same-value.ts";
import { volatileNear } from "./volatile.ts";
import { Player, type Remake, type Setter } from "./player.ts";

/** The name by which the code of a file knows the hooks. */
const HOOKS = "__asyncCostReplay";

/** A target whose recorded call can be played. */
export interface LoadedRecorded {
  readonly target: LoadedTarget;
  readonly hooks: ReplayHooks;
  readonly player: Player;
  readonly given: GivenParts | null;
  readonly sites: readonly Site[];
  /** What its files call. */
  readonly operations: ReadonlySet<string>;
  /** Where answers are found by what is called: what was found. */
  readonly finding: Finding | null;
}

interface File {
  readonly index: number;
  readonly sites: Site[];
  readonly waking: WakingFunction[];
  readonly variables: Set<string>;
  /** Whether functions of it are made again. */
  remakes: boolean;
  texts?: { readonly of: FunctionTexts; readonly language: Language };
}

/**
 * Loads a target's module with the hooks of a replay in the project's files, and makes ready what its calls need.
 *
 * @param keepsOrder Operations complete in the order in which they were recorded to.
 * @param how Whether answers are found by what is called, as the text is another one than the recorded one; and whether what the
 *   user gives goes before what was recorded.
 * @throws {NotReplayed} when the recorded call cannot be played.
 */
export async function loadRecorded(
  source: TargetSource,
  toReplay: ToReplay,
  services: LoadServices,
  keepsOrder: boolean,
  how: { readonly finds?: boolean; readonly takesGiven?: boolean } = {},
): Promise<LoadedRecorded> {
  const { finds = false, takesGiven = false } = how;
  const { call: recorded, root, operations: known = [] } = toReplay;
  const { core } = services;
  // Where answers are held to the recorded order, it is that of the recorded ones.
  const styled = finds ? inBothStyles(recorded.answers, !keepsOrder) : null;
  const call = styled === null ? recorded : { ...recorded, answers: styled.all };
  if (call.outcome.how === "pending") throw new NotReplayed({ code: "never-ended" });
  const { asyncFunction, analysis, analyzedText } = readTarget(source, services);
  const sites = sitesOf(call, root);
  // Where the text is another one, nothing tells which of its functions they are.
  const waking = finds ? [] : wakingFunctionsOf(call, root);
  const files = filesOf(call, root, { sites, waking }, source.file);
  const isRebuilt = asyncFunction.reach === null;
  if (isRebuilt) files.get(source.file)!.remakes = true;
  const finding =
    styled === null
      ? null
      : findingOf(recorded, styled, sites, services, new Set(known), {
          player: () => player,
          isOther: () => given !== null || hasGivenData(source),
        });
  const hooks = new ReplayHooks(core, { sites, waking }, keepsOrder, finding);
  const operations = new Set<string>();
  const rewritten = (file: string, text: string, language: Language): ForReplay | null => {
    const known = files.get(file) ?? (finding === null ? undefined : addFile(files, file));
    if (known === undefined) return null;
    const made = forReplay(text, {
      file,
      hooks: HOOKS,
      index: known.index,
      sites: finding === null ? known.sites : { allFrom: finding.sites.length },
      variables: [...known.variables],
      waking: known.waking,
      remakes: known.remakes,
    });
    if (made.functions !== null) known.texts = { of: made.functions, language };
    for (const expression of made.calls) operations.add(operationOf(expression));
    finding?.sites.push(...made.asked.map((site) => ({ ...site, file })));
    return made;
  };
  const fakes = new UniversalFakes(core, new SourceHints());
  fakes.enter();
  const projectTexts = new Map([[source.file, source.text]]);
  const longStackOptions = new Set<string>();
  const packages = new PackageClasses();
  const parts: LoaderParts = {
    onExports: packages.note,
    keepsClients: true,
    source,
    asyncFunction,
    functions: analysis.functions,
    services: { ...services, world: { ...services.world, builtins: services.world.builtinsOfReplay } },
    standIns: noStandIns(),
    fakes,
    hints: new SourceHints(),
    longStackOptions,
    onProjectFile: (file, text) => void projectTexts.set(file, text),
    rewrite: (file, text, language) => {
      const rewrite = (): ForReplay | null => rewritten(file, text, language);
      const made = finding === null ? rewrite() : unlessUnreadable(rewrite);
      if (made === null) return null;
      return { text: `${made.text}\n${made.appended}`, parameters: { [HOOKS]: hooks } };
    },
  };
  let accessors: readonly (() => unknown)[] = [];
  const symbols = new LoadedSymbols();
  const endWatch = symbols.watch();
  try {
    const own = rewritten(source.file, source.text, source.language)!;
    const entry: EntryModule = {
      file: source.file,
      text: own.text,
      language: source.language,
      appended: own.appended + reachCode(asyncFunction.reach),
      parameters: {
        [HOOKS]: hooks,
        [REACH]: (...given: (() => unknown)[]) => {
          accessors = given;
        },
      },
    };
    await loadEntry(entry, parts);
    loadOthers(files, source.file, fakes);
  } catch (error) {
    if (error instanceof NotReplayed) throw error;
    throw new NotReplayed({ code: "not-loaded", said: sayThrown(error) });
  } finally {
    endWatch();
  }
  core.blocked = null;
  core.exit = null;
  const access = (file: string): FileAccess | undefined => hooks.files.get(files.get(file)?.index ?? -1);
  const [accessFunction, accessReceiver, accessHolder] = accessors;
  const environments = new Environments((file) => fileOfFunctions(path.join(root, file)));
  const made = isRebuilt ? madeAgain(environments) : null;
  const remake = made?.what === "text" ? made.remake : null;
  const run = made?.what === "method" ? made.found : accessFunction?.();
  if (remake === null && typeof run !== "function") throw new NotReplayed({ code: "function-not-found" });
  const { completion, pattern } = asyncFunction;
  const { how: ends } = call.outcome;
  const isByCallback = ends === "callback" || ends === "over";
  // What a package has made of a generator is called as its callers do.
  const isRunByPackage =
    pattern === "generator" && completion === "callback" && remake === null && !isByCallback;
  const endingEvents =
    ends === "event" || remake !== null ? CERTAIN_ENDS : endingEventsOf(run as Callable["run"]);
  // What gives no emitter is heard as ever.
  const mayEmit = ends === "event" || (ends === "error" && remake === null && endingEvents === CERTAIN_ENDS);
  let player: Player;
  let given: GivenParts | null = null;
  try {
    given = takesGiven ? givenPartsOf({ ...toReplay, call }, sites, fakes) : null;
    hooks.given = given?.answers ?? null;
    player = new Player(call, sites, {
      hooks,
      given,
      remake,
      realReceiver: asyncFunction.reach?.receiver?.how === "value" ? accessReceiver : accessHolder,
      classOf: (file, name, line) => classOf(path.join(root, file), name, line),
      functionOf: (file, name) => access(path.join(root, file))?.gets[name]?.(),
      prototypeOfPackage: (name) => packages.prototypeOf(name),
      moduleOfNode: (name) => services.world.builtinsOfReplay(name, noRequire, true),
      environments,
      symbolOf: (description) => symbolOfVariable(description) ?? symbols.find(description),
      setterOf: (file, name) => setterOf(path.join(root, file), name),
      isRunByPackage,
      isFake: (value) => fakes.isFake(value),
    });
    const callable: Callable = {
      run: remake === null ? runByCo(run as Callable["run"], asyncFunction) : player.run,
      receiver: undefined,
      makeReceiver: player.makeReceiver,
      makeArguments: player.makeArguments,
      completion:
        isByCallback || isRunByPackage
          ? "callback"
          : mayEmit
            ? "emitter"
            : completion === "callback"
              ? "promise"
              : completion,
      ...(remake === null || mayEmit ? { endingEvents } : {}),
    };
    const target: LoadedTarget = {
      source,
      asyncFunction,
      analyzedText,
      callable,
      longStackOptions: [...longStackOptions],
      fakes,
      standIns: noStandIns(),
      projectTexts,
      isReplayed: true,
      again: async (longStacks) =>
        (await loadRecorded(source, toReplay, { ...services, longStacks }, keepsOrder, how)).target,
    };
    return { target, hooks, player, given, sites, operations, finding };
  } catch (error) {
    if (error instanceof TooLarge) throw new NotReplayed({ code: "too-large" });
    throw error;
  }

  function classOf(file: string, name: string, line: number | null): object | undefined {
    const seen = hooks.classes.get(files.get(file)?.index ?? -1) ?? [];
    // Lines may have moved, and names may occur more than once.
    const named = seen.filter((one) => one.name === name);
    const there =
      named.findLast((one) => one.line === line) ?? named.at(-1) ?? seen.findLast((one) => one.line === line);
    if (there !== undefined) return there.made;
    const made = access(file)?.gets[name]?.();
    return typeof made === "function" ? made : undefined;
  }

  /** What makes the function that only a call makes; or the method that it is. */
  function madeAgain(environments: Environments): MadeAgain {
    const { texts } = files.get(source.file)!;
    const { start } = asyncFunction.range;
    const one = texts?.of.startingAt(start);
    const text = one === undefined ? null : texts!.of.textOf(one);
    if (text === null) throw new NotReplayed({ code: "function-not-found" });
    const file = path.relative(root, source.file).split(path.sep).join("/");
    const made: Remake = (around, self) =>
      environments.functionIn(file, around, start, self) as Callable["run"];
    if (text.what === "method") {
      const found = made(null);
      if (typeof found === "function") return { what: "method", found };
      return { what: "text", remake: (_, self) => ownMethod(text.method.key, self) };
    }
    const taker = asyncFunction.pattern === "generator" ? environments.takerIn(file, start) : null;
    const remake: Remake = taker === null ? made : (around, self) => runByTaker(made(around, self), taker);
    try {
      remake(environments.open(file, null, { names: [] }));
      return { what: "text", remake };
    } catch (error) {
      throw new NotReplayed({ code: "not-loaded", said: sayThrown(error) });
    }
  }

  /** The symbol with a description that variables of modules have which the call read: others may have made one with the same. */
  function symbolOfVariable(description: string): symbol | undefined {
    const found = new Set<symbol>();
    for (const { file, scope, name, value } of call.variables) {
      const tagged = taggedOf(value);
      if (scope !== "module" || tagged?.$ !== "symbol" || textIn(tagged, "text") !== description) continue;
      const loaded = access(path.join(root, file))?.gets[name]?.();
      if (typeof loaded === "symbol" && loaded.description === description) found.add(loaded);
    }
    return found.size === 1 ? [...found][0] : undefined;
  }

  function fileOfFunctions(file: string): FileOfFunctions | null {
    const known = files.get(file);
    const accessed = access(file);
    if (known?.texts === undefined || accessed === undefined) return null;
    const { of: texts, language } = known.texts;
    return {
      texts,
      access: accessed,
      toScript: (code) => toPlainScript(`(${code}\n)\n//# sourceURL=${file}`, language, file),
      methodOf: (method) => methodOf(method, hooks.classes.get(known.index) ?? []),
    };
  }

  function setterOf(file: string, name: string): Setter | undefined {
    const accessed = access(file);
    const set = accessed?.sets[name];
    return set === undefined ? undefined : { set, get: accessed!.gets[name]! };
  }
}

type MadeAgain =
  | { readonly what: "text"; readonly remake: Remake }
  | { readonly what: "method"; readonly found: unknown };

/** A method of the class that was made last where its text stands: private ones lie open there. */
function methodOf({ line, key, isStatic }: MethodOfClass, classes: readonly SeenClass[]): unknown {
  const made = classes.findLast((one) => one.line === line)?.made as { prototype: unknown } | undefined;
  const holder = isStatic ? made : made?.prototype;
  return (holder as Record<string, unknown> | undefined)?.[key];
}

/** A method of a class that only a call makes: what it is called on has it. */
function ownMethod(key: string, self: (() => unknown) | undefined): Callable["run"] {
  if (self === undefined) return () => undefined;
  const found: unknown = Reflect.get(Object(self()), key);
  if (typeof found !== "function") throw new NotReplayed({ code: "function-not-found" });
  return found as Callable["run"];
}

/** What is put after the module's last line beside the hooks: what gives the function, its receiver and what holds it. */
function reachCode(reach: LoadedTarget["asyncFunction"]["reach"]): string {
  if (reach === null) return "";
  const receiver = reach.receiver === null ? "() => undefined" : `() => (${reach.receiver.expression})`;
  const member = /^(.+)\.[\p{ID_Continue}$]+$/u.exec(reach.expression)?.[1];
  const holder = member === undefined ? "" : `, () => (${member})`;
  return `${REACH}(() => (${reach.expression}), ${receiver}${holder});`;
}

function noRequire(): never {
  throw new TypeError("nothing is loaded from here");
}

/** The project's files that the recorded call has to do with, by their absolute paths. */
function filesOf(
  call: RecordedCall,
  root: string,
  { sites, waking }: { readonly sites: readonly Site[]; readonly waking: readonly WakingFunction[] },
  own: string,
): Map<string, File> {
  const files = new Map<string, File>();
  const add = (file: string): File => addFile(files, file);
  add(own);
  for (const site of sites) add(site.file).sites.push(site);
  for (const one of waking) add(one.file).waking.push(one);
  for (const { file, scope, name } of call.variables)
    if (scope === "module") add(path.join(root, file)).variables.add(name);
  for (const { file } of call.functions) add(path.join(root, file));
  const { this: self, arguments: given, around, variables, answers, outcome } = call;
  for (const [file, kinds] of filesIn([self, given, around, variables, answers, outcome]))
    add(path.join(root, file)).remakes ||= ["function", "scope", "made"].some((kind) => kinds.has(kind));
  return files;
}

function addFile(files: Map<string, File>, file: string): File {
  let known = files.get(file);
  if (known === undefined) {
    known = { index: files.size, sites: [], waking: [], variables: new Set(), remakes: false };
    files.set(file, known);
  }
  return known;
}

/** What finds the answers of a call in a text that was not recorded. */
function findingOf(
  recorded: RecordedCall,
  { otherStyle }: StyledAnswers,
  sites: readonly Site[],
  { core }: LoadServices,
  known: ReadonlySet<string>,
  { player, isOther }: { readonly player: () => Player; readonly isOther: () => boolean },
): Finding {
  const byIndex = new Map(sites.flatMap(({ answers }) => answers).map((answer) => [answer.index, answer]));
  const told = sharedIn(recorded);
  const compared = new Set<number>();
  const comparingBy = (mayDiffer?: Comparing["mayDiffer"]): Comparing => {
    const comparing: Comparing = {
      isRedacted: (recorded.redacted ?? 0) > 0,
      ...(mayDiffer === undefined ? {} : { mayDiffer }),
      isShared: (id, value) => {
        // It may hold itself.
        if (player().sharedValue(id) === value || compared.has(id)) return true;
        compared.add(id);
        try {
          return told.has(id) && isSameValue(told.get(id), value, comparing);
        } finally {
          compared.delete(id);
        }
      },
    };
    return comparing;
  };
  return new Finding({
    core,
    // Timers are no answers.
    answers: recorded.answers.map((answer, index) =>
      byIndex.has(index) ? answer : { ...answer, expression: "", style: "sync" },
    ),
    otherStyle,
    answerAt: (index) => byIndex.get(index),
    options: { comparing: comparingBy(), loosely: comparingBy(volatileNear(recorded.recordedAt)), isOther },
    hooks: HOOKS,
    known,
  });
}

/** Of a file that no recording names, whatever can be read. */
function unlessUnreadable<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** What a recording shares by ids, as it tells it. */
export function sharedIn(recorded: unknown): Map<number, unknown> {
  const told = new Map<number, unknown>();
  const waiting: unknown[] = [recorded];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one !== "object" || one === null) continue;
    const { $: what, id, value } = one as { $?: unknown; id?: unknown; value?: unknown };
    if (what === "shared" && typeof id === "number") told.set(id, value);
    waiting.push(...(Object.values(one) as unknown[]));
  }
  return told;
}

/** Files of classes and functions that values of a recording name, and which kinds of these. */
function filesIn(recorded: unknown): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const waiting: unknown[] = [recorded];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one !== "object" || one === null) continue;
    const { $: what, file } = one as { $?: unknown; file?: unknown };
    if (typeof what === "string" && PLACED.has(what) && typeof file === "string" && isInside(file))
      found.set(file, (found.get(file) ?? new Set()).add(what));
    for (const value of Object.values(one)) waiting.push(value);
  }
  return found;
}

/** Whether a relative path leads nowhere else. */
function isInside(file: string): boolean {
  return file !== "" && !path.isAbsolute(file) && !file.split(/[/\\]/).includes("..");
}

/** Loads the files that the target's module has not: what they declare is needed. Those that fail are done without. */
function loadOthers(files: ReadonlyMap<string, File>, own: string, fakes: UniversalFakes): void {
  for (const file of files.keys()) {
    if (file === own) continue;
    try {
      (fakes.requireFrom?.(own) as ((file: string) => unknown) | undefined)?.(file);
    } catch {
      // What is needed of it is missing then, and the replay says what differs.
    }
  }
}

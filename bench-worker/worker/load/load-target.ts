import path from "node:path";
import type { AsyncFunction, FileAnalysis, IoCallKind, Language, Reach } from "../../../analysis/model.ts";
import type { TargetSource } from "../../protocol.ts";
import { argumentsFor } from "../call/arguments.ts";
import type { Callable } from "../call/caller.ts";
import { completeInstance } from "../fakes/complete-instance.ts";
import { defineFreeName, FREE_NAMES_AT_MOST } from "../fakes/free-names.ts";
import { addIoHints } from "../fakes/io-hints.ts";
import { UniversalFakes } from "../fakes/universal.ts";
import { harness } from "../harness/intrinsics.ts";
import { Unmeasurable } from "../harness/unmeasurable.ts";
import { sayThrown } from "../io/call-site.ts";
import type { IoCore } from "../io/io-core.ts";
import type { World } from "../world.ts";
import { REACH } from "./compile.ts";
import { explainLoading } from "./explain.ts";
import { globalLongStackOption, setGlobalLongStackOption, switchOnLongStacks } from "./long-stacks.ts";
import { ModuleLoader } from "./module-loader.ts";
import { packageOfSpecifier } from "./package-name.ts";
import { createResolve } from "./resolve.ts";

/** Reads the functions of a text. */
export type Analyze = (text: string, language: Language) => FileAnalysis;

/** A target that can be called. */
export interface LoadedTarget {
  readonly source: TargetSource;
  readonly asyncFunction: AsyncFunction;
  readonly callable: Callable;
  /** Long-stack options that were switched on in its libraries, as code that does so. */
  readonly longStackOptions: readonly string[];
  /** What makes stand-ins for values that this target needs and nobody has. */
  readonly fakes: UniversalFakes;
  /** With which it was loaded. */
  readonly standIns: StandIns;
}

/** What a target is loaded into. */
export interface LoadServices {
  readonly core: IoCore;
  readonly world: World;
  readonly analyze: Analyze;
  readonly longStacks: LongStacks;
}

/** What is switched on for longer stack traces. */
export interface LongStacks {
  /** What the target's libraries have. */
  readonly ofLibraries: boolean;
  /** A package that lengthens every stack trace by being loaded before the target. */
  readonly general: string | null;
}

/** As the user's program runs without further ado. */
export const NO_LONG_STACKS: LongStacks = { ofLibraries: false, general: null };

/** Milliseconds. */
const LOADING_AT_MOST = 5_000;
/** Longer files are not read for what they wait for. */
const ANALYSED_CHARACTERS_AT_MOST = 200_000;

/** What is made up beyond what must be. */
export interface StandIns {
  /** Packages that fakes stand in for although they could be loaded. */
  readonly replaced: ReadonlySet<string>;
  /** Optional parameters are filled, and what an instance lacks is made up. */
  readonly isGenerous: boolean;
}

const NO_STAND_INS: StandIns = { replaced: new Set(), isGenerous: false };

type Accessor = () => unknown;
type Constructor = new (...parameters: unknown[]) => unknown;

/**
 * Loads the target's module, with instances of its own of everything it imports but for what `standIns` names, and
 * takes the function out of it.
 *
 * @throws {Unmeasurable} when it cannot be loaded or reached.
 */
export async function loadTarget(
  source: TargetSource,
  services: LoadServices,
  standIns: StandIns = NO_STAND_INS,
): Promise<LoadedTarget> {
  const { core, world, longStacks } = services;
  const analysis = services.analyze(source.text, source.language);
  const asyncFunction = findFunction(analysis, source);
  const { reach } = asyncFunction;
  if (reach === null) {
    throw new Unmeasurable(
      "unsupported",
      asyncFunction.unreachable ?? `${asyncFunction.name} cannot be reached from outside of its module.`,
      "Move the function to the top of its module, or make it a method or an export.",
    );
  }
  const hints = new Map<string, IoCallKind>();
  addIoHints(hints, analysis.functions);
  const fakes = new UniversalFakes(core, hints);
  const longStackOptions = new Set<string>();
  const addOption = (option: string | null): void => {
    if (option !== null) longStackOptions.add(option);
  };
  if (longStacks.ofLibraries) addOption(globalLongStackOption(source.text));
  const newLoader = (): ModuleLoader =>
    new ModuleLoader({
      resolve: createResolve(path.dirname(source.file)),
      isReplaced: (specifier) => standIns.replaced.has(packageOfSpecifier(specifier)),
      builtin: world.builtins,
      substitute: (specifier) => {
        core.blocked = null;
        core.note({ expression: specifier, kind: "sync", from: "inferred" });
        return fakes.make(nameOfPackage(specifier));
      },
      onProjectFile: (text, language) => {
        if (longStacks.ofLibraries) addOption(globalLongStackOption(text));
        if (text.length <= ANALYSED_CHARACTERS_AT_MOST) {
          addIoHints(hints, services.analyze(text, language).functions);
        }
      },
      onPackage: (name, exports) => {
        if (longStacks.ofLibraries) addOption(switchOnLongStacks(name, exports));
      },
    });

  let accessors: Accessor[] = [];
  const entry = {
    file: source.file,
    text: source.text,
    language: source.language,
    appended: accessorCode(reach),
    reach: (...given: Accessor[]) => {
      accessors = given;
    },
  };
  const load = async (): Promise<void> => {
    const loader = newLoader();
    const unset = longStacks.ofLibraries ? setGlobalLongStackOption() : null;
    try {
      if (longStacks.general !== null) {
        loader.requireFrom(source.file)(longStacks.general);
        addOption(`require("${longStacks.general}")`);
      }
      await withinPatience(loader.loadEntry(entry), source.file);
    } finally {
      unset?.();
    }
  };
  for (let attempt = 0; ; attempt++) {
    try {
      await load();
      // What the modules tried while they loaded, and could do without, is no business of the calls.
      core.blocked = null;
      const callable = toCallable(asyncFunction, reach, accessors, fakes, standIns);
      return { source, asyncFunction, callable, fakes, standIns, longStackOptions: [...longStackOptions] };
    } catch (error) {
      const name = attempt < FREE_NAMES_AT_MOST ? defineFreeName(error, fakes) : null;
      if (name === null) throw explainLoading(error, source.file);
      core.note({ expression: name, kind: "sync", from: "inferred" });
    }
  }
}

function findFunction(analysis: FileAnalysis, source: TargetSource): AsyncFunction {
  const { functionStart } = source;
  const exact = analysis.functions.find(({ range }) => range.start === functionStart);
  const around = analysis.functions.findLast(
    ({ range }) => range.start <= functionStart && functionStart < range.end,
  );
  const found = exact ?? around;
  if (found !== undefined) return found;
  throw new Unmeasurable(
    "failed",
    `${path.basename(source.file)} has no asynchronous function at that place any more.`,
    "Benchmark again from the hint above the function.",
  );
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
  { isGenerous }: StandIns,
): Callable {
  const [accessFunction, accessReceiver] = accessors;
  const run = accessFunction?.();
  if (typeof run !== "function") {
    throw new Unmeasurable(
      "unsupported",
      `${reach.expression} is not a function once the module has been loaded.`,
      "Export the function itself, or benchmark the one that makes it.",
    );
  }
  let receiver = accessReceiver?.();
  if (reach.receiver?.how === "construct" && typeof receiver === "function") {
    receiver = construct(receiver as Constructor, fakes);
    if (isGenerous && typeof receiver === "object" && receiver !== null) completeInstance(receiver, fakes);
  }
  return {
    run: run as Callable["run"],
    receiver,
    makeArguments: argumentsFor(asyncFunction.parameters, fakes, {
      fillsOptional: isGenerous,
      completion: asyncFunction.completion,
    }),
    completion: asyncFunction.completion,
  };
}

/** An instance with fakes for the constructor's parameters; one that was never constructed where that throws. */
function construct(constructor: Constructor, fakes: UniversalFakes): unknown {
  const source = Function.prototype.toString.call(constructor);
  const names = /\bconstructor\s*\(([^)]*)\)/.exec(source)?.[1]?.split(",") ?? [];
  const parameters = names
    .map((name) => /^[\p{ID_Start}$_][\p{ID_Continue}$]*/u.exec(name.trim())?.[0])
    .filter((name) => name !== undefined);
  try {
    return Reflect.construct(
      constructor,
      parameters.map((name) => fakes.make(name)),
    );
  } catch (error) {
    const prototype: unknown = constructor.prototype;
    if (typeof prototype === "object" && prototype !== null) return Object.create(prototype) as unknown;
    throw new Unmeasurable(
      "failed",
      `An instance could not be constructed: ${sayThrown(error)}.`,
      "Benchmark a method of a class that can be constructed.",
    );
  }
}

/** @throws {Unmeasurable} when the module still awaits something after a while: nothing it awaits may take time. */
async function withinPatience(loading: Promise<void>, file: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new harness.Promise<never>((_, reject) => {
    timer = harness.setTimeout(() => {
      const reason = `${path.basename(file)} is still loading after ${LOADING_AT_MOST / 1000} s.`;
      reject(new Unmeasurable("timed-out", reason, "Look at what the module awaits at its top level."));
    }, LOADING_AT_MOST);
  });
  try {
    await harness.Promise.race([loading, tooLong]);
  } finally {
    harness.clearTimeout(timer);
  }
}

/** A name for a package's fake: `pg` for `pg`, `s3` for `@aws-sdk/client-s3`. */
function nameOfPackage(specifier: string): string {
  return (
    specifier
      .split(/[/-]/)
      .at(-1)
      ?.replace(/[^\p{ID_Continue}$]/gu, "") ?? "module"
  );
}

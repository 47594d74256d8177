import path from "node:path";
import { NOT_INSTALLED } from "../../fake-words.ts";
import type { AsyncFunction } from "../../../analysis/model.ts";
import type { TargetSource } from "../../protocol.ts";
import { enter } from "../fakes-file/enter.ts";
import { withGiven } from "../fakes-file/given-imports.ts";
import { loadFakesFile } from "../fakes-file/load-fakes-file.ts";
import { reachesOut } from "../fakes/builtins.ts";
import { clientOf } from "../fakes/clients.ts";
import { addIoHints, type SourceHints } from "../fakes/io-hints.ts";
import { calledByFilled } from "../fakes/something.ts";
import type { UniversalFakes } from "../fakes/universal/universal-fakes.ts";
import { harness } from "../harness/intrinsics.ts";
import { Unmeasurable } from "../harness/unmeasurable.ts";
import { sayThrown } from "../io/call-site.ts";
import { TypedInstances } from "./typed-instances.ts";
import type { LoadServices } from "./load-services.ts";
import { globalLongStackOption, setGlobalLongStackOption, switchOnLongStacks } from "./long-stacks.ts";
import { explainMissing } from "./explain.ts";
import { withWrapped } from "../../insertions.ts";
import type { Facts } from "../facts.ts";
import { changesBy } from "../program/changes.ts";
import {
  MissingModule,
  ModuleLoader,
  type EntryModule,
  type LoaderServices,
  type Rewritten,
} from "./module-loader.ts";
import { isPath, packageOfSpecifier } from "./package-name.ts";
import { packagesOfReceivers } from "./package-of-receiver.ts";
import { resolveFor } from "./resolve.ts";
import { inPattern } from "../../../analysis/source/in-pattern.ts";
import type { StandIns } from "./stand-ins.ts";
import { mainAround } from "./workspace-packages.ts";

/** What loading one target needs. */
export interface LoaderParts {
  readonly source: TargetSource;
  readonly asyncFunction: AsyncFunction;
  /** All of the target's file. */
  readonly functions: readonly AsyncFunction[];
  readonly services: LoadServices;
  readonly standIns: StandIns;
  readonly fakes: UniversalFakes;
  /** What the project's files say of the operations they wait for: grows as they are loaded. */
  readonly hints: SourceHints;
  /** Long-stack options that were switched on, as code that does so. */
  readonly longStackOptions: Set<string>;
  /** Hears of the project's files that are imported. */
  readonly onProjectFile: (file: string, text: string) => void;
  /** Files of the project that import a package, or a module of Node's that reaches out of the process. */
  readonly reachOut?: Set<string>;
  /** What is put into the text of the project's other files. */
  readonly rewrite?: LoaderServices["rewrite"];
  readonly onExports?: LoaderServices["onExports"];
  /** Clients that are known are loaded as they are: what they answer is known. */
  readonly keepsClients?: boolean;
}

/** Longer files are not read for what they wait for. */
const ANALYSED_CHARACTERS_AT_MOST = 200_000;

/** The functions of project files by their text: every attempt loads them anew. */
const read = new Map<string, readonly AsyncFunction[]>();

/**
 * So many looks, and milliseconds from one to the next: where others keep the process from running there are fewer of
 * them in the same time.
 */
const LOADING_LOOKS = 50;
const LOOK_EVERY = 100;

/**
 * Loads a target's module, or what was made of it, with instances of its own of everything it imports but for what
 * `standIns` names, and with the long-stack options switched on that were asked for.
 *
 * @throws {Unmeasurable} when it takes too long; whatever evaluating it throws.
 */
export async function loadEntry(entry: EntryModule, parts: LoaderParts): Promise<void> {
  const { source, services, longStackOptions } = parts;
  const { ofLibraries, general } = services.longStacks;
  const loader = newLoader(parts);
  const unset = ofLibraries ? setGlobalLongStackOption() : null;
  try {
    await takeFakesFile(loader, parts);
    if (ofLibraries) add(longStackOptions, globalLongStackOption(source.text));
    if (general !== null) {
      loader.requireFrom(source.file)(general);
      longStackOptions.add(`require("${general}")`);
    }
    await withinPatience(loader.loadEntry(entry), source.file, services.core.patience);
  } finally {
    unset?.();
  }
}

/** Reads the target's fakes file, by the same loader: what both import is the same. */
async function takeFakesFile(loader: ModuleLoader, parts: LoaderParts): Promise<void> {
  const { source, asyncFunction, functions, fakes, services } = parts;
  const { core } = services;
  fakes.given = null;
  enter(core, null);
  const { given, warnings } = await withinPatience(
    loadFakesFile(source, asyncFunction, functions, loader),
    source.scenario?.fakesFile?.file ?? source.file,
    core.patience,
  );
  for (const warning of warnings) core.incidents.add(warning);
  fakes.given = given;
  fakes.enter();
}

/** A file of the project other than the target's, as facts change it; null where they do not. */
function changedBy(facts: Facts, file: string, text: string, fakes: UniversalFakes): Rewritten | null {
  const changes = changesBy(facts, file, text);
  return changes.length === 0
    ? null
    : { text: withWrapped(text, changes), parameters: calledByFilled(fakes) };
}

function newLoader({
  source,
  services,
  standIns,
  fakes,
  hints,
  longStackOptions,
  onProjectFile,
  reachOut,
  rewrite,
  onExports,
  keepsClients = false,
}: LoaderParts): ModuleLoader {
  const { core, world, analyze, longStacks } = services;
  const { facts } = standIns;
  const isReplacedPackage = (specifier: string): boolean =>
    facts.has("package", packageOfSpecifier(specifier));
  const why = (specifier: string, error: unknown): string => {
    if (error !== null) return whyReplaced(specifier, error);
    if (clientOf(specifier) !== undefined) return "a client that is known";
    return isReplacedPackage(specifier)
      ? "it reaches for what has no fake, or refuses made-up values"
      : facts.about("file").length > 0
        ? "it fails on made-up values"
        : "with what its module imports it does not run";
  };
  const asGiven = new Map<string, unknown>();
  const resolve = resolveFor(path.dirname(source.file), source.moduleRoots);
  const hasFailed = (specifier: string, from: string): boolean => {
    if (facts.about("file").length + facts.about("unloaded-file").length === 0) return false;
    const resolved = resolve(specifier, path.dirname(from));
    if (resolved.kind !== "file") return false;
    return facts.has("file", resolved.file) || facts.has("unloaded-file", resolved.file);
  };
  const loader = new ModuleLoader({
    patience: core.patience,
    rewrite: rewrite ?? ((file, text) => changedBy(facts, file, text, fakes)),
    onExports,
    main: () => mainAround(source.file),
    onModule: services.onModule,
    onImport: (name, from) => core.importers.note(name, from),
    onOutside: (from, builtin) => {
      if (builtin === null || reachesOut(builtin)) reachOut?.add(from);
    },
    resolve,
    isReplaced: (specifier, from) =>
      (!keepsClients && clientOf(specifier) !== undefined) ||
      isReplacedPackage(specifier) ||
      (standIns.isolation === "alone" && from === source.file) ||
      hasFailed(specifier, from),
    mayBeMissing: facts.has("missing-files") || standIns.isGenerous,
    builtin: world.builtins,
    substitute: (specifier, error) => {
      core.blocked = null;
      if (error instanceof MissingModule && specifier.startsWith(".")) {
        const { message, hint } = explainMissing(error, source.file);
        core.incidents.add(
          `${message.replace(/\.$/, ": it is made up.")}${error.leadsOut ? ` ${hint}` : ""}`,
        );
      }
      core.note({ expression: specifier, kind: "sync", from: "inferred", why: why(specifier, error) });
      const client = clientOf(specifier);
      if (client !== undefined) fakes.clients.add(client);
      return fakes.makeModule(
        client?.name ?? nameOfModuleIn(source.text, specifier) ?? nameOfPackage(specifier),
        isPath(specifier) ? undefined : packageOfSpecifier(specifier),
      );
    },
    asGiven: (specifier, from, exports) => {
      if (from !== source.file || fakes.given === null || fakes.isFake(exports)) return exports;
      if (!asGiven.has(specifier)) {
        const { text } = source.written ?? source;
        asGiven.set(
          specifier,
          withGiven(exports, specifier, text, fakes.given, (name) => fakes.make(name)),
        );
      }
      return asGiven.get(specifier);
    },
    onProjectFile: (text, language, file) => {
      if (longStacks.ofLibraries) add(longStackOptions, globalLongStackOption(text));
      if (text.length > ANALYSED_CHARACTERS_AT_MOST) return;
      const functions = read.get(text) ?? analyze(text, language).functions;
      read.set(text, functions);
      addIoHints(hints, functions, packagesOfReceivers(text, file, resolve), file);
      onProjectFile(file, text);
    },
    beforeEvaluating: () => {
      // What a module that is loaded during a call tries, and can do without, is no business of the call.
      const { blocked } = core;
      return () => void (core.blocked = blocked);
    },
    onPackage: (name, exports) => {
      if (longStacks.ofLibraries) add(longStackOptions, switchOnLongStacks(name, exports));
    },
  });
  fakes.requireFrom = loader.requireFrom;
  if (!facts.has("classes"))
    fakes.instances = new TypedInstances({ fakes, resolve, require: loader.requireFrom(source.file) });
  fakes.enter();
  return loader;
}

/** Why a fake stands for what is imported by `specifier`, given the error of its loading. */
function whyReplaced(specifier: string, error: unknown): string {
  if (!(error instanceof MissingModule)) return `the package does not load: ${sayThrown(error)}`;
  if (error.specifier !== specifier) return `it imports ${error.specifier}, which is not found`;
  if (error.leadsOut) return "the file lies outside of the project";
  if (specifier.startsWith(".")) return "the file is not there";
  // Of a path within a package, or an alias of the project, it is not known what is missing.
  return PACKAGE.test(specifier) ? NOT_INSTALLED : "nothing is found by that name";
}

/** The name of a package, with its scope. */
const PACKAGE = /^(?:@[\w~-][\w.~-]*\/)?\w[\w.~-]*$/;

function add(options: Set<string>, option: string | null): void {
  if (option !== null) options.add(option);
}

/** @throws {Unmeasurable} when the module still awaits something after a while: nothing it awaits may take time. */
async function withinPatience<T>(loading: Promise<T>, file: string, patience: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let looks = 0;
  const begun = harness.now();
  const tooLong = new harness.Promise<never>((_, reject) => {
    timer = harness.setInterval(() => {
      if (++looks < patience * LOADING_LOOKS) return;
      const seconds = Math.round((harness.now() - begun) / 1000);
      const reason = `${path.basename(file)} is still loading after ${seconds} s.`;
      reject(new Unmeasurable("timed-out", reason, "Look at what the module awaits at its top level."));
    }, LOOK_EVERY);
  });
  try {
    return await harness.Promise.race([loading, tooLong]);
  } finally {
    harness.clearInterval(timer);
  }
}

/** What a text calls a module as a whole: `pMap` where it has `import pMap from "p-map"`; undefined where it has no name for it. */
export function nameOfModuleIn(text: string, specifier: string): string | undefined {
  const from = inPattern(specifier);
  const name = String.raw`([\p{ID_Start}$_][\p{ID_Continue}$]*)`;
  const module = String.raw`["'\x60]${from}["'\x60]`;
  for (const form of [
    String.raw`\bimport\s+(?:\*\s*as\s+)?${name}\s*(?:,\s*\{[^{}]*\}\s*)?from\s*${module}`,
    String.raw`(?<![\p{ID_Continue}$.])${name}\s*=\s*(?:await\s+)?(?:require|import)\s*\(\s*${module}\s*\)(?!\s*[.([])`,
  ]) {
    const found = new RegExp(form, "u").exec(text)?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Ends of packages' names that say nothing of what they are. */
const SAYS_NOTHING = /^(?:js|ts|es|node|sdk|api|lib|core|client|browser|common)$/;

/**
 * A name for a package's fake: `pg` for `pg`, `s3` for `@aws-sdk/client-s3`, `supabase` for `@supabase/supabase-js`; or for that of a
 * file: `views` for `./views.js`.
 */
export function nameOfPackage(specifier: string): string {
  const parts = specifier
    .replace(isPath(specifier) ? /\.[cm]?[jt]sx?$/ : /\.js$/, "")
    .split(/[/-]/)
    .map((part) => part.replace(/[^\p{ID_Continue}$]/gu, ""))
    .filter((part) => part !== "");
  const telling = isPath(specifier) ? undefined : parts.findLast((part) => !SAYS_NOTHING.test(part));
  return telling ?? parts.at(-1) ?? "module";
}

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { codeOfFile } from "../../../analysis/components/code-of.ts";
import type { Language } from "../../../analysis/model.ts";
import { followingLimits, inTurnOfItsOwn, withinTime } from "../harness/time-limit.ts";
import { AwaitingModules, AwaitsAtTopLevel } from "./awaiting-modules.ts";
import { compileModule, type CompiledModule } from "./compile.ts";
import { mayBeRead } from "./is-there.ts";
import {
  asNamespace,
  metaOf,
  moduleOf,
  programAround,
  type ModuleObject,
  type Require,
} from "./module-object.ts";
import { isPath, packageOfFile, packageOfSpecifier } from "./package-name.ts";
import type { Resolve } from "./resolve.ts";

/** What the loader needs to know of the world. */
export interface LoaderServices {
  readonly resolve: Resolve;
  /** The main module of the entry's project; null where it has none. */
  readonly main?: () => string | null;
  /** How many times as long as usual it may take: more on a machine that is busy with something else. */
  readonly patience: number;
  /** Node's module `name`, or its fake. */
  readonly builtin: (name: string, requireFrom: (file: string) => Require, isOfProject: boolean) => unknown;
  /** Whether what `from` imports as `specifier` is not even to be tried. */
  readonly isReplaced: (specifier: string, from: string) => boolean;
  /** Whether files of the project that are not there, as generated ones may be, are made up too. */
  readonly mayBeMissing: boolean;
  /** What to use for a package that is not there, or whose loading failed with `error`; throws to refuse. */
  readonly substitute: (specifier: string, error: unknown) => unknown;
  /** What a file of the project gets for a package that it imports and that was loaded: the same, or something in its place. */
  readonly asGiven: (specifier: string, from: string, exports: unknown) => unknown;
  /** Hears of each file of the project that is imported, before it is evaluated. */
  readonly onProjectFile: (text: string, language: Language, file: string) => void;
  /** What is put into the text of a file of the project; null where nothing is. */
  readonly rewrite?: ((file: string, text: string, language: Language) => Rewritten | null) | undefined;
  /** Hears of each package's main module, before its users do. */
  readonly onPackage: (name: string, exports: unknown) => void;
  /** Hears of what each module of a package exports. */
  readonly onExports?: ((exports: unknown) => void) | undefined;
  /** Hears of each import of a package, by a package or by the project: null. */
  readonly onImport?: (name: string, from: string | null) => void;
  /** Hears of each file of the project that imports a package, or a module of Node's. */
  readonly onOutside?: (from: string, builtin: string | null) => void;
  /** Hears of each module, before it is loaded. */
  readonly onModule?: ((file: string) => void) | undefined;
  /** Is called before a module is evaluated; what it gives, once that went well, whatever the module tried. */
  readonly beforeEvaluating?: () => () => void;
}

/** The text of a module with something put into it, on the same lines. */
export interface Rewritten {
  readonly text: string;
  /** Names that it finds beside those that every module has. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** The entry of a target: its text, which may not be what is on disk. */
export interface EntryModule {
  readonly file: string;
  readonly text: string;
  readonly language: Language;
  /** Code after the last line, in the module's own language, for which the parameters are. */
  readonly appended: string;
  /** Names that the text finds beside those that every module has. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** What `this` is; the module's exports where it is left out. */
  readonly self?: unknown;
}

/** Milliseconds for which a module may keep the process busy, with all that it imports: large ones take a while. */
const EVALUATING_AT_MOST = 8_000;
/** Milliseconds of computing after which it is not the machine that is slow. */
const COMPUTING_AT_MOST = 4_800;

/** An import that leads to no file, or to none that may be read. */
export class MissingModule extends Error {
  readonly code = "MODULE_NOT_FOUND";
  readonly specifier: string;
  /** Whether it is a path out of the project: nobody knows what is there. */
  readonly leadsOut: boolean;

  constructor(specifier: string, from: string) {
    super(`Cannot find module '${specifier}' imported from ${from}`);
    this.specifier = specifier;
    this.leadsOut = isPath(specifier) && !mayBeRead(path.resolve(path.dirname(from), specifier));
  }
}

/**
 * Loads the target's module and everything it imports, so that each import passes through our fakes. Every target
 * has a loader, and so instances of modules, of its own.
 */
export class ModuleLoader {
  readonly #services: LoaderServices;
  readonly #modules = new Map<string, ModuleObject>();
  readonly #substitutes = new Map<string, unknown>();
  readonly #awaiting: AwaitingModules;
  /** The package that the entry itself lies in. */
  #ownFolder = "";
  #entry: { readonly file: string; readonly evaluate: (module: ModuleObject) => unknown } | null = null;
  /** Whether a module of the project was imported by one that it imports itself, before it was there. */
  #isCircular = false;
  /** Whether some module awaits at its top level: then what follows from evaluating the entry is evaluating others. */
  #awaits = false;

  constructor(services: LoaderServices) {
    this.#services = services;
    this.#awaiting = new AwaitingModules(
      (file) => this.#evaluateAwaiting(this.#compiled(file), file),
      (specifier, error) => void this.#substitute(specifier, error),
    );
  }

  /** Evaluates the entry and gives what it exports. */
  async loadEntry(entry: EntryModule): Promise<unknown> {
    this.#ownFolder = packageFolderOf(entry.file);
    const names = Object.keys(entry.parameters);
    const text = entry.appended === "" ? entry.text : `${entry.text}\n${entry.appended}`;
    const compiled = compileModule(entry.file, text, entry.language, names);
    const evaluate = (module: ModuleObject): unknown => {
      const parameters = [...this.#parametersOf(module), ...Object.values(entry.parameters)];
      return compiled.evaluate.apply("self" in entry ? entry.self : module.exports, parameters);
    };
    this.#entry = { file: entry.file, evaluate };
    const module = this.#newModule(entry.file);
    this.#awaits ||= compiled.isAsync;
    const load = (): Promise<unknown> =>
      this.#awaiting.before(null, async () => {
        try {
          await this.#evaluated(() => evaluate(module));
        } catch (error) {
          if (error instanceof AwaitsAtTopLevel || compiled.isAsync) throw error;
          return this.#asFromMain(error);
        }
        module.loaded = true;
        return module.exports;
      });
    const { patience } = this.#services;
    return await inTurnOfItsOwn(load, () =>
      this.#awaits
        ? { milliseconds: EVALUATING_AT_MOST * patience, enough: COMPUTING_AT_MOST }
        : followingLimits(patience),
    );
  }

  /**
   * What the entry exports where the main module of its project is loaded first, as the program does: modules that import each other may
   * load in that order alone.
   *
   * @throws what is given, where no modules import each other, or the entry does not load so either.
   */
  #asFromMain(error: unknown): unknown {
    const { file } = this.#entry!;
    const main = this.#isCircular ? (this.#services.main?.() ?? null) : null;
    if (main === null || main === file) throw error;
    this.#modules.clear();
    try {
      this.requireFrom(file)(main);
    } catch {
      // It may do more than to load the entry.
    }
    const module = this.#modules.get(file);
    if (module?.loaded !== true) throw error;
    return module.exports;
  }

  /** Evaluates a module, or as much of it as comes before its first `await`, within the time that there is for it. */
  async #evaluated(evaluate: () => unknown): Promise<void> {
    let evaluation: unknown;
    const milliseconds = EVALUATING_AT_MOST * this.#services.patience;
    withinTime(milliseconds, () => (evaluation = evaluate()), COMPUTING_AT_MOST);
    await evaluation;
  }

  async #evaluateAwaiting(compiled: CompiledFile, file: string): Promise<void> {
    const module = this.#newModule(file);
    try {
      await this.#awaiting.before(file, () =>
        this.#evaluated(() =>
          compiled.evaluate.apply(module.exports, [...this.#parametersOf(module), ...compiled.given]),
        ),
      );
      module.loaded = true;
    } catch (error) {
      this.#modules.delete(file);
      throw error;
    }
  }

  readonly requireFrom = (file: string): Require => {
    const folder = path.dirname(file);
    const resolve = (specifier: unknown): string => {
      const name = String(specifier);
      const resolved = this.#services.resolve(name, folder);
      if (resolved.kind === "missing") throw new MissingModule(name, file);
      return resolved.kind === "builtin" ? name : resolved.file;
    };
    const require: Require = Object.assign((specifier: unknown) => this.#import(String(specifier), file), {
      resolve: Object.assign(resolve, {
        paths: (specifier: unknown) => createRequire(file).resolve.paths(String(specifier)),
      }),
      cache: {},
      extensions: {},
      main: undefined,
    });
    require.main = programAround(file, require);
    return require;
  };

  #import(specifier: string, from: string): unknown {
    const exports = this.#imported(specifier, from);
    if (this.#isOfPackage(from)) return exports;
    const resolved = this.#services.resolve(specifier, path.dirname(from));
    const isOfPackage = resolved.kind === "file" && this.#isOfPackage(resolved.file);
    return isOfPackage ? this.#services.asGiven(specifier, from, exports) : exports;
  }

  #imported(specifier: string, from: string): unknown {
    const resolved = this.#services.resolve(specifier, path.dirname(from));
    if (resolved.kind === "builtin") {
      if (!this.#isOfPackage(from)) this.#services.onOutside?.(from, resolved.name);
      return this.#services.builtin(resolved.name, this.requireFrom, !this.#isOfPackage(from));
    }
    const isPackage = !isPath(specifier);
    const isOwn = resolved.kind === "file" && !this.#isOfPackage(resolved.file);
    if (!isOwn && !this.#isOfPackage(from)) this.#services.onOutside?.(from, null);
    if (isPackage) {
      const importer = this.#isOfPackage(from) ? packageOfFile(from) : null;
      this.#services.onImport?.(packageOfSpecifier(specifier), importer);
    }
    const isReplaced = !this.#isOfPackage(from) && this.#services.isReplaced(specifier, from);
    if (isReplaced) return this.#substitute(specifier, null);
    if (resolved.kind === "missing") {
      const error = new MissingModule(specifier, from);
      const isNeeded = !isPackage && !this.#services.mayBeMissing;
      if (isNeeded || this.#isOfPackage(from)) throw error;
      return this.#substitute(specifier, error);
    }
    // Within a package its own loading decides; what fails is replaced where the project imports it.
    if (!isPackage || this.#isOfPackage(from)) return this.#load(resolved.file, specifier, isPackage);
    const replaced = this.#substitutes.get(specifier);
    if (replaced !== undefined) return replaced;
    try {
      return this.#load(resolved.file, specifier, true);
    } catch (error) {
      // A file of the project by another name, an alias or that of its workspace: what it lacks is looked for first.
      if (!this.#services.mayBeMissing && !this.#isOfPackage(resolved.file)) throw error;
      if (!(error instanceof AwaitsAtTopLevel)) return this.#substitute(specifier, error);
      error.specifier = specifier;
      throw error;
    }
  }

  /** A file that somebody else wrote. Whoever looks into an installed package has that for a project. */
  #isOfPackage(file: string): boolean {
    const folder = packageFolderOf(file);
    return folder !== "" && folder !== this.#ownFolder;
  }

  #substitute(specifier: string, error: unknown): unknown {
    const known = this.#substitutes.get(specifier);
    if (known !== undefined) return known;
    const substitute = this.#services.substitute(specifier, error);
    this.#substitutes.set(specifier, substitute);
    return substitute;
  }

  #load(file: string, specifier: string, isPackage: boolean): unknown {
    const known = this.#modules.get(file);
    if (known !== undefined) {
      if (!known.loaded && !this.#isOfPackage(file)) this.#isCircular = true;
      // Modules that import each other get what there is of the other by then; everybody else waits for all of it.
      if (this.#awaiting.mayHave(file)) return known.exports;
      throw new AwaitsAtTopLevel(file);
    }
    const module = this.#newModule(file);
    try {
      if (file === this.#entry?.file) this.#entry.evaluate(module);
      else this.#evaluate(module, file);
    } catch (error) {
      this.#modules.delete(file);
      throw error;
    }
    module.loaded = true;
    if (isPackage) this.#services.onPackage(specifier, module.exports);
    if (this.#isOfPackage(file)) this.#services.onExports?.(module.exports);
    return module.exports;
  }

  #evaluate(module: ModuleObject, file: string): void {
    if (file.endsWith(".node")) throw new Error(`${path.basename(file)} is a native add-on`);
    if (file.endsWith(".json")) {
      module.exports = JSON.parse(readFileSync(file, "utf8").replace(/^\uFEFF/, ""));
      return;
    }
    const compiled = this.#compiled(file);
    if (compiled.isAsync) {
      this.#awaits = true;
      throw new AwaitsAtTopLevel(file);
    }
    const afterwards = this.#services.beforeEvaluating?.();
    compiled.evaluate.apply(module.exports, [...this.#parametersOf(module), ...compiled.given]);
    afterwards?.();
  }

  #compiled(file: string): CompiledFile {
    const text = readFileSync(file, "utf8");
    const code = codeOfFile(file, text) ?? { text, language: "js" };
    const isOfPackage = this.#isOfPackage(file);
    const rewritten = isOfPackage ? null : (this.#services.rewrite?.(file, code.text, code.language) ?? null);
    const parameters = rewritten?.parameters ?? {};
    const compiled = compileModule(
      file,
      rewritten?.text ?? code.text,
      code.language,
      Object.keys(parameters),
    );
    if (!isOfPackage) this.#services.onProjectFile(code.text, code.language, file);
    return { ...compiled, given: Object.values(parameters) };
  }

  #newModule(file: string): ModuleObject {
    this.#services.onModule?.(file);
    const require = this.requireFrom(file);
    const module = moduleOf(file, require);
    this.#modules.set(file, module);
    return module;
  }

  #parametersOf(module: ModuleObject): unknown[] {
    const { filename, require } = module;
    const dynamicImport = (specifier: unknown): Promise<unknown> =>
      this.#awaiting.before(this.#awaiting.isUnderWay(filename) ? filename : null, () =>
        asNamespace(require(String(specifier))),
      );
    return [module.exports, require, module, filename, path.dirname(filename), metaOf(module), dynamicImport];
  }
}

/** A file that was compiled, with what it gets beside what every module gets. */
interface CompiledFile extends CompiledModule {
  readonly given: readonly unknown[];
}

/** The folder of the package that a file lies in; "" for a file that is in none. */
function packageFolderOf(file: string): string {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+[\\/]/.exec(file)?.[0] ?? "";
}

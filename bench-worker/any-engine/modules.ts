import fs from "fs";
import Module from "module";
import path from "path";
import type { TargetSource } from "../protocol.ts";
import { engine, mayRead } from "./engine.ts";
import { canImport, compileModule } from "./evaluate.ts";
import type { Io } from "./io.ts";
import { loader, type Loader, type LoaderModule } from "./loader.ts";
import { refusal, refuseInPlace, refusingCopy } from "./refusals.ts";
import { IMPORT, withoutImports } from "./without-imports.ts";

/** Modules of the engine that stay within this process, and lead to none that does not. */
const HARMLESS =
  /^(?:node:)?(?:assert|async_hooks|buffer|console|constants|crypto|diagnostics_channel|domain|events|os|path|perf_hooks|punycode|querystring|readline|stream|_stream_(?:duplex|passthrough|readable|transform|writable)|string_decoder|sys|timers|url|util|zlib)(?:\/.*)?$/;

/** What of `Module` the engine itself needs when something is required, and what says something only. */
const OF_LOADER =
  /^(?:Module|_cache|_debug|_extensions|_findPath|_load|_nodeModulePaths|_pathCache|_readPackage|_resolveFilename|_resolveLookupPaths|_stat|isBuiltin|wrap)$/;

/** The parameter that takes the accessors which are appended to the target's module. */
const REACH = "__asyncCostReach";
/** What gives the target and what `this` must be, once its module has been evaluated. */
export type Accessor = () => unknown;

/** Packages of the modules that have been resolved, by their files, and of the target that was loaded last. */
interface Roots {
  readonly byFile: Record<string, readonly string[]>;
  ofTarget: readonly string[];
}
interface PatchedLoader extends Roots {
  /** Evaluates a module that has this text. */
  readonly evaluate: (module: LoaderModule, text: string, file: string) => unknown;
}
let patched: PatchedLoader | null = null;

/**
 * Loads the target's text as its module, with Node's own loader, and gives the accessors that were put behind its last
 * line. Modules find packages in the target's `moduleRoots` first; packages from there are loaded as they are, and
 * everything else finds, in the place of what reaches out of the process, functions that refuse: for good, as
 * functions may require modules when they are called.
 *
 * @throws whatever evaluating the module throws.
 */
export function loadAccessors(source: TargetSource, io: Io): Accessor[] {
  const { entry, file, text, moduleRoots } = source;
  if (entry === undefined || entry.reach === null) return [];
  const { expression, receiver } = entry.reach;
  patched ??= patchLoader(io);
  patched.ofTarget = moduleRoots ?? [];
  patched.byFile[file] = patched.ofTarget;
  const module = new loader(file, null);
  module.filename = file;
  module.paths = loader._nodeModulePaths(path.dirname(file));
  let accessors: Accessor[] = [];
  const globals = global as unknown as Record<string, unknown>;
  globals[REACH] = (...given: Accessor[]) => {
    accessors = given;
  };
  const accessor = (code: string): string => `function () { return (${code}); }`;
  const given = receiver === null ? "" : `, ${accessor(receiver.expression)}`;
  try {
    patched.evaluate(module, `${text}\n;${REACH}(${accessor(expression)}${given});`, file);
  } finally {
    globals[REACH] = undefined;
  }
  return accessors;
}

function patchLoader(io: Io): PatchedLoader {
  const { _resolveFilename: resolveFilename, _load: load } = loader;
  const { _compile: compile, load: loadFile } = loader.prototype;
  const roots: PatchedLoader = {
    byFile: {},
    ofTarget: [],
    evaluate: (module, text, file) => evaluate(module, text, file),
  };
  const rootsOf = (module: LoaderModule | null): readonly string[] =>
    roots.byFile[fileOf(module) ?? ""] ?? roots.ofTarget;
  // The module itself is asked for, as its name can be written to. An engine may have no sets.
  const ofRoots: unknown[] = [];
  const isOfRoot = (module: LoaderModule | null): boolean => {
    for (let index = 0; index < ofRoots.length; index++) if (ofRoots[index] === module) return true;
    return false;
  };
  const noteRoot = (module: LoaderModule, file: string): void => {
    for (const root of roots.byFile[file] ?? roots.ofTarget) {
      if (file.indexOf(root + path.sep) === 0) ofRoots[ofRoots.length] = module;
    }
  };
  const resolve: Loader["_resolveFilename"] = (request, parent, ...more) => {
    const own = rootsOf(parent);
    if (/^[\w@]/.test(request) && !isPackageFile(parent)) {
      for (const root of own) {
        const inRoot = new loader(path.join(root, "index.js"), null);
        inRoot.filename = inRoot.id;
        inRoot.paths = [root];
        try {
          return noted(resolveFilename.call(loader, request, inRoot), own);
        } catch {
          // It is not there.
        }
      }
    }
    const file = noted(resolveFilename.call(loader, request, parent, ...more), own);
    if (/\.node$/.test(file) && !isOfRoot(parent)) refusal(`the native ${path.basename(file)}`, io)();
    if (/^(?:\/|[A-Za-z]:)/.test(file) && !mayRead(file)) refusal(`require of ${file}`, io)();
    return file;
  };
  const noted = (file: string, own: readonly string[]): string => {
    roots.byFile[file] ??= own;
    return file;
  };
  const loadOrBlock: Loader["_load"] = (request, parent, ...more) => {
    const isOwn = isOfRoot(parent);
    if (!isOwn && /^(?:node:)?process$/.test(request)) return process;
    const loaded = load.call(loader, request, parent, ...more);
    if (isOwn || !isOfEngine(request, parent)) return loaded;
    // It loads libraries.
    if (/crypto$/.test(request)) refuseInPlace("crypto", loaded as object, io, ["setEngine"]);
    // Of any process of the user.
    if (/^(?:node:)?os$/.test(request)) refuseInPlace("os", loaded as object, io, ["setPriority"]);
    if (HARMLESS.test(request)) return loaded;
    return refusingCopy(request.replace(/^node:/, ""), loaded as object, io);
  };
  const isOfEngine = (request: string, parent: LoaderModule | null): boolean =>
    !/^(?:\.|\/|[A-Za-z]:[\\/])/.test(request) && resolve(request, parent) === request;
  loader._resolveFilename = resolve;
  loader._load = loadOrBlock;
  const ask = (request: string): void => {
    if (engine.runtime === "bun" && OF_BUN.test(request)) refusal(request, io)();
  };
  const evaluate = (module: LoaderModule, text: string, file: string, ...more: unknown[]): unknown => {
    const own = isOfRoot(module) ? text : withoutImports(text);
    return canImport() ? compileModule(module, own, file, ask)() : compile.call(module, own, file, ...more);
  };
  loader.prototype._compile = function (text, file, ...more) {
    const module = this as LoaderModule;
    const isText = typeof text === "string";
    return isText ? evaluate(module, text, file, ...more) : compile.call(module, text, file, ...more);
  };
  if (loadFile !== undefined) {
    loader.prototype.load = function (file) {
      noteRoot(this as LoaderModule, file);
      return loadFile.call(this, file);
    };
  }
  if (engine.runtime === "bun") readByOwnHand(isOfRoot, noteRoot, ask);
  const native = loader._extensions[".node"];
  loader._extensions[".node"] = (module, file) =>
    isOfRoot(module) && native !== undefined ? native(module, file) : refusal("a native add-on", io)();
  (global as unknown as Record<string, unknown>)[IMPORT] = refusal("import()", io);
  if (engine.runtime !== "node") refuseModulesInPlace(io);
  refuseLoaderInPlace(io);
  return roots;
}

/**
 * Packages in whose place Bun has modules of its own, whatever is installed, that fetch in earnest: they are in none of its
 * lists, and what they fetch with cannot be replaced.
 */
const OF_BUN = /^(?:node-fetch|isomorphic-fetch|@vercel\/fetch)$/;
const IN_TEXT_OF_BUN = /["'`](node-fetch|isomorphic-fetch|@vercel\/fetch)["'`]/;

/** Bun does not ask for what a module is compiled by, but for what reads its file. */
function readByOwnHand(
  isOfRoot: (module: LoaderModule) => boolean,
  noteRoot: (module: LoaderModule, file: string) => void,
  ask: (request: string) => void,
): void {
  const { readFileSync } = fs;
  for (const extension of [".js", ".cjs"]) {
    const read = loader._extensions[extension];
    if (read === undefined) continue;
    loader._extensions[extension] = (module, file) => {
      noteRoot(module, file);
      if (isOfRoot(module)) return read(module, file);
      let run: () => unknown;
      const text = readFileSync(file, "utf8");
      try {
        run = compileModule(module, withoutImports(text), file, ask);
      } catch {
        // An ECMAScript module, or TypeScript: Bun reads those as well.
        const [, request] = IN_TEXT_OF_BUN.exec(text) || [];
        if (request !== undefined) ask(request);
        return read(module, file);
      }
      return run();
    };
  }
}

/**
 * Bun asks no loader of ours, nor does Deno for ECMAScript modules; what they load them with is not written in
 * JavaScript.
 */
function refuseModulesInPlace(io: Io): void {
  // What is looked at here nobody uses.
  (process as { noDeprecation?: boolean }).noDeprecation = true;
  const requireHere = Module.createRequire(path.join(process.cwd(), "noop.js"));
  for (const name of Module.builtinModules) {
    if (/^(?:node:)?os$/.test(name)) refuseInPlace("os", requireHere(name) as object, io, ["setPriority"]);
    // What these hold has its own place, or is needed here.
    if (HARMLESS.test(name) || name === "process" || name === "module") continue;
    let loaded: unknown;
    try {
      loaded = requireHere(name);
    } catch {
      continue;
    }
    if ((typeof loaded !== "object" && typeof loaded !== "function") || loaded === null) continue;
    refuseInPlace(name, loaded, io);
    // A class is kept from making anything by what it extends.
    if (typeof loaded === "function") Object.setPrototypeOf(loaded, refusal(name, io));
  }
}

/**
 * `Module` itself is every module's `constructor`: what of it starts programs, or hands files to the engine's own loader
 * of ECMAScript modules, which gives them the real ones, refuses as well.
 */
function refuseLoaderInPlace(io: Io): void {
  for (const name of Object.getOwnPropertyNames(loader)) {
    // What modules make on Bun is refused already; ours are made by it there.
    if (OF_LOADER.test(name) || (engine.runtime === "bun" && name === "createRequire")) continue;
    refuseInPlace("module", loader, io, [name]);
  }
}

function fileOf(module: LoaderModule | null): string | null {
  const file = module === null ? null : module.filename;
  return typeof file === "string" ? file : null;
}

function isPackageFile(module: LoaderModule | null): boolean {
  const file = fileOf(module);
  return file !== null && file.split(path.sep).indexOf("node_modules") !== -1;
}

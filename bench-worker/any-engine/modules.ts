import Module from "module";
import path from "path";
import type { TargetSource } from "../protocol.ts";
import { engine } from "./engine.ts";
import type { Io } from "./io.ts";
import { refusal, refuseInPlace, refusingCopy } from "./refusals.ts";

/** The parts of Node's module loader that all engines have in common and that its types do not name. */
interface LoaderModule {
  id: string;
  filename: string | null | undefined;
  paths: string[];
  _compile(text: string, file: string): unknown;
}
interface Loader {
  new (id: string, parent: null): LoaderModule;
  readonly prototype: { _compile: (text: string, file: string, ...more: unknown[]) => unknown };
  readonly _nodeModulePaths: (folder: string) => string[];
  _resolveFilename: (request: string, parent: LoaderModule | null, ...more: unknown[]) => string;
  _load: (request: string, parent: LoaderModule | null, ...more: unknown[]) => unknown;
}

const loader = Module as unknown as Loader;

/** Modules that reach out of this process, or to modules that do. */
const BLOCKED =
  /^(?:(?:node:)?(?:child_process|cluster|dgram|dns|fs|http|http2|https|inspector|module|net|repl|sqlite|tls|tty|v8|vm|wasi|worker_threads)(?:\/.*)?|bun|bun:.*)$/;
/** Those of an engine that lets nobody in between a module and what it requires. */
const BLOCKED_IN_PLACE =
  "child_process cluster dgram dns dns/promises fs fs/promises http http2 https inspector net repl tls tty v8 vm wasi " +
  "worker_threads bun:ffi bun:jsc bun:sqlite";

/** The parameter that takes the accessors which are appended to the target's module. */
const REACH = "__asyncCostReach";
/** What `import()` becomes: it would pass by what stands in the place of modules. */
const IMPORT = "__asyncCostImport";
/**
 * The keyword and what may stand before its bracket, which is white space and comments of all kinds; neither a property
 * nor a part of a name. There is one way to read each text, so that none takes exponential time.
 */
const IMPORT_CALL =
  /(^|[^\w$.#]|\.\.\.)import((?:\s|\/\*(?:[^*]|\*(?!\/))*\*\/|(?:\/\/|<!--|-->)[^\n\r\u2028\u2029]*)*\()/g;

/** What gives the target and what `this` must be, once its module has been evaluated. */
export type Accessor = () => unknown;

/** Packages of the modules that have been resolved, by their files, and of the target that was loaded last. */
interface Roots {
  readonly byFile: Record<string, readonly string[]>;
  ofTarget: readonly string[];
}
let patched: Roots | null = null;

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
    module._compile(`${withoutImports(text)}\n;${REACH}(${accessor(expression)}${given});`, file);
  } finally {
    globals[REACH] = undefined;
  }
  return accessors;
}

/** The text with each `import()` turned into a call of ours. */
export function withoutImports(text: string): string {
  return text.replace(IMPORT_CALL, `$1${IMPORT}$2`);
}

function patchLoader(io: Io): Roots {
  const { _resolveFilename: resolveFilename, _load: load } = loader;
  const { _compile: compile } = loader.prototype;
  const roots: Roots = { byFile: {}, ofTarget: [] };
  const rootsOf = (module: LoaderModule | null): readonly string[] =>
    roots.byFile[fileOf(module) ?? ""] ?? roots.ofTarget;
  const isOfRoot = (module: LoaderModule | null): boolean => {
    const file = fileOf(module);
    if (file === null) return false;
    for (const root of rootsOf(module)) if (file.indexOf(root + path.sep) === 0) return true;
    return false;
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
    if (isOwn || !BLOCKED.test(request)) return loaded;
    return refusingCopy(request.replace(/^node:/, ""), loaded as object, io);
  };
  loader._resolveFilename = resolve;
  loader._load = loadOrBlock;
  loader.prototype._compile = function (text, file, ...more) {
    const isOwn = typeof text !== "string" || isOfRoot(this as LoaderModule);
    return compile.call(this, isOwn ? text : withoutImports(text), file, ...more);
  };
  (global as unknown as Record<string, unknown>)[IMPORT] = refusal("import()", io);
  if (engine.runtime !== "node") refuseModulesInPlace(io);
  return roots;
}

/** Bun asks no loader of ours, nor does Deno for ECMAScript modules; what they load them with is not written in JavaScript. */
function refuseModulesInPlace(io: Io): void {
  const requireHere = Module.createRequire(path.join(process.cwd(), "noop.js"));
  for (const name of BLOCKED_IN_PLACE.split(" ")) {
    let loaded: unknown;
    try {
      loaded = requireHere(name);
    } catch {
      continue;
    }
    if (typeof loaded === "object" && loaded !== null) refuseInPlace(name, loaded, io);
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

import Module from "module";
import path from "path";
import type { TargetSource } from "../protocol.ts";
import { engine } from "./engine.ts";
import type { Io } from "./io.ts";

/** The parts of Node's module loader that all engines have in common and that its types do not name. */
interface LoaderModule {
  id: string;
  filename: string | null | undefined;
  paths: string[];
  _compile(text: string, file: string): unknown;
}
interface Loader {
  new (id: string, parent: null): LoaderModule;
  readonly _nodeModulePaths: (folder: string) => string[];
  _resolveFilename: (request: string, parent: LoaderModule | null, ...more: unknown[]) => string;
  _load: (request: string, parent: LoaderModule | null, ...more: unknown[]) => unknown;
}

const loader = Module as unknown as Loader;

/** Modules that reach out of this process. */
const BLOCKED =
  /^(?:node:)?(?:child_process|cluster|dgram|dns|fs|http|http2|https|inspector|net|repl|sqlite|tls|vm|wasi|worker_threads)(?:\/|$)/;

/** The parameter that takes the accessors which are appended to the target's module. */
const REACH = "__asyncCostReach";

/** What gives the target and what `this` must be, once its module has been evaluated. */
export type Accessor = () => unknown;

/**
 * Loads the target's text as its module, with Node's own loader, and gives the accessors that were put behind its last
 * line. Modules find packages in the target's `moduleRoots` first; packages from there are loaded as they are, and
 * everything else finds, in the place of what reaches out of the process, functions that refuse.
 *
 * @throws whatever evaluating the module throws.
 */
export function loadAccessors(source: TargetSource, io: Io): Accessor[] {
  const { entry, file, text, moduleRoots } = source;
  if (entry === undefined || entry.reach === null) return [];
  const { expression, receiver } = entry.reach;
  const roots = moduleRoots ?? [];
  const putBack = patchLoader(roots, io);
  try {
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
      module._compile(`${text}\n;${REACH}(${accessor(expression)}${given});`, file);
    } finally {
      globals[REACH] = undefined;
    }
    return accessors;
  } finally {
    putBack();
  }
}

function patchLoader(roots: readonly string[], io: Io): () => void {
  const { _resolveFilename: resolveFilename, _load: load } = loader;
  const isOfRoot = (module: LoaderModule | null): boolean => {
    const file = module === null ? null : module.filename;
    if (typeof file !== "string") return false;
    for (const root of roots) if (file.indexOf(root + path.sep) === 0) return true;
    return false;
  };
  const resolve: Loader["_resolveFilename"] = (request, parent, ...more) => {
    if (/^[\w@]/.test(request) && !isPackageFile(parent)) {
      for (const root of roots) {
        const inRoot = new loader(path.join(root, "index.js"), null);
        inRoot.filename = inRoot.id;
        inRoot.paths = [root];
        try {
          return resolveFilename.call(loader, request, inRoot);
        } catch {
          // It is not there.
        }
      }
    }
    return resolveFilename.call(loader, request, parent, ...more);
  };
  const loadOrBlock: Loader["_load"] = (request, parent, ...more) => {
    const loaded = load.call(loader, request, parent, ...more);
    return BLOCKED.test(request) && !isOfRoot(parent) ? refusing(request, loaded, io) : loaded;
  };
  loader._resolveFilename = resolve;
  loader._load = loadOrBlock;
  return () => {
    loader._resolveFilename = resolveFilename;
    loader._load = load;
  };
}

function isPackageFile(module: LoaderModule | null): boolean {
  const file = module === null ? null : module.filename;
  return typeof file === "string" && file.split(path.sep).indexOf("node_modules") !== -1;
}

/** The module with functions that refuse in the place of its own. */
function refusing(request: string, loaded: unknown, io: Io): unknown {
  const name = request.replace(/^node:/, "");
  const stub = (api: string) => (): never => {
    const error = new engine.Error(api);
    if (io.blocked === null) io.blocked = error;
    throw error;
  };
  const replaced: Record<string, unknown> = {};
  const original = loaded as Record<string, unknown>;
  for (const key of Object.keys(original)) {
    let value: unknown;
    try {
      value = original[key];
    } catch {
      continue;
    }
    replaced[key] = typeof value === "function" ? stub(`${name}.${key}`) : value;
  }
  replaced["promises"] = undefined;
  return replaced;
}

import Module from "module";
import path from "path";
import vm from "vm";
import { majorOfNode } from "./engine.ts";
import { loader, type LoaderModule } from "./loader.ts";

/** The first Node with an `import()` that gives something. */
const IMPORTS_FROM = 12;

// The module is emptied for targets on some engines.
const { runInThisContext } = vm;

/**
 * Whether code that is made at run time could `import()`, were the script that makes it compiled by the engine's own
 * loader: it asks the script on top of the stack for an importer. What `vm` compiles has none.
 */
export function canImport(): boolean {
  const major = majorOfNode();
  return major === null || major >= IMPORTS_FROM;
}

/**
 * What evaluates a CommonJS module as the engine's own loader does, but that the module can import nothing, and code
 * that it makes neither.
 *
 * @param ask Is told what the module requires on Bun, which asks no loader of ours; it throws where that is refused.
 * @throws {SyntaxError} as the engine's own loader does.
 */
export function compileModule(
  module: LoaderModule,
  text: string,
  file: string,
  ask?: (request: string) => void,
): () => unknown {
  // On one line with its first, as Node's own loader had it for long.
  const wrapped = `(function (exports, require, module, __filename, __dirname) { ${text.replace(/^#!/, "//")}\n})`;
  const run = runInThisContext(wrapped, { filename: file }) as (...given: unknown[]) => unknown;
  const { exports } = module;
  return () => run.call(exports, exports, requireOf(module, ask), module, file, path.dirname(file));
}

/** What a module is given as its `require`. */
function requireOf(module: LoaderModule, ask: (request: string) => void = () => undefined): unknown {
  const { filename } = module;
  // Modules of Bun cannot require anything.
  if (module.require === undefined) {
    const requireHere = Module.createRequire(filename!);
    const asked = function (request: string): unknown {
      ask(request);
      return requireHere(request);
    };
    asked.resolve = requireHere.resolve;
    asked.cache = requireHere.cache;
    asked.extensions = loader._extensions;
    asked.main = requireHere.main;
    return asked;
  }
  const require = (request: string): unknown => module.require!(request);
  const resolve = (request: string, options?: unknown): string =>
    loader._resolveFilename(request, module, false, options);
  resolve.paths = (request: string): unknown => loader._resolveLookupPaths(request, module);
  require.resolve = resolve;
  require.main = undefined;
  require.extensions = loader._extensions;
  require.cache = loader._cache;
  return require;
}

import Module from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import vm from "node:vm";
import { beginsWithModules, isModuleFile, isOfPackage, mayLoadModules, type Started } from "./es-modules.ts";

/** Changes the text of a module before the engine reads it. */
export type Change = (text: string, file: string, isModule?: boolean) => string;

/** The same change, made once of the same text: runners such as Jest evaluate a project's modules anew for each file of tests. */
export function remembered(change: Change): Change {
  const known = new Map<string, { text: string; isModule: boolean | undefined; changed: string }>();
  return (text, file, isModule) => {
    const last = known.get(file);
    if (last?.text === text && last.isModule === isModule) return last.changed;
    const changed = change(text, file, isModule);
    if (changed !== text) known.set(file, { text, isModule, changed });
    return changed;
  };
}

type Compile = (this: unknown, content: string, filename: string, ...more: unknown[]) => unknown;

type Load = (this: unknown, filename: string) => unknown;

interface Internals {
  prototype: { _compile: Compile; load: Load };
  registerHooks?: (hooks: { load: LoadHook }) => unknown;
  register?: (specifier: string, parent: string, options?: object) => unknown;
}

interface Loaded {
  readonly format?: string;
  readonly source?: unknown;
}

type LoadHook = (url: string, context: unknown, next: (url: string, context: unknown) => Loaded) => Loaded;

/**
 * Has the text of every module changed that this process loads: by Node's own loaders, and by runners that evaluate modules
 * by `node:vm`.
 *
 * @param share Gives a realm what the text finds by its global object.
 * @param loaderFile A file that changes ES modules where that has to be done in a thread of its own.
 * @param started By what it is known whether that is to begin at once: it takes longer than all else.
 */
export function changeModules(
  ofModule: Change,
  share: (global: object) => void,
  loaderFile: string,
  started: Started,
  whileLoaderStarts: (start: () => void) => void,
): void {
  const internals = Module as unknown as Internals;
  const begin = startLoader(internals, loaderFile, started, whileLoaderStarts);
  const change: Change = (text, file, isModule) => {
    begin(text, file);
    return ofModule(text, file, isModule);
  };
  const _compile: unknown = Reflect.get(internals.prototype, "_compile");
  internals.prototype._compile = function (content, filename, ...more) {
    const text = typeof content === "string" ? change(content, filename) : content;
    try {
      return Reflect.apply(_compile as Compile, this, [text, filename, ...more]);
    } catch (error) {
      // Should our text not be JavaScript, theirs is.
      if (text === content || !(error instanceof SyntaxError) || !isOf(error, filename)) throw error;
      return Reflect.apply(_compile as Compile, this, [content, filename, ...more]);
    }
  };
  if (internals.registerHooks !== undefined) {
    internals.registerHooks({ load: (url, context, next) => changedModule(change, url, next(url, context)) });
  }
  changeScripts(change, share);
}

/**
 * Has ES modules changed in a thread of their own, where there is no other way, as soon as one may be loaded.
 *
 * @returns Is to be called with each text before that runs.
 */
function startLoader(
  { prototype, registerHooks, register }: Internals,
  loaderFile: string,
  started: Started,
  whileStarting: (start: () => void) => void,
): (text: string, file: string) => void {
  if (registerHooks !== undefined || register === undefined) return () => undefined;
  const load: unknown = Reflect.get(prototype, "load");
  let isStarted = false;
  const start = (): void => {
    if (isStarted) return;
    isStarted = true;
    if (prototype.load === loading) prototype.load = load as Load;
    whileStarting(() => register(pathToFileURL(loaderFile).href, pathToFileURL(path.resolve("/")).href));
  };
  // Newer versions require ES modules, too.
  const loading: Load = function (filename) {
    if (!isOfPackage(filename) && isModuleFile(filename)) start();
    return Reflect.apply(load as Load, this, [filename]);
  };
  if (beginsWithModules(started)) start();
  else prototype.load = loading;
  return (text, file) => {
    if (!isStarted && mayLoadModules(text, file)) start();
  };
}

/** A module that was loaded, with its text changed where that is one of JavaScript or TypeScript. */
export function changedModule(change: Change, url: string, loaded: Loaded): Loaded {
  const { format, source } = loaded;
  if (!url.startsWith("file:") || source === null || source === undefined) return loaded;
  if (format !== "module" && format !== "module-typescript") return loaded;
  const text = typeof source === "string" ? source : Buffer.from(source as Uint8Array).toString("utf8");
  return { ...loaded, source: change(text, fileURLToPath(url), true) };
}

/** Runners such as Jest and Vitest read modules themselves, and have them evaluated as scripts. */
function changeScripts(change: Change, share: (global: object) => void): void {
  const fileOf = (options: unknown): string | null => {
    const name =
      typeof options === "string" ? options : (options as { filename?: unknown } | undefined)?.filename;
    if (typeof name !== "string") return null;
    if (name.startsWith("file:")) return fileURLToPath(name);
    return path.isAbsolute(name) ? name : null;
  };
  const changed = (code: unknown, options: unknown): unknown => {
    const file = fileOf(options);
    return typeof code === "string" && file !== null ? change(code, file) : code;
  };
  const { Script, compileFunction, runInThisContext } = vm;
  vm.Script = new Proxy(Script, {
    construct: (target, [code, options, ...more]: unknown[], newTarget) =>
      Reflect.construct(target, [changed(code, options), options, ...more], newTarget) as object,
  });
  const runInContext: unknown = Reflect.get(Script.prototype, "runInContext");
  Script.prototype.runInContext = function (context, ...more) {
    share(context);
    return Reflect.apply(runInContext as typeof Script.prototype.runInContext, this, [
      context,
      ...more,
    ]) as unknown;
  };
  vm.runInThisContext = (code, options) =>
    Reflect.apply(runInThisContext, vm, [changed(code, options), options]) as unknown;
  vm.compileFunction = (code, parameters, options) => {
    if (options?.parsingContext !== undefined) share(options.parsingContext);
    return Reflect.apply(compileFunction, vm, [changed(code, options), parameters, options]) as ReturnType<
      typeof compileFunction
    >;
  };
  // ES modules that import them by name see the changed ones.
  Module.syncBuiltinESMExports();
}

/** Whether a text of this file could not be read. */
function isOf(error: SyntaxError, file: string): boolean {
  return String(error.stack).startsWith(file) || String(error.stack).includes(`${file}:`);
}

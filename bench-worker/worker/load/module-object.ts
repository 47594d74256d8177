import path from "node:path";
import { pathToFileURL } from "node:url";
import { PROGRAM } from "./program.ts";

/** What stands for a module of ours in the target's eyes. */
export interface ModuleObject {
  exports: unknown;
  readonly id: string;
  readonly filename: string;
  readonly path: string;
  readonly children: never[];
  readonly paths: never[];
  loaded: boolean;
  readonly require: Require;
  /** Who required it first; null for the program itself. */
  readonly parent: ModuleObject | null;
}

/** What a module gets as `require`. */
export interface Require {
  (specifier: unknown): unknown;
  resolve: ((specifier: unknown) => string) & { paths: (specifier: unknown) => string[] | null };
  cache: Record<string, unknown>;
  extensions: Record<string, never>;
  /** The module that the process was started with. */
  main: ModuleObject | undefined;
}

/** The module of a file, before it is evaluated. */
export function moduleOf(file: string, require: Require): ModuleObject {
  return {
    exports: {},
    id: file,
    filename: file,
    path: path.dirname(file),
    children: [],
    paths: [],
    loaded: false,
    require,
    parent: require.main ?? null,
  };
}

/** The module of the program that loads a file: no module that asks whether it is the program itself is it. */
export function programAround(file: string, require: Require): ModuleObject {
  const folder = path.dirname(file);
  return {
    ...moduleOf(path.join(folder, PROGRAM), require),
    id: ".",
    loaded: true,
    parent: null,
  };
}

/** What a module gets as `import.meta`. */
export function metaOf({ filename, require }: ModuleObject) {
  return {
    url: pathToFileURL(filename).href,
    filename,
    dirname: path.dirname(filename),
    resolve: (specifier: string) => pathToFileURL(require.resolve(specifier)).href,
  };
}

/** What `import()` gives of a CommonJS module. */
export function asNamespace(exports: unknown): unknown {
  if (typeof exports !== "object" && typeof exports !== "function") return { default: exports };
  if (exports === null || "__esModule" in exports) return exports;
  return { ...exports, default: exports };
}

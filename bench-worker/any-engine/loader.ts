import Module from "module";

/** The parts of a module that all engines have in common and that Node's types do not name. */
export interface LoaderModule {
  id: string;
  filename: string | null | undefined;
  paths: string[];
  exports: unknown;
  require?: (request: string) => unknown;
  _compile(text: string, file: string): unknown;
}

/** `Module`, the same way. */
export interface Loader {
  new (id: string, parent: null): LoaderModule;
  readonly prototype: {
    _compile: (text: string, file: string, ...more: unknown[]) => unknown;
    /** Undefined on Bun. */
    load?: (file: string) => unknown;
  };
  readonly _cache: object;
  readonly _extensions: Record<string, ((module: LoaderModule, file: string) => unknown) | undefined>;
  readonly _nodeModulePaths: (folder: string) => string[];
  readonly _resolveLookupPaths: (request: string, parent: LoaderModule | null) => unknown;
  _resolveFilename: (request: string, parent: LoaderModule | null, ...more: unknown[]) => string;
  _load: (request: string, parent: LoaderModule | null, ...more: unknown[]) => unknown;
}

/** Node's module loader, by its inner name. */
export const loader = Module as unknown as Loader;

import fs from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import enhancedResolve from "enhanced-resolve";
import { isThere } from "./is-there.ts";
import { isPath } from "./package-name.ts";
import { aliasesIn } from "./tsconfig-paths.ts";
import { sourceInWorkspace } from "./workspace-packages.ts";

/** What a specifier names. */
export type Resolved =
  | { readonly kind: "builtin"; readonly name: string }
  | { readonly kind: "file"; readonly file: string }
  | { readonly kind: "missing" };

/** Finds what `specifier` names in a module of `folder`. */
export type Resolve = (specifier: string, folder: string) => Resolved;

const EXTENSIONS = [".js", ".cjs", ".mjs", ".ts", ".cts", ".mts", ".tsx", ".jsx", ".json", ".node"];
const EXTENSION_ALIAS = {
  ".js": [".js", ".ts", ".tsx", ".jsx"],
  ".jsx": [".jsx", ".tsx"],
  ".mjs": [".mjs", ".mts"],
  ".cjs": [".cjs", ".cts"],
};

const made = new Map<string, Resolve>();

/** {@link createResolve}, once for each project: nothing is installed while a worker runs. */
export function resolveFor(projectFolder: string, moduleRoots: readonly string[] = []): Resolve {
  const key = [projectFolder, ...moduleRoots].join("\0");
  const resolve = made.get(key) ?? createResolve(projectFolder, moduleRoots);
  made.set(key, resolve);
  return resolve;
}

/**
 * Resolves as Node does, plus what TypeScript and bundlers add: left-out extensions, `.js` that is a `.ts`, and in
 * files of projects the `paths` of their nearest tsconfig.json, `@/` and `~/` for where a package has its source, and
 * packages of the same workspace, and what a package imports of itself, in source form where they were not built or linked. A package that offers CommonJS as
 * well as ES modules gives its CommonJS, which runs as it was published.
 *
 * @param moduleRoots folders of packages that modules of `projectFolder` look in before their own `node_modules`.
 */
export function createResolve(projectFolder: string, moduleRoots: readonly string[] = []): Resolve {
  // These are ours for good: the target's `fs` is another object.
  const common = {
    fileSystem: fs,
    useSyncFileSystemCalls: true,
    extensions: EXTENSIONS,
    extensionAlias: EXTENSION_ALIAS,
    mainFields: ["main"],
  };
  const resolversWith = (more: object): enhancedResolve.Resolver[] =>
    ["require", "import"].map((condition) =>
      enhancedResolve.ResolverFactory.createResolver({
        ...common,
        conditionNames: ["node", condition, "default"],
        ...more,
      }),
    );
  const resolvers = resolversWith({});
  // Within a package its own dependencies come first, as it lies among them.
  const rooted = moduleRoots.length === 0 ? [] : resolversWith({ modules: [...moduleRoots] });
  const isOfProject = (folder: string): boolean =>
    (folder === projectFolder || folder.startsWith(projectFolder + path.sep)) &&
    !folder.slice(projectFolder.length).includes(`${path.sep}node_modules${path.sep}`);
  const modules = enhancedResolve.ResolverFactory.createResolver({
    ...common,
    conditionNames: ["node", "import", "default"],
    mainFields: ["main", "module"],
  });
  const cache = new Map<string, Resolved>();

  return (specifier, folder) => {
    if (isBuiltin(specifier)) return { kind: "builtin", name: specifier.replace(/^node:/, "") };
    const key = `${folder}\0${specifier}`;
    let resolved = cache.get(key);
    if (resolved === undefined) {
      resolved = find(specifier, folder);
      cache.set(key, resolved);
    }
    return resolved;
  };

  function find(specifier: string, folder: string): Resolved {
    if (isPath(specifier)) return named(specifier, folder);
    const isInstalled = IN_PACKAGE.test(folder + path.sep);
    const aliased = isInstalled ? [] : aliasesIn(folder)(specifier);
    const usual = isInstalled ? [] : usualAliases(specifier, folder);
    for (const one of [...aliased, specifier, ...usual]) {
      const resolved = named(one, folder);
      if (resolved.kind === "file") return resolved;
    }
    const file = sourceInWorkspace(specifier, folder);
    return file === null ? { kind: "missing" } : { kind: "file", file };
  }

  function named(specifier: string, folder: string): Resolved {
    for (const resolver of [...(isOfProject(folder) ? rooted : []), ...resolvers, modules]) {
      try {
        const file = resolver.resolveSync({}, folder, specifier);
        // For bundlers a `#` begins a fragment, and one that does not is told apart by a zero before it.
        if (file !== false) return { kind: "file", file: path.normalize(file.replaceAll("\0#", "#")) };
      } catch {
        // The next conditions may fit.
      }
    }
    return { kind: "missing" };
  }
}

const IN_PACKAGE = /[\\/]node_modules[\\/]/;

/** What bundlers are mostly told that `@/` and `~/` mean, which can be no package's name: the source of the package. */
function usualAliases(specifier: string, folder: string): string[] {
  const [, below] = /^[@~]\/(.+)$/.exec(specifier) ?? [];
  if (below === undefined) return [];
  for (let at = folder; ; at = path.dirname(at)) {
    if (isThere(path.join(at, "package.json"))) return [path.join(at, "src", below), path.join(at, below)];
    if (path.dirname(at) === at) return [];
  }
}

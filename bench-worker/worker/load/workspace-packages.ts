import { readFileSync, readdirSync, realpathSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import { isThere } from "./is-there.ts";
import { packageOfSpecifier } from "./package-name.ts";

/** What of a package.json tells where its code is. */
const manifestSchema = v.object({
  name: v.optional(v.string()),
  workspaces: v.optional(v.unknown()),
  exports: v.optional(v.unknown()),
  imports: v.optional(v.unknown()),
  source: v.optional(v.unknown()),
  module: v.optional(v.unknown()),
  main: v.optional(v.unknown()),
  types: v.optional(v.unknown()),
  typings: v.optional(v.unknown()),
});

type Manifest = v.InferOutput<typeof manifestSchema>;

/** Packages of a workspace lie at most so deep below its root. */
const DEPTH_AT_MOST = 3;
/** So many folders are looked into: more take too long for somebody who waits. */
const FOLDERS_AT_MOST = 3_000;
/** What makes a folder the root of a workspace, beside `workspaces` in its package.json. */
const ROOT_FILES = ["pnpm-workspace.yaml", "lerna.json", "nx.json", "rush.json", "turbo.json"];
/** Where packages keep what was built. */
const BUILT = /^(?:dist|lib|build|out|output|esm|cjs|es|types|typings|node|browser)$/;
const ENDING = /\.d\.[cm]?ts$|\.[cm]?[jt]sx?$/;
const SOURCE_ENDINGS = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];

const packagesBelow = new Map<string, ReadonlyMap<string, string>>();

/**
 * The file in source form that `specifier` names, imported in a folder, where it names the package itself, something of it by
 * a `#`, or a package of the same workspace: one that was not built yet, or is not even linked into `node_modules`. Null
 * where it is no such package.
 */
export function sourceInWorkspace(specifier: string, folder: string): string | null {
  const name = packageOfSpecifier(specifier);
  const isOwn = name.startsWith("#");
  const packageFolder = isOwn ? folderAround(folder) : folderOfPackage(name, folder);
  if (packageFolder === null) return null;
  const manifest = manifestIn(packageFolder);
  if (manifest === null) return null;
  const targets = isOwn
    ? leaves(exported(manifest.imports, specifier)).filter((target) => target.startsWith("./"))
    : targetsOf(manifest, `.${specifier.slice(name.length)}`);
  for (const target of targets) {
    const file = sourceOf(packageFolder, target);
    if (file !== null) return file;
  }
  return null;
}

/** The nearest folder that is a package's, this one or one around it; null where none is. */
export function folderAround(folder: string): string | null {
  for (let at = folder; ; at = path.dirname(at)) {
    if (isThere(path.join(at, "package.json"))) return at;
    if (path.dirname(at) === at) return null;
  }
}

/** The main module of the package around a file: what was built where the file was, else what that was built from. Null where there is none. */
export function mainAround(file: string): string | null {
  const folder = folderAround(path.dirname(file));
  const manifest = folder === null ? null : manifestIn(folder);
  if (folder === null || manifest === null) return null;
  const [within] = path.relative(folder, file).split(path.sep);
  const targets = targetsOf(manifest, ".").filter((target) => !/\.d\.[cm]?ts$/.test(target));
  for (const target of targets) {
    const built = path.resolve(folder, target);
    const isBeside = path.relative(folder, built).split(path.sep)[0] === within;
    if (isBeside && ENDING.test(target) && isThere(built)) return built;
    const source = sourceOf(folder, target);
    if (source !== null) return source;
  }
  return null;
}

/** Of the package itself, of a link in a `node_modules` above that leads out of all of them, else below the root. */
function folderOfPackage(name: string, folder: string): string | null {
  for (let at = folder; ; at = path.dirname(at)) {
    // What an installed package lacks is no package of the user's workspace.
    if (path.basename(at) === "node_modules") return null;
    if (manifestIn(at)?.name === name) return at;
    const linked = realPath(path.join(at, "node_modules", name));
    if (linked !== null) return /[\\/]node_modules[\\/]/.test(linked) ? null : linked;
    if (path.dirname(at) === at) break;
  }
  const root = workspaceRoot(folder);
  return root === null ? null : (packagesOf(root).get(name) ?? null);
}

function workspaceRoot(folder: string): string | null {
  for (let at = folder; ; at = path.dirname(at)) {
    if (ROOT_FILES.some((name) => isThere(path.join(at, name)))) return at;
    if (manifestIn(at)?.workspaces !== undefined) return at;
    if (path.dirname(at) === at) return null;
  }
}

/** The folders of all packages below a root, by name. Which of them are members does not matter to who imports one. */
function packagesOf(root: string): ReadonlyMap<string, string> {
  const known = packagesBelow.get(root);
  if (known !== undefined) return known;
  const found = new Map<string, string>();
  let level = [root];
  let looked = 0;
  for (let depth = 0; depth <= DEPTH_AT_MOST && looked < FOLDERS_AT_MOST; depth++) {
    const below: string[] = [];
    for (const folder of level) {
      if (++looked > FOLDERS_AT_MOST) break;
      const name = manifestIn(folder)?.name;
      if (name !== undefined && !found.has(name)) found.set(name, folder);
      below.push(...foldersIn(folder));
    }
    level = below;
  }
  packagesBelow.set(root, found);
  return found;
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== "node_modules" && !entry.name.startsWith("."))
      .map((entry) => path.join(folder, entry.name));
  } catch {
    return [];
  }
}

/** What the package names for a subpath, from the package's folder; then what such packages usually have. */
function targetsOf(manifest: Manifest, subpath: string): string[] {
  const targets = [...leaves(exported(manifest.exports, subpath))];
  if (subpath === ".") {
    const { source, types, typings, module, main } = manifest;
    targets.push(...[source, module, main, types, typings].filter((one) => typeof one === "string"));
    return [...targets, "src/index", "source/index", "lib/index", "index"];
  }
  const below = subpath.slice("./".length);
  return [...targets, below, `src/${below}`, `src/${below}/index`, `${below}/index`];
}

/** What stands in `exports` for a subpath, or in `imports` for what begins with `#`, with the part that a `*` stands for put in. */
function exported(exports: unknown, subpath: string): unknown {
  if (typeof exports !== "object" || exports === null || Array.isArray(exports)) {
    return subpath === "." ? exports : undefined;
  }
  const entries = Object.entries(exports);
  if (!entries.some(([key]) => /^[.#]/.test(key))) return subpath === "." ? exports : undefined;
  const exact = entries.find(([key]) => key === subpath);
  if (exact !== undefined) return exact[1];
  for (const [key, value] of entries) {
    const [before, after] = key.split("*");
    if (after === undefined || !subpath.startsWith(before!) || !subpath.endsWith(after)) continue;
    const star = subpath.slice(before!.length, subpath.length - after.length);
    return leaves(value).map((leaf) => leaf.replaceAll("*", star));
  }
  return undefined;
}

/** Every text in a value, however deep: a source that some condition names is as good as another. */
function leaves(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [];
}

/** The file that `target` names or was built from. */
function sourceOf(folder: string, target: string): string | null {
  const relative = path.posix.normalize(target);
  if (relative.startsWith("..")) return null;
  if (ENDING.test(relative) && !/\.d\.[cm]?ts$/.test(relative)) {
    const file = path.join(folder, relative);
    if (isThere(file)) return file;
  }
  const parts = relative.replace(ENDING, "").split("/");
  const kept = parts.slice(parts.findIndex((part, at) => !BUILT.test(part) || at === parts.length - 1));
  const bare = kept.join("/");
  for (const base of [`src/${bare}`, `source/${bare}`, bare, parts.join("/")]) {
    for (const ending of SOURCE_ENDINGS) {
      const file = path.join(folder, base + ending);
      if (isThere(file)) return file;
    }
  }
  return null;
}

function manifestIn(folder: string): Manifest | null {
  try {
    const text = readFileSync(path.join(folder, "package.json"), "utf8");
    const parsed = v.safeParse(manifestSchema, JSON.parse(text.replace(/^\uFEFF/, "")));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

function realPath(file: string): string | null {
  try {
    return realpathSync(file);
  } catch {
    return null;
  }
}

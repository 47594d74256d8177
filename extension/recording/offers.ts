import path from "node:path";
import * as v from "valibot";
import { isTestFile } from "../../analysis/source/test-code.ts";
import { packageManagerOf, scriptWords, type Files } from "./package-manager.ts";
import { testFileWords } from "./test-file.ts";
import { wordsOf } from "./words.ts";

/** A command that is offered to be recorded. */
export interface Offer {
  readonly kind: "test-file" | "test" | "start";
  readonly words: readonly string[];
  /** Where it runs: a package's folder. */
  readonly folder: string;
  /** What a script runs; empty for a file. */
  readonly script: string;
}

/** Where the user is. */
export interface Whereabouts {
  /** The file in front, if it is on the disk. */
  readonly file: string | null;
  /** The folders that are open. */
  readonly folders: readonly string[];
}

const packageSchema = v.object({
  scripts: v.optional(v.record(v.string(), v.string()), {}),
  dependencies: v.optional(v.record(v.string(), v.unknown()), {}),
  devDependencies: v.optional(v.record(v.string(), v.unknown()), {}),
});

const TESTS: ReadonlySet<string> = new Set(["test", "tests", "spec", "unit", "integration", "e2e"]);
const STARTS: ReadonlySet<string> = new Set(["start", "serve", "server", "dev"]);
/** They go on until somebody ends them. */
const ENDLESS: ReadonlySet<string> = new Set(["watch", "ui"]);
const RUNNERS: ReadonlySet<string> = new Set(["vitest", "jest", "mocha", "ava", "tap", "tape", "--test"]);

/**
 * What may be recorded: the file in front if it is one of tests, then scripts of the nearest packages that look like tests, then
 * those that look like starts.
 */
export function offersFor(where: Whereabouts, files: Files): Offer[] {
  const offers = packageFolders(where, files).flatMap((folder) => offersOf(folder, where.file, files));
  // Of several packages that know the file, the nearest runs it.
  const [first] = offers.filter(({ kind }) => kind === "test-file");
  const rest = (["test", "start"] as const).flatMap((kind) => offers.filter((offer) => offer.kind === kind));
  return first === undefined ? rest : [first, ...rest];
}

/** Where a command runs that is none of those: where the file in front belongs to, else in what is open; null where nothing is. */
export function commandFolder(where: Whereabouts, files: Files): string | null {
  const { file, folders } = where;
  if (file === null) return packageFolders(where, files)[0] ?? folders[0] ?? null;
  return packagesAround(where, files)[0] ?? folderAround(where) ?? path.dirname(file);
}

/** Packages around the file in front; where there is none, those of the open folders. */
function packageFolders(where: Whereabouts, files: Files): readonly string[] {
  const found = packagesAround(where, files);
  return found.length > 0 ? found : where.folders.filter((folder) => isPackage(folder, files));
}

/** The nearest first, up to the folder that is open; of a file that is in none, the nearest. */
function packagesAround(where: Whereabouts, files: Files): readonly string[] {
  const around = folderAround(where);
  const found: string[] = [];
  for (let at = where.file; at !== null;) {
    const folder = path.dirname(at);
    if (folder === at) break;
    if (isPackage(folder, files)) found.push(folder);
    at = folder === around || (around === undefined && found.length > 0) ? null : folder;
  }
  return found;
}

/** The open folder in which the file in front is. */
function folderAround({ file, folders }: Whereabouts): string | undefined {
  return file === null ? undefined : folders.find((folder) => isWithin(file, folder));
}

function isPackage(folder: string, { exists }: Files): boolean {
  return exists(path.join(folder, "package.json"));
}

function offersOf(folder: string, file: string | null, files: Files): Offer[] {
  const parsed = v.safeParse(packageSchema, jsonOf(files.read(path.join(folder, "package.json"))));
  if (!parsed.success) return [];
  const { scripts, dependencies, devDependencies } = parsed.output;
  const manager = packageManagerOf(folder, files);
  const kinds = Object.entries(scripts).map(([name, script]) => ({
    name,
    script,
    kind: kindOf(name, script),
  }));
  const offers = kinds.flatMap(({ name, script, kind }): Offer[] =>
    kind === null ? [] : [{ kind, words: scriptWords(manager, name), folder, script }],
  );
  if (file === null || !isWithin(file, folder)) return offers;
  const relative = path.relative(folder, file).split(path.sep).join("/");
  const text = isTestFile(relative) ? files.read(file) : undefined;
  const words =
    text === undefined
      ? null
      : testFileWords(relative, text, {
          manager,
          testScripts: kinds.flatMap(({ name, script, kind }) =>
            kind === "test" ? [[name, script] as const] : [],
          ),
          dependencies: new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]),
        });
  return words === null ? offers : [{ kind: "test-file", words, folder, script: "" }, ...offers];
}

/** Whether a script looks like tests or a start, by the parts of its name or by what it runs. */
function kindOf(name: string, script: string): "test" | "start" | null {
  const parts = name.toLowerCase().split(/[^a-z0-9]+/);
  if (parts.some((part) => ENDLESS.has(part))) return null;
  if (parts.some((part) => TESTS.has(part)) || wordsOf(script).some((word) => RUNNERS.has(word)))
    return "test";
  return parts.some((part) => STARTS.has(part)) ? "start" : null;
}

function isWithin(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== "" && !relative.startsWith("..") && !path.isAbsolute(relative);
}

function jsonOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}

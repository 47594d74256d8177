import type { Answering, Answers, ImportedFunction } from "../model.ts";
import { candidates } from "./candidates.ts";
import type { Exports } from "./exports-of.ts";
import { importKey } from "./imported-functions.ts";
import { pathFrom } from "./relative-path.ts";

/** Tells of a file by its path relative to the importing file's folder; undefined where there is none, or it cannot be read. */
export type ReadExports = (relativePath: string) => Promise<Exports | undefined>;

/** A file that imports from more than so many others is told of these only. */
const FILES_AT_MOST = 30;
/** Files that are looked for behind others, which only pass on what these export; and how many stand one behind the other. */
const FILES_BEHIND_AT_MOST = 200;
const DEEPEST = 5;

/** How imported functions answer, by reading the files that they are in, each once. What nobody can tell is left out. */
export async function answersOf(imports: readonly ImportedFunction[], read: ReadExports): Promise<Answers> {
  const answers = new Map<string, Answering>();
  const specifiers = [...new Set(imports.map(({ specifier }) => specifier))].slice(0, FILES_AT_MOST);
  const lookup = new Lookup(read);
  for (const one of imports) {
    if (!specifiers.includes(one.specifier)) continue;
    const answer = await lookup.answerOf(one, "", 0);
    if (answer !== undefined) answers.set(importKey(one), answer);
  }
  return answers;
}

/** A file that is there. */
interface ReadFile {
  readonly path: string;
  readonly exports: Exports;
}

/** Looks functions up in files, and in those from which these only pass them on. */
class Lookup {
  readonly #read: ReadExports;
  readonly #files = new Map<string, ReadFile | undefined>();
  /**
   * What was looked for already, or is, as files may pass on each other's exports in a circle; and how many files behind the
   * first. From nearer, what was not found is looked for once more: further files are in reach then.
   */
  readonly #known = new Map<string, { readonly answer: Answering | undefined; readonly depth: number }>();
  #behind = 0;

  constructor(read: ReadExports) {
    this.#read = read;
  }

  /** How a function answers that a file of that folder imports; a folder ends with a slash, "" is the importing file's. */
  async answerOf(
    { specifier, name }: ImportedFunction,
    folder: string,
    depth: number,
  ): Promise<Answering | undefined> {
    const file = await this.#fileOf(relative(pathFrom(folder, specifier)), depth);
    if (file === undefined) return undefined;
    const { path, exports } = file;
    const key = `${path} ${name}`;
    const known = this.#known.get(key);
    if (known !== undefined && (known.answer !== undefined || known.depth <= depth)) return known.answer;
    this.#known.set(key, { answer: undefined, depth });
    const own = exports.answering.get(name);
    const answer = own ?? (depth < DEEPEST ? await this.#behindOf(file, name, depth) : undefined);
    this.#known.set(key, { answer, depth });
    return answer;
  }

  async #behindOf({ path, exports }: ReadFile, name: string, depth: number): Promise<Answering | undefined> {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const named = exports.passedOn.find(({ exported }) => exported === name);
    if (named !== undefined) return await this.answerOf(named.imported, folder, depth + 1);
    // `export *` does not pass on the default export.
    if (name === "default") return undefined;
    for (const { exported, imported } of exports.passedOn) {
      if (exported !== null) continue;
      const answer = await this.answerOf({ ...imported, name }, folder, depth + 1);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }

  async #fileOf(meant: string, depth: number): Promise<ReadFile | undefined> {
    if (this.#files.has(meant)) return this.#files.get(meant);
    if (depth > 0 && ++this.#behind > FILES_BEHIND_AT_MOST) return undefined;
    const file = await this.#firstOf(candidates(meant));
    this.#files.set(meant, file);
    return file;
  }

  async #firstOf(paths: readonly string[]): Promise<ReadFile | undefined> {
    for (const path of paths) {
      const exports = await this.#read(path);
      if (exports !== undefined) return { path, exports };
    }
    return undefined;
  }
}

/** Both, the later ones before; the earlier ones themselves where nothing is new in the later. */
export function joined(earlier: Answers, later: Answers): Answers {
  if ([...later].every(([key, answer]) => earlier.get(key) === answer)) return earlier;
  return new Map([...earlier, ...later]);
}

/** As a specifier is written: `./b`. */
function relative(path: string): string {
  if (path === "") return ".";
  return path === ".." || path.startsWith("../") ? path : `./${path}`;
}

import type { Answering, Answers, ImportedFunction } from "../model.ts";
import { candidates } from "./candidates.ts";
import { importKey } from "./imported-functions.ts";

/** How the functions answer that a file exports, by their names. */
export type Exports = ReadonlyMap<string, Answering>;

/** Tells of a file by its path relative to the importing file's folder; undefined where there is none, or it cannot be read. */
export type ReadExports = (relativePath: string) => Promise<Exports | undefined>;

/** A file that imports from more than so many others is told of these only. */
const FILES_AT_MOST = 30;

/** How imported functions answer, by reading the files that they are in, each once. What nobody can tell is left out. */
export async function answersOf(imports: readonly ImportedFunction[], read: ReadExports): Promise<Answers> {
  const answers = new Map<string, Answering>();
  const specifiers = [...new Set(imports.map(({ specifier }) => specifier))].slice(0, FILES_AT_MOST);
  for (const specifier of specifiers) {
    const exported = await firstOf(candidates(specifier), read);
    for (const one of imports) {
      const answer = one.specifier === specifier ? exported?.get(one.name) : undefined;
      if (answer !== undefined) answers.set(importKey(one), answer);
    }
  }
  return answers;
}

async function firstOf(paths: readonly string[], read: ReadExports): Promise<Exports | undefined> {
  for (const one of paths) {
    const exported = await read(one);
    if (exported !== undefined) return exported;
  }
  return undefined;
}

/** Both, the later ones before; the earlier ones themselves where nothing is new in the later. */
export function joined(earlier: Answers, later: Answers): Answers {
  if ([...later].every(([key, answer]) => earlier.get(key) === answer)) return earlier;
  return new Map([...earlier, ...later]);
}

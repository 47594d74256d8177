import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { isSourceFile } from "../../../analysis/components/code-of.ts";
import { isTestFile } from "../../../analysis/source/test-code.ts";
import { isObject } from "../io/is-object.ts";
import { folderAround } from "./workspace-packages.ts";

/** So many files of a project are looked through, none that is longer: more take too long for somebody who waits. */
const FILES_AT_MOST = 2_000;
const CHARACTERS_AT_MOST = 300_000;

/** By folder: files of one project ask again and again. */
const projects = new Map<string, string>();

/**
 * The folder of the project that a file belongs to: the nearest with a `package.json` that somebody installs, runs or publishes by, else the
 * nearest with any, else its own. Those of modules that a framework loads have a name alone, others only say whether files are ES modules.
 */
export function projectAround(file: string): string {
  const folder = path.dirname(file);
  const known = projects.get(folder) ?? projectOf(folder);
  projects.set(folder, known);
  return known;
}

function projectOf(folder: string): string {
  const nearest = folderAround(folder);
  for (let at = nearest; at !== null; at = at === path.dirname(at) ? null : folderAround(path.dirname(at)))
    if (Object.keys(manifestIn(at) ?? {}).some((key) => OF_PROJECT.test(key))) return at;
  return nearest ?? folder;
}

const OF_PROJECT = /^(?:version|private|scripts|main|module|exports|bin|workspaces|\w*ependencies)$/;

/** What a project says that it needs, for whatever. */
export function dependenciesOf(root: string): ReadonlySet<string> {
  const listed = Object.entries(manifestIn(root) ?? {}).filter(([key]) => /ependencies$/.test(key));
  return new Set(listed.flatMap(([, names]) => (isObject(names) ? Object.keys(names) : [])));
}

function manifestIn(folder: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    return isObject(read) ? { ...read } : undefined;
  } catch {
    return undefined;
  }
}

/** Those of a project's own code, each relative to its folder with forward slashes, what lies less deep first. */
export function sourceFilesIn(root: string): readonly string[] {
  const found: string[] = [];
  const folders = [""];
  for (const folder of folders) {
    for (const entry of entriesIn(path.join(root, folder))) {
      const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (entry.name !== "node_modules" && !entry.name.startsWith(".")) folders.push(name);
      } else if (entry.isFile() && isSourceFile(name) && !isTestFile(name)) {
        if (statSync(path.join(root, name)).size <= CHARACTERS_AT_MOST) found.push(name);
        if (found.length >= FILES_AT_MOST) return found;
      }
    }
  }
  return found;
}

/** Characters of a project whose texts are read: more take too long for somebody who waits. */
const CHARACTERS_OF_ALL_AT_MOST = 3_000_000;

/** A file of a project, by its path. */
export interface ProjectText {
  readonly file: string;
  readonly text: string;
}

/** Those of the project that was asked for last: attempts at its functions ask again and again. */
let lastRead: { readonly root: string; readonly texts: readonly ProjectText[] } | undefined;

/** The texts of a project's own code; none of one that has too much. */
export function projectTexts(root: string): readonly ProjectText[] {
  if (lastRead?.root !== root) lastRead = { root, texts: readTexts(root) };
  return lastRead.texts;
}

function readTexts(root: string): readonly ProjectText[] {
  const texts: ProjectText[] = [];
  let characters = 0;
  for (const name of sourceFilesIn(root)) {
    const file = path.join(root, name);
    const text = readFileSync(file, "utf8");
    if ((characters += text.length) > CHARACTERS_OF_ALL_AT_MOST) return [];
    texts.push({ file, text });
  }
  return texts;
}

function entriesIn(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

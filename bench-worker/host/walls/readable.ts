import { existsSync, readdirSync, realpathSync, type Dirent } from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import type { RunRequest } from "../../protocol.ts";

/** What a worker must read: of a run, and of nobody else. */
export type Reading = Pick<RunRequest, "targets" | "workspaceFolder">;

/** Folders that hold a person's things, or everybody's; neither they nor what is above them is given as a whole. */
export interface PrivatePlaces {
  readonly home: string;
  readonly temporary: string;
}

const placesHere = (): PrivatePlaces => ({ home: homedir(), temporary: tmpdir() });

/** Links are followed into so many folders of packages. */
const STORES_AT_MOST = 5_000;
/** More paths than this make a command line that some systems refuse; then what is above linked packages is given. */
const PATHS_AT_MOST = 200;
const CODE = /\.(?:[cm]?[jt]sx?|json|vue|svelte)$/i;

/**
 * The files and folders that loading the targets may need, absolute, none within another: the project that each is
 * in, every `node_modules` above it with the folders that links in it lead to (pnpm's store, workspaces), and the
 * package.json and tsconfig files on the way. Never a home folder as a whole: of a file that lies right there, its
 * neighbours that are code.
 */
export function readableFor({ targets, workspaceFolder }: Reading, places = placesHere()): string[] {
  const readable = new Set<string>();
  const tooWide = tooWideFor(places);
  const add = (file: string): void => {
    readable.add(file);
    readable.add(realPathOf(file));
  };
  const folders = new Set<string>();
  for (const { file, folder, scenario, moduleRoots = [] } of targets) {
    for (const given of moduleRoots) if (!tooWide(given)) add(given);
    if (folder !== undefined && !tooWide(folder)) add(folder);
    folders.add(path.dirname(file));
    if (scenario?.fakesFile !== undefined) folders.add(path.dirname(scenario.fakesFile.file));
    folders.add(path.dirname(realPathOf(file)));
  }
  const packages: string[] = [];
  for (const folder of folders) {
    const project = projectOf(folder, workspaceFolder, tooWide);
    if (project !== null) add(project);
    else for (const file of codeIn(folder)) add(file);
    for (const above of withParents(folder)) {
      add(path.join(above, "package.json"));
      // The permission model takes this for every name that begins so.
      readable.add(path.join(above, "tsconfig*"));
      if (existsSync(path.join(above, "node_modules"))) packages.push(path.join(above, "node_modules"));
    }
  }
  for (const folder of packages) add(folder);
  const stores = new Set(linkedStores(packages, tooWide).flatMap((store) => [store, realPathOf(store)]));
  return withoutNested([...readable, ...fewer([...stores], PATHS_AT_MOST - readable.size, tooWide)]);
}

type IsTooWide = (folder: string) => boolean;

function tooWideFor({ home, temporary }: PrivatePlaces): IsTooWide {
  const kept = [home, temporary].flatMap((place) => [place, realPathOf(place)]);
  return (folder) => kept.some((place) => isWithin(place, folder)) || path.dirname(folder) === folder;
}

/**
 * The repository; where there is none, the wider of the outermost package and the workspace folder; else the folder
 * itself. Null: a file on its own.
 */
function projectOf(folder: string, workspaceFolder: string | null, tooWide: IsTooWide): string | null {
  const around = withParents(folder).filter((above) => !tooWide(above));
  return (
    around.find((above) => existsSync(path.join(above, ".git"))) ??
    around.findLast((above) => above === workspaceFolder || existsSync(path.join(above, "package.json"))) ??
    (tooWide(folder) ? null : folder)
  );
}

/** Everything that the links of these `node_modules` lead to, with the packages that lie beside it, and theirs. */
function linkedStores(packages: readonly string[], tooWide: IsTooWide): string[] {
  const stores = new Set(packages);
  for (const folder of stores) {
    if (stores.size > STORES_AT_MOST) break;
    for (const linked of linksIn(folder)) {
      // A link may lead anywhere: to all of a home folder, to everything, or to what is no package, such as keys.
      if (tooWide(linked) || !existsSync(path.join(linked, "package.json"))) continue;
      const beside = /^.*[\\/]node_modules(?=[\\/])/.exec(linked)?.[0];
      stores.add(beside ?? linked);
      // A workspace's package has packages of its own.
      const own = path.join(linked, "node_modules");
      if (existsSync(own)) stores.add(own);
    }
  }
  return [...stores].slice(new Set(packages).size);
}

/** Where the links of a `node_modules` folder lead to, outside of it. */
function linksIn(folder: string): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory() && entry.name.startsWith("@")) return linksIn(file);
    if (!entry.isSymbolicLink()) return [];
    const real = realPathOf(file);
    return real === file || isWithin(real, folder) ? [] : [real];
  });
}

function codeIn(folder: string): string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isFile() && CODE.test(entry.name))
    .map(({ name }) => path.join(folder, name));
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** The store as a whole where so many of its folders are wanted that they would not fit on a command line. */
function fewer(stores: readonly string[], atMost: number, tooWide: IsTooWide): readonly string[] {
  const distinct = withoutNested(stores);
  if (distinct.length <= atMost) return distinct;
  const wider = [
    ...new Set(distinct.map((file) => (tooWide(path.dirname(file)) ? file : path.dirname(file)))),
  ];
  return wider.every((file) => distinct.includes(file)) ? distinct : fewer(wider, atMost, tooWide);
}

function withoutNested(paths: readonly string[]): string[] {
  const distinct = [...new Set(paths)].sort((a, b) => a.length - b.length);
  const kept: string[] = [];
  for (const file of distinct) if (!kept.some((above) => isWithin(file, above))) kept.push(file);
  return kept;
}

/** Whether `file` is `folder` or lies in it. */
function isWithin(file: string, folder: string): boolean {
  return file === folder || file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}

/** A folder and all above it, the innermost first. */
function withParents(folder: string): string[] {
  const above = path.dirname(folder);
  return above === folder ? [folder] : [folder, ...withParents(above)];
}

/** The path without links, as far as it exists. */
export function realPathOf(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    const above = path.dirname(file);
    return above === file ? file : path.join(realPathOf(above), path.basename(file));
  }
}

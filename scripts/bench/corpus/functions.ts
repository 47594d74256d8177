import { cp, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { glob } from "tinyglobby";
import { analyze } from "../../../analysis/analyze.ts";
import { wantedIoCalls } from "../../../analysis/steering/wanted.ts";
import { languageOfFile } from "../../../analysis/language.ts";
import type { TargetSource } from "../../../bench-worker/protocol.ts";
import { benchCache, installPackage } from "../install-package.ts";
import { nameOf, type CorpusPackage } from "./packages.ts";

/** One asynchronous function of a package. */
export interface CorpusFunction extends Omit<TargetSource, "id"> {
  readonly spec: string;
  /** The package's own folder, opened as a project. */
  readonly folder: string;
  readonly line: number;
  /** Its source waits for an I/O call: calls of its own file's functions that make none are not counted. */
  readonly waits: boolean;
}

const SOURCES = "**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}";
const NO_SOURCES = ["**/*.d.{ts,mts,cts}", "**/*.{test,spec}.*", "**/{test,tests,__tests__}/**"];
/** Larger files were made by tools. */
const CHARACTERS_AT_MOST = 400_000;

/** A function's package, file and line. */
export function placeOf({ spec, folder, file, line }: CorpusFunction): string {
  return `${nameOf(spec)} ${path.relative(folder, file)}:${line}`;
}

/** Every asynchronous function of a package's sources. */
export async function packageFunctions({ spec, sources }: CorpusPackage): Promise<CorpusFunction[]> {
  const folder = await packageFolder(spec);
  const found: CorpusFunction[] = [];
  for (const source of sources) {
    for (const file of await filesOf(path.join(folder, source))) {
      const language = languageOfFile(file);
      const text = await readFile(file, "utf8");
      if (language === undefined || text.length > CHARACTERS_AT_MOST) continue;
      const { functions } = analyze(text, language);
      for (const one of functions) {
        const place = { functionStart: one.range.start, line: one.position.line };
        const waits = wantedIoCalls(functions, one).length > 0;
        found.push({ spec, folder, file, text, language, ...place, waits });
      }
    }
  }
  return found;
}

async function filesOf(place: string): Promise<string[]> {
  if ((await stat(place)).isFile()) return [place];
  const files = await glob(SOURCES, { cwd: place, absolute: true, ignore: NO_SOURCES });
  return files.sort();
}

/** The package as a project of its own, with what it depends on beside it, as somebody who opens it has it. */
async function packageFolder(spec: string): Promise<string> {
  const folder = path.join(benchCache(), "corpus", spec.replaceAll("/", "+"));
  const project = path.join(folder, "project");
  const isThere = await stat(path.join(project, "package.json")).then(
    () => true,
    () => false,
  );
  if (isThere) return project;
  process.stderr.write(`installing ${spec}\n`);
  await installPackage(spec, folder);
  await rm(project, { recursive: true, force: true });
  await cp(path.join(folder, "node_modules", nameOf(spec)), project, { recursive: true });
  return project;
}

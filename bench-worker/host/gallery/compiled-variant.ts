import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import type { TargetSource } from "../../protocol.ts";
import type { Runtime } from "../api.ts";
import { buildInCache, cacheState, withLock } from "../cache.ts";
import { capture } from "../capture.ts";
import { readProcessTimes } from "../process-times.ts";
import { workerEnvironment } from "../worker-environment.ts";
import { cancelled, WorkerFailure } from "../worker-failure.ts";
import type { CatalogueEntry, Compiler } from "./catalogue.ts";
import { libraryName } from "./installed.ts";

/** Goes into `ready.json`: what was compiled by another recipe is compiled anew. */
const RECIPE = 1;
/** The first Node that reads the gallery's files as they are written. */
const READS_ECMASCRIPT_2015 = 6;
const COMPILING_AT_MOST_MILLISECONDS = 60_000;
/** What a variant's file requires of the gallery. */
const REQUIRED_FOLDERS = ["data-layer", "runners"];

/** What is to be compiled before an engine can run a variant. */
export interface Compilation {
  /** Null where the file itself needs none. */
  readonly compiler: Compiler | null;
  /** All that no compiler of its own makes: the engine reads ECMAScript 5 only. */
  readonly toEs5: boolean;
}

/** What compiles, and where from. */
export interface CompilerRoots {
  /** The folder of the gallery that came with the worker. Its `compilers/compile.js` runs without walls: no other may. */
  readonly gallery: string;
  /** The `node_modules` with the variant's own compiler, or its library. */
  readonly own: string | null;
  /** The `node_modules` with Babel. */
  readonly es5: string | null;
}

/** What must be compiled for an engine; null where it runs the variant's file as it is. */
export function compilationOf(
  { compiler }: Pick<CatalogueEntry, "compiler">,
  { name, version }: Pick<Runtime, "name" | "version">,
): Compilation | null {
  const toEs5 =
    name === "node" && version !== undefined && Number.parseInt(version, 10) < READS_ECMASCRIPT_2015;
  return compiler === undefined && !toEs5 ? null : { compiler: compiler ?? null, toEs5 };
}

/**
 * A variant as it runs: its text is compiled, in a process of its own, into a folder of the cache that has its own copy of
 * the data layer; what was compiled once is taken from there. Libraries are found as before. What somebody wrote stays
 * with the target, and analysis reads that.
 *
 * @param folder where the gallery's libraries are installed; compiled variants go beside them.
 * @throws {WorkerFailure} of the kind `not-compiled` when the compiler or the file system fails.
 */
export async function asCompiled(
  target: TargetSource,
  entry: CatalogueEntry,
  compilation: Compilation,
  roots: CompilerRoots,
  folder: string,
  signal: AbortSignal,
): Promise<TargetSource> {
  try {
    return await fromCache(target, entry, compilation, roots, folder, signal);
  } catch (error) {
    if (error instanceof WorkerFailure) throw error;
    if (signal.aborted) throw cancelled();
    // Of the file system: a cache folder that cannot be written, a file of the gallery that is not there.
    throw new WorkerFailure(
      "not-compiled",
      `${entry.system} could not be compiled: ${error instanceof Error ? error.message : String(error)}.`,
      `Check that ${folder} can be written, and install Async Cost again where a file of its gallery is missing.`,
    );
  }
}

/** As {@link asCompiled}, which gives errors of the file system their words. */
async function fromCache(
  target: TargetSource,
  entry: CatalogueEntry,
  compilation: Compilation,
  roots: CompilerRoots,
  folder: string,
  signal: AbortSignal,
): Promise<TargetSource> {
  const { gallery } = roots;
  const key = await hashOf(gallery, [target.text, JSON.stringify([entry.library, compilation])]);
  const own = path.join(folder, "compiled", `${entry.name}-${key}`);
  const file = path.join(own, `${entry.name}.js`);
  await withLock(
    `${own}.lock`,
    async () => {
      if ((await cacheState(own, RECIPE)) === "ready") return;
      await buildInCache(own, RECIPE, (building) =>
        compileInto(building, own, target, entry, compilation, roots, signal),
      );
    },
    { onWait: () => undefined, signal },
  );
  const { functionStart, text: writtenText } = target;
  return {
    ...target,
    file,
    text: await readFile(file, "utf8"),
    language: "js",
    written: { text: writtenText, functionStart },
    ...(roots.own === null ? {} : { moduleRoots: [roots.own] }),
  };
}

/** Tells whether anything has changed of what is compiled, of what compiles it, or of what is copied. */
async function hashOf(gallery: string, parts: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part}\0`);
  for (const folder of [...REQUIRED_FOLDERS, "compilers"]) {
    const names = (await readdir(path.join(gallery, folder))).sort();
    for (const name of names)
      hash.update(`${name}\0`).update(await readFile(path.join(gallery, folder, name)));
  }
  return hash.digest("hex").slice(0, 16);
}

const answerSchema = v.object({ error: v.nullable(v.string()) });

async function compileInto(
  building: string,
  final: string,
  target: TargetSource,
  { name, system, library, dataLayer, file: entryFile }: CatalogueEntry,
  { compiler, toEs5 }: Compilation,
  { gallery, ...roots }: CompilerRoots,
  signal: AbortSignal,
): Promise<void> {
  // Beside what is made of it, under the same name, where another ending tells them apart.
  const ending = path.extname(entryFile);
  const source = ending === ".js" ? path.join("written", entryFile) : `${name}${ending}`;
  await mkdir(path.dirname(path.join(building, source)), { recursive: true });
  await writeFile(path.join(building, source), target.text);
  const files = [{ by: compiler ?? "es5", from: source, to: `${name}.js` }];
  for (const folder of REQUIRED_FOLDERS) {
    await cp(path.join(gallery, folder), path.join(building, folder), { recursive: true });
    for (const one of await readdir(path.join(gallery, folder))) {
      const file = path.join(folder, one);
      const { name: base, ext } = path.parse(one);
      if (compiler !== null && ext === ending && ext !== ".js") {
        files.push({ by: compiler, from: file, to: path.join(folder, `${base}.js`) });
      } else if (toEs5 && (folder !== "data-layer" || [dataLayer, "create", "io"].includes(base))) {
        files.push({ by: "es5", from: file, to: file });
      }
    }
  }
  // What keeps the syntax that it was given.
  if (toEs5 && compiler?.startsWith("streamline") === true) {
    files.push({ by: "es5", from: `${name}.js`, to: `${name}.js` });
  }
  const request = { building, final, roots, files };
  const answer = await capture(
    process.execPath,
    [path.join(gallery, "compilers", "compile.js"), JSON.stringify(request)],
    {
      environment: workerEnvironment(process.env, building, { ELECTRON_RUN_AS_NODE: "1" }),
      timeLimitMilliseconds: COMPILING_AT_MOST_MILLISECONDS,
      processTimes: readProcessTimes,
      signal,
    },
  );
  const why = answer.error ?? errorOf(answer.stdout);
  if (why === null) return;
  if (signal.aborted) throw cancelled();
  const by = toEs5 && compiler === null ? "Babel" : libraryName(library!);
  throw new WorkerFailure(
    "not-compiled",
    `${system} could not be compiled by ${by}: ${why}.`,
    "Mend the variant's file; where you have not changed it, install its library anew.",
  );
}

function errorOf(stdout: string): string | null {
  try {
    return v.parse(answerSchema, JSON.parse(stdout)).error;
  } catch {
    return "it ended without an answer";
  }
}

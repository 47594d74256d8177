import path from "node:path";
import type { TargetSource } from "../../protocol.ts";
import { WorkerFailure } from "../worker-failure.ts";
import type { WorkerJob } from "../worker-process.ts";
import type { CatalogueEntry, ChainEntry } from "./catalogue.ts";
import { asCompiled, compilationOf } from "./compiled-variant.ts";
import {
  es5Compiler,
  findLibrary,
  isCompiled,
  isInProject,
  isShipped,
  librariesFolder,
  libraryName,
  shippedGallery,
  variantOf,
  type VariantFound,
} from "./installed.ts";
import { runsOn, whyNotOn } from "./runs-on.ts";

/**
 * The job with the way to the libraries of those targets that are variants of the gallery that came with the worker, and
 * with what a compiler makes of those that the runtime does not run as they are written. Other targets stay as they are:
 * nobody's program finds a package that its own folder does not have, and nobody's catalogue starts a compiler.
 *
 * @throws {WorkerFailure} when a library is missing, a variant does not work on the runtime, its compiler fails, or it
 * is one of another gallery and needs what only this one gets; the hint says what to do.
 */
export async function withLibraries(
  job: WorkerJob,
  folder: string = librariesFolder(),
  signal: AbortSignal = new AbortController().signal,
): Promise<WorkerJob> {
  const targets: TargetSource[] = [];
  // One after the other: a gallery that is compiled for the first time would start thirty processes at once.
  for (const target of job.request.targets) {
    targets.push(await withLibrary(target, job, folder, signal));
  }
  return { ...job, request: { ...job.request, targets } };
}

async function withLibrary(
  target: TargetSource,
  { runtime, workerFile }: Pick<WorkerJob, "runtime" | "workerFile">,
  folder: string,
  signal: AbortSignal,
): Promise<TargetSource> {
  const found = await variantOf(target.file, target.variant);
  if (found === null) return target;
  if (!isShipped(found.gallery, workerFile)) return ofAnotherGallery(target, found);
  const gallery = shippedGallery(workerFile);
  const variant = found.entry;
  if ("runtime" in variant && !runsOn(variant, runtime)) {
    const { reason, hint } = whyNotOn(variant, runtime);
    throw new WorkerFailure("wrong-runtime", reason, hint);
  }
  const own = await presenceFor(variant, gallery, folder);
  const isElsewhere = own?.kind === "cache" && target.moduleRoots === undefined;
  const rooted = isElsewhere ? { ...target, moduleRoots: [own.moduleRoot] } : target;
  const compilation = "runtime" in variant ? compilationOf(variant, runtime) : null;
  if (compilation === null || !("runtime" in variant)) return rooted;
  const compiler = compilation.toEs5 ? await es5Compiler(gallery) : null;
  const es5 = compiler === null ? null : await presenceFor(compiler, gallery, folder);
  const roots = { own: own?.moduleRoot ?? null, es5: es5?.moduleRoot ?? null };
  return asCompiled(rooted, variant, compilation, { gallery, ...roots }, folder, signal);
}

/**
 * A file that a catalogue names which came with a project, and not with us: it is measured like any other, with what
 * packages its own folder finds.
 *
 * @throws {WorkerFailure} where that would be something else than the variant, without its library or not compiled.
 */
async function ofAnotherGallery(
  target: TargetSource,
  { entry, gallery }: VariantFound,
): Promise<TargetSource> {
  const { library, system } = entry;
  const needs = isCompiled(entry)
    ? "must be compiled"
    : library === null || target.moduleRoots !== undefined || (await isInProject(library, gallery))
      ? null
      : `needs ${libraryName(library)}, which is not in its project's node_modules`;
  if (needs === null) return target;
  throw new WorkerFailure(
    "not-installed",
    `${system} ${needs}, and ${path.basename(target.file)} is not in the gallery that came with Async Cost: only there are compilers run, and libraries taken from the cache folder.`,
    isCompiled(entry)
      ? "Measure the variant in the gallery itself, or what its compiler makes of this file."
      : "Measure the variant in the gallery itself, or install the library in the project.",
  );
}

/** Where the library of an entry is; null for none. @throws {WorkerFailure} where it is missing. */
async function presenceFor(
  { name, system, library }: Pick<CatalogueEntry | ChainEntry, "name" | "system" | "library">,
  gallery: string,
  folder: string,
): Promise<{ readonly kind: "project" | "cache"; readonly moduleRoot: string } | null> {
  if (library === null) return null;
  const presence = await findLibrary(library, gallery, folder);
  if (presence.kind !== "missing") return presence;
  throw new WorkerFailure(
    "not-installed",
    `${system} needs ${libraryName(library)}, which is not installed.`,
    `Install it: async-cost variants install ${name}`,
  );
}

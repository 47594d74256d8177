import path from "node:path";
import type { TargetSource } from "../../protocol.ts";
import type { Runtime } from "../api.ts";
import { WorkerFailure } from "../worker-failure.ts";
import type { WorkerJob } from "../worker-process.ts";
import type { CatalogueEntry, ChainEntry } from "./catalogue.ts";
import { asCompiled, compilationOf } from "./compiled-variant.ts";
import { es5Compiler, findLibrary, librariesFolder, libraryName, variantOf } from "./installed.ts";
import { runsOn, whyNotOn } from "./runs-on.ts";

/**
 * The job with the way to the libraries of those targets that are variants of a gallery, and with what a compiler makes
 * of those that the runtime does not run as they are written. Other targets stay as they are: nobody's program finds a
 * package that its own folder does not have.
 *
 * @throws {WorkerFailure} when a library is missing, a variant does not work on the runtime, or its compiler fails; the
 * hint says what to do.
 */
export async function withLibraries(
  job: WorkerJob,
  folder: string = librariesFolder(),
  signal: AbortSignal = new AbortController().signal,
): Promise<WorkerJob> {
  const targets: TargetSource[] = [];
  // One after the other: a gallery that is compiled for the first time would start thirty processes at once.
  for (const target of job.request.targets) {
    targets.push(await withLibrary(target, job.runtime, folder, signal));
  }
  return { ...job, request: { ...job.request, targets } };
}

async function withLibrary(
  target: TargetSource,
  runtime: Runtime,
  folder: string,
  signal: AbortSignal,
): Promise<TargetSource> {
  const variant = await variantOf(target.file, target.variant);
  if (variant === null) return target;
  if ("runtime" in variant && !runsOn(variant, runtime)) {
    const { reason, hint } = whyNotOn(variant, runtime);
    throw new WorkerFailure("wrong-runtime", reason, hint);
  }
  const own = await presenceFor(variant, target.file, folder);
  const isElsewhere = own?.kind === "cache" && target.moduleRoots === undefined;
  const found = isElsewhere ? { ...target, moduleRoots: [own.moduleRoot] } : target;
  const compilation = "runtime" in variant ? compilationOf(variant, runtime) : null;
  if (compilation === null || !("runtime" in variant)) return found;
  const compiler = compilation.toEs5 ? await es5Compiler(target.file) : null;
  const es5 = compiler === null ? null : await presenceFor(compiler, target.file, folder);
  const roots = { own: own?.moduleRoot ?? null, es5: es5?.moduleRoot ?? null };
  return asCompiled(found, variant, compilation, roots, folder, signal);
}

/** Where the library of an entry is; null for none. @throws {WorkerFailure} where it is missing. */
async function presenceFor(
  { name, system, library }: Pick<CatalogueEntry | ChainEntry, "name" | "system" | "library">,
  file: string,
  folder: string,
): Promise<{ readonly kind: "project" | "cache"; readonly moduleRoot: string } | null> {
  if (library === null) return null;
  const presence = await findLibrary(library, path.dirname(file), folder);
  if (presence.kind !== "missing") return presence;
  throw new WorkerFailure(
    "not-installed",
    `${system} needs ${libraryName(library)}, which is not installed.`,
    `Install it: async-cost variants install ${name}`,
  );
}

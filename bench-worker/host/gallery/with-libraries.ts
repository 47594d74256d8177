import path from "node:path";
import type { TargetSource } from "../../protocol.ts";
import { WorkerFailure } from "../worker-failure.ts";
import type { WorkerJob } from "../worker-process.ts";
import { findLibrary, libraryName, variantOf } from "./installed.ts";

/**
 * The job with the way to the libraries of those targets that are variants of a gallery. Other targets stay as they
 * are: nobody's program finds a package that its own folder does not have.
 *
 * @throws {WorkerFailure} when a library is missing; the hint says how to get it.
 */
export async function withLibraries(job: WorkerJob, folder?: string): Promise<WorkerJob> {
  const targets = await Promise.all(job.request.targets.map((target) => withLibrary(target, folder)));
  return { ...job, request: { ...job.request, targets } };
}

async function withLibrary(target: TargetSource, folder?: string): Promise<TargetSource> {
  // Who knows the version has said where it is.
  if (target.moduleRoots !== undefined) return target;
  const variant = await variantOf(target.file);
  if (variant === null || variant.library === null) return target;
  const presence = await findLibrary(variant.library, path.dirname(target.file), folder);
  if (presence.kind === "missing") {
    throw new WorkerFailure(
      "not-installed",
      `${variant.system} needs ${libraryName(variant.library)}, which is not installed.`,
      `Install it: async-cost variants install ${variant.name}`,
    );
  }
  return presence.kind === "cache" ? { ...target, moduleRoots: [presence.moduleRoot] } : target;
}

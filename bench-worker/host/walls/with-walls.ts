import { statSync } from "node:fs";
import path from "node:path";
import type { Runtime } from "../api.ts";
import type { WorkerJob } from "../worker-process.ts";
import { permissionFlag } from "./permission-flag.ts";
import { readableFor, realPathOf } from "./readable.ts";

/** What is asked of the machine, once for all processes of a benchmark. */
export interface WallServices {
  readonly permissionFlag: (runtime: Runtime) => Promise<string | null>;
  readonly readableFor: typeof readableFor;
}

/**
 * The real ones. They keep what they were told: of a runtime until its file is another, unless it has no such model or did
 * not answer, and of a project for as long as a benchmark takes.
 */
export function wallServices(ask: typeof permissionFlag = permissionFlag): WallServices {
  const flags = new Map<string, Promise<string | null>>();
  const readable = new Map<string, { until: number; paths: string[] }>();
  return {
    permissionFlag: async (runtime) => {
      const key = `${runtime.path} ${statSync(runtime.path, { throwIfNoEntry: false })?.mtimeMs}`;
      const known = flags.get(key) ?? ask(runtime);
      flags.set(key, known);
      try {
        const flag = await known;
        // To ask again is over soon.
        if (flag === null) flags.delete(key);
        return flag;
      } catch (error) {
        flags.delete(key);
        throw error;
      }
    },
    readableFor: (reading) => {
      const { targets, workspaceFolder } = reading;
      const of = targets.map(({ file, folder, scenario, moduleRoots }) => [
        file,
        folder,
        scenario?.fakesFile?.file,
        moduleRoots,
      ]);
      const key = JSON.stringify([of, workspaceFolder]);
      const now = performance.now();
      for (const [other, { until }] of readable) if (until < now) readable.delete(other);
      const paths = readable.get(key)?.paths ?? readableFor(reading);
      readable.set(key, { until: now + KEPT_MILLISECONDS, paths });
      return paths;
    },
  };
}

const KEPT_MILLISECONDS = 10_000;

/**
 * The job behind the runtime's own permission model, where it has one: below the fakes it then refuses to read what
 * the targets' project does not need, to write anything, to start processes and threads, to load native add-ons, and
 * from Node 25 on to use the network. The worker says in its `ready` what is refused.
 */
export async function withWalls(job: WorkerJob, services: WallServices): Promise<WorkerJob> {
  const flag = await services.permissionFlag(job.runtime);
  if (flag === null) return job;
  // Node looks where links on the way to its main file lead, and may not look at them.
  const workerFile = realPathOf(job.workerFile);
  const compiled = job.compiledFile === undefined ? [] : [job.compiledFile];
  const paths = new Set([path.dirname(workerFile), ...compiled, ...services.readableFor(job.request)]);
  // Nobody sees warnings of the runtime but in what a crashed process said last: there they hide the cause.
  const flags = [flag, "--no-warnings", ...[...paths].map((file) => `--allow-fs-read=${file}`)];
  return { ...job, workerFile, flags: [...flags, ...job.flags] };
}

/** What Deno takes for leave to read everything, which is given where it cannot be told apart. */
const READS_ALL = "--allow-read";

/**
 * The job behind Deno's permissions, by which it starts nothing, connects to nothing and writes nothing as it is:
 * it may read what the targets' project needs. It takes a list of paths apart at its commas, whatever stands before them.
 */
export function withDenoWalls(job: WorkerJob, { readableFor }: Pick<WallServices, "readableFor">): WorkerJob {
  if (job.runtime.name !== "deno") return job;
  const { workerFile } = job;
  const folders = [path.dirname(workerFile), path.dirname(realPathOf(workerFile))];
  const paths = [...new Set([...folders, ...readableFor(job.request).map(withoutPattern)])];
  if (paths.some((file) => file.includes(","))) return job;
  const reads = `${READS_ALL}=${paths.join(",")}`;
  return { ...job, flags: job.flags.map((flag) => (flag === READS_ALL ? reads : flag)) };
}

/** Deno has no leave for all names that begin alike. */
function withoutPattern(file: string): string {
  return file.endsWith("*") ? `${file.slice(0, -1)}.json` : file;
}

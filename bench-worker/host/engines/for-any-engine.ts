import path from "node:path";
import { analyzeFor } from "../../../analysis/analyze.ts";
import type { TargetEntry, TargetSource } from "../../protocol.ts";
import { withTicks } from "../../ticks.ts";
import type { WorkerJob } from "../worker-process.ts";
import { anyEngineFlags } from "./engine-flags.ts";

/** Of the bundle of the worker for any engine, beside the other's. */
const ANY_ENGINE_WORKER = "worker-any-engine.cjs";

/**
 * The job for the worker that is compiled for any engine, which gets what analysis says of each target, as it cannot
 * read source itself. Older Nodes, Bun and Deno run no other; today's Node does it too, so that engines can be measured
 * by the same worker.
 */
export function forAnyEngine(job: WorkerJob): WorkerJob {
  const { request, runtime } = job;
  return {
    ...job,
    workerFile: path.join(path.dirname(job.workerFile), ANY_ENGINE_WORKER),
    flags: [
      ...anyEngineFlags(request.measure, runtime),
      ...(runtime.name === "node"
        ? job.flags.filter((flag) => flag.startsWith("--max-old-space-size="))
        : []),
    ],
    request: {
      ...request,
      targets: request.targets
        .map(withEntry)
        .map((target) =>
          request.watchMilliseconds === undefined ? target : { ...target, text: withTicks(target.text) },
        ),
    },
  };
}

function withEntry(target: TargetSource): TargetSource {
  const { text, functionStart } = target.written ?? target;
  const found = analyzeFor(text, target.language, functionStart).functions.find(
    ({ range }) => range.start === functionStart,
  );
  if (found === undefined) return target;
  const { name, unreachable, completion, parameters, ioCalls } = found;
  // A compiler may have taken the function's name out of the reach of its module; what is exported stays so.
  const reach = target.written === undefined ? found.reach : { expression: "module.exports", receiver: null };
  const entry: TargetEntry = {
    name,
    reach,
    ...(unreachable === undefined ? {} : { unreachable }),
    completion,
    parameters: parameters.map((parameter) => ({ ...parameter })),
    ioLines: ioCalls.map(({ position }) => position.line).sort((a, b) => a - b),
  };
  return { ...target, entry };
}

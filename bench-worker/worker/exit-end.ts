import { ENDS_PROCESS } from "../deciding.ts";
import { ExitSignal } from "./fakes/process.ts";
import { firstFrameIn, stackOf } from "./io/call-site.ts";
import type { IoCore } from "./io/io-core.ts";
import type { LoadedTarget } from "./load/load-target.ts";

/** The end of a call that ends its process: what would come behind it never runs. */
export const exitEnd = {
  isOwn: (error: unknown): boolean => error instanceof ExitSignal,

  /** Has the result say that the call is taken to end there. */
  tell: (core: IoCore, error: unknown, { source }: Pick<LoadedTarget, "source">): void => {
    const line = firstFrameIn(stackOf(error), source.file)?.line;
    core.incidents.add(`It ends the process${line === undefined ? "" : ` at line ${line}`}: ${ENDS_PROCESS}`);
    core.exit = null;
  },
} as const;

/** Whether an error is of a call by which a target's own function ends the process, and ends it well. */
export function endsProcess(error: unknown, { source, asyncFunction }: LoadedTarget): boolean {
  if (!(error instanceof ExitSignal) || !error.endsWell) return false;
  const line = firstFrameIn(stackOf(error), source.file)?.line;
  return line !== undefined && asyncFunction.position.line <= line && line <= asyncFunction.endLine;
}

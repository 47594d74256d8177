import type { IoCall } from "../../analysis/model.ts";
import { alwaysDoneIn, MODULE } from "./program/always-done.ts";
import { ENDS_PROCESS } from "../deciding.ts";
import type { TargetSource } from "../protocol.ts";
import { ExitSignal } from "./fakes/process.ts";
import { firstFrameIn, framesOf, stackOf } from "./io/call-site.ts";
import type { IoCore } from "./io/io-core.ts";
import { isHarness } from "./io/own-frames.ts";
import type { LoadedTarget } from "./load/load-target.ts";
import { isOfProject } from "./load/package-name.ts";
import { sourceTextOf } from "./load/source-text.ts";

/** The end of a call that ends its process: what would come behind it never runs. */
export const exitEnd = {
  isOwn: (error: unknown): boolean => error instanceof ExitSignal,

  /** Has the result say that the call is taken to end there. */
  tell: (core: IoCore, error: unknown, { source }: Pick<LoadedTarget, "source">): void => {
    // The first: `try { process.exit(0) } catch { process.exit(1) }` would have ended by it.
    const line = firstFrameIn(stackOf(core.exit ?? error), source.file)?.line;
    core.incidents.add(`It ends the process${line === undefined ? "" : ` at line ${line}`}: ${ENDS_PROCESS}`);
    core.exit = null;
  },
} as const;

/**
 * Whether an error ends the process in each call of a target, or each time its module loads: no condition on the way from there to
 * the exit could be otherwise on other values.
 */
export function alwaysExits(error: unknown, source: TargetSource, isLoading: boolean): boolean {
  if (!(error instanceof ExitSignal)) return false;
  const textOf = sourceTextOf(source);
  for (const { file, line, column } of framesOf(stackOf(error))) {
    if (isHarness(file)) continue;
    const text = isOfProject(file, source.file) ? textOf(file) : null;
    const doneIn = text === null ? undefined : alwaysDoneIn(text, file, line, column);
    if (doneIn === undefined) return false;
    if (file === source.file && doneIn === (isLoading ? MODULE : source.functionStart)) return true;
  }
  return false;
}

/**
 * Whether the source has I/O calls behind the exit of an error: an exit in front of them is more likely that of a guard, as
 * `if (!config) process.exit()`.
 */
export function isInFrontOf(error: unknown, ioCalls: readonly IoCall[], file: string): boolean {
  const frame = firstFrameIn(stackOf(error), file);
  if (frame === null) return false;
  const { line, column } = frame;
  return ioCalls.some(
    ({ position }) => position.line > line || (position.line === line && position.column > column),
  );
}

/** Whether an error is of a call by which a target's own function ends the process, and ends it well. */
export function endsProcess(error: unknown, { source, asyncFunction }: LoadedTarget): boolean {
  if (!(error instanceof ExitSignal) || !error.endsWell) return false;
  const line = firstFrameIn(stackOf(error), source.file)?.line;
  return line !== undefined && asyncFunction.position.line <= line && line <= asyncFunction.endLine;
}

import type { TargetSource } from "../protocol.ts";
import { callOnce, once } from "./call/caller.ts";
import type { CallRunner, StartCall } from "./call/run-calls.ts";
import { explainCall } from "./explain-call.ts";
import { defineFreeName, FREE_NAMES_AT_MOST } from "./fakes/free-names.ts";
import { stackOf } from "./io/call-site.ts";
import type { IoCore } from "./io/io-core.ts";
import { loadTarget, type LoadedTarget, type LoadServices } from "./load/load-target.ts";
import { packageOfStack } from "./load/package-name.ts";
import { CallFailed, type Contestant } from "./measure/contestant.ts";
import { recordCall, type RecordedOperation, type Recording } from "./measure/record.ts";

/**
 * Loads a target and calls it once on fakes, watched. A package through which it reaches for what is blocked is
 * replaced by a fake, a name that nobody defines by another, and the call is tried again; where the values that were
 * made up do not do, once more with more of them.
 *
 * @throws {Unmeasurable} when no attempt comes to a good end.
 */
export async function prepare(
  source: TargetSource,
  services: LoadServices,
  runner: CallRunner,
): Promise<Contestant> {
  const { core } = services;
  const replaced = new Set<string>();
  let isGenerous = false;
  let firstError: unknown;
  for (;;) {
    core.forget();
    const target = await loadTarget(source, services, { replaced, isGenerous });
    try {
      const recording = await tryCall(target, core, runner);
      // What it costs to keep contexts is borne by those who ask for it.
      const { keepsContext } = core;
      const start: StartCall = (settled) => {
        core.keepsContext = keepsContext;
        callOnce(target.callable, recording.settledAgain ? once(settled) : settled);
      };
      return { target, recording, start, keepsContext };
    } catch (error) {
      firstError ??= error;
      const culprit = core.blocked === null ? null : packageOfStack(stackOf(core.blocked));
      if (culprit !== null && !replaced.has(culprit)) {
        replaced.add(culprit);
        firstError = undefined;
      } else if (!isGenerous && core.exit === null) isGenerous = true;
      else throw firstError;
    }
  }
}

async function tryCall(target: LoadedTarget, core: IoCore, runner: CallRunner): Promise<Recording> {
  for (let attempt = 0; ; attempt++) {
    const operations: RecordedOperation[] = [];
    try {
      const recording = await recordCall(target, core, runner, operations);
      const { failure } = recording;
      const freeName = attempt < FREE_NAMES_AT_MOST ? defineFreeName(failure?.error, target.fakes) : null;
      if (freeName !== null) {
        core.note({ expression: freeName, kind: "sync", from: "inferred" });
        continue;
      }
      if (failure !== null || core.exit !== null || core.blocked !== null) {
        throw new CallFailed(failure?.error, 1);
      }
      return recording;
    } catch (error) {
      throw explainCall(error, target, core, operations.at(-1));
    }
  }
}

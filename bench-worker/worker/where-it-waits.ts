import type { TargetSource } from "../protocol.ts";
import { Unsettled, type CallRunner } from "./call/run-calls.ts";
import type { LoadServices } from "./load/load-services.ts";
import { loadTarget } from "./load/load-target.ts";
import { reachWatch } from "./load/reach-watch.ts";
import { recordCall } from "./measure/record.ts";

/**
 * Calls a function once more, as it is written, whose call was left waiting: the line of its text that ran last. Null where it settles
 * this time, or none of its lines tells.
 */
export async function whereItWaits(
  source: TargetSource,
  services: LoadServices,
  runner: CallRunner,
): Promise<number | null> {
  const { core, analyze } = services;
  const { functions } = analyze(source.text, source.language);
  const found = functions.find(({ range }) => range.start === source.functionStart);
  if (found === undefined) return null;
  const first = found.position.line;
  const lines = Array.from({ length: found.endLine - first + 1 }, (_, at) => first + at);
  const watched = { calls: [], returns: new Set<number>(), lines: { first, last: found.endLine, lines } };
  const end = { isLeft: false };
  const heard = await reachWatch.during(source.file, watched, async () => {
    core.forget();
    try {
      const target = await loadTarget(source, services);
      await reachWatch.listen(() => recordCall(target, core, runner));
    } catch (error) {
      end.isLeft = error instanceof Unsettled;
    }
    await runner.settleDown();
  });
  return end.isLeft ? heard.lastRun : null;
}

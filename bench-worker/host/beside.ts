import type { Ended, Step } from "./step.ts";

/** A process that ran beside another. */
export interface Beside {
  readonly step: Step;
  readonly ended: Promise<Ended>;
}

/**
 * Runs what there is beside processes that are `running` until these have ended, and gives those that came to their end.
 *
 * @param next Gives what is to run; null where nothing is wanted any more.
 * @param run Runs one process.
 */
export async function runBeside(
  next: () => Step | null,
  running: readonly Promise<unknown>[],
  run: (step: Step) => Promise<Ended>,
): Promise<Beside[]> {
  const all: Beside[] = [];
  const others = { haveEnded: false };
  void Promise.allSettled(running).then(() => {
    others.haveEnded = true;
  });
  for (let step = next(); step !== null; step = others.haveEnded ? null : next()) {
    const ended = run(step);
    all.push({ step, ended });
    // Who fails once fails again.
    if (all.length >= BESIDE_AT_MOST || !(await endsWell(ended))) break;
  }
  return all;
}

/** More processes than this do not run beside one: what hangs shall not have others run for as long. */
const BESIDE_AT_MOST = 8;

/** Whether a process answers, and every target of it with what was measured. */
async function endsWell(process: Promise<Ended>): Promise<boolean> {
  try {
    const { result } = await process;
    return result.targets.every(({ state }) => state === "completed");
  } catch {
    // It is heard with the others.
    return false;
  }
}

import { WRITE_FAKES_COMMAND } from "../../fakes-file/command.ts";
import type { CallRunner, StartCall } from "../call/run-calls.ts";
import { KEPT, SHARED } from "../../part-measured.ts";
import { counted } from "../../quantity.ts";
import type { IoCore } from "../io/io-core.ts";
import { enterLockstep } from "./lockstep.ts";

/** As many as can tell a cache from a branch that is taken at random. */
const CALLS = 20;
/** So many of calls that take long. */
const CALLS_IF_SLOW = 5;
/** A difference of less than half an I/O call, or a tenth of them, is a branch. */
const UNLIKE = { calls: 0.5, share: 0.1 };

/** Of those that are made one after the other. */
const ONE_BY_ONE = 3;

/**
 * A warning where calls after the first, which the counters are of, make another number of I/O calls; null where they make
 * as many, or fail. Where they make fewer one after the other, too, the function keeps what it has got; where they do so only
 * in flight together, they share an answer or end each other.
 *
 * Where calls go on after they have settled, as the first did, the counters lack what they begin then.
 *
 * @param counted I/O calls that the first call made until it had settled.
 * @param first I/O calls that it made in all.
 * @param isSlow Whether a call takes so long that fewer are made.
 */
export async function laterCallsWarning(
  core: IoCore,
  runner: CallRunner,
  start: StartCall,
  { counted: shown, first }: { readonly counted: number; readonly first: number },
  isSlow = false,
): Promise<string | null> {
  enterLockstep(core);
  const together = await ioCallsEach(core, runner, start, [isSlow ? CALLS_IF_SLOW : CALLS]);
  if (together === null) return null;
  if (!isUnlike(together, first)) return isUnlike(first, shown) ? goesOnSentence(first, shown) : null;
  const oneByOne = await ioCallsEach(core, runner, start, Array<number>(ONE_BY_ONE).fill(1));
  const made = together === 0 ? "no I/O calls" : `${counted(Number(together.toFixed(1)), "I/O call")} each`;
  if (oneByOne !== null && !isUnlike(oneByOne, first)) {
    return (
      `Calls in flight together made ${made} instead of ${first}, ${SHARED}: time, ` +
      "its floor and memory are of those, the counters of a call alone."
    );
  }
  const numbers = "time, its floor and memory are of later calls, the counters of the first";
  if (together > first) return `Later calls made ${made} instead of ${first}: ${numbers}.`;
  return (
    `Later calls made ${made} instead of ${first}, ${KEPT}: ${numbers}. Where it marks its arguments, these are the same in every ` +
    "call. To learn what a call with its I/O costs, measure the function without what keeps it, or give each call arguments " +
    `of its own in a fakes file: ${WRITE_FAKES_COMMAND}.`
  );
}

function goesOnSentence(first: number, shown: number): string {
  return (
    `A call goes on after it has settled, and makes ${counted(first, "I/O call")} in all instead of ${shown}: time, ` +
    "its floor and memory are of a call that goes on, the counters of what it makes until it has settled."
  );
}

/** I/O calls that each call makes on average, batch after batch; null where one fails. */
async function ioCallsEach(
  core: IoCore,
  runner: CallRunner,
  start: StartCall,
  batches: readonly number[],
): Promise<number | null> {
  const { calls: before } = core;
  let calls = 0;
  for (const batch of batches) {
    const failed = await runner.run(start, batch).then(
      ({ failure }) => failure !== null,
      () => true,
    );
    if (failed) return null;
    calls += batch;
  }
  return (core.calls - before) / calls;
}

/** Whether calls make another number of I/O calls, on average, than the first one: by more than a branch makes. */
export function isUnlike(made: number, first: number): boolean {
  const difference = Math.abs(made - first);
  return difference >= UNLIKE.calls && difference >= UNLIKE.share * first;
}

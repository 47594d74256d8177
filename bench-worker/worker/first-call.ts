import { callOnce, callToFailure, failureOf, once, type Settled } from "./call/caller.ts";
import { heardCallable, keepEnd, type CallEnd } from "./call/call-end.ts";
import { limitedBy, withLimitedTurns } from "./clock/limited-turns.ts";
import { Unsettled, type CallRunner, type StartCall } from "./call/run-calls.ts";
import { exitEnd } from "./exit-end.ts";
import { escapedLate } from "./escaped-late.ts";
import { explainCall, neverSettledTogether } from "./explain-call.ts";
import { defineFreeName, FREE_NAMES_AT_MOST } from "./fakes/free-names.ts";
import { harness } from "./harness/intrinsics.ts";
import type { Endless } from "./harness/time-limit.ts";
import type { IoCore } from "./io/io-core.ts";
import { Unmeasurable } from "./harness/unmeasurable.ts";
import { loadingFailed, type LoadedTarget } from "./load/load-target.ts";
import type { LoadServices } from "./load/load-services.ts";
import { catchWatch } from "./load/catch-watch.ts";
import { reachWatch } from "./load/reach-watch.ts";
import { CallFailed, type Contestant } from "./measure/contestant.ts";
import { recordCall, type RecordedOperation, type Recording } from "./measure/record.ts";
import { thrownBy } from "./blame.ts";

/** A failure that is the end of each call. */
export interface EndingFailure {
  /** Whether an error is that failure. */
  isOwn(error: unknown): boolean;
  /** Has the result say so. */
  tell(core: IoCore, error: unknown, target: LoadedTarget): void;
}

/** Turns of the event loop in which what a module begins as it loads may end: a program runs itself then. */
const TURNS_OF_LOADING = 500;

/** Calls together that must go well after the first. */
const CALLS_AGAIN = 3;

/**
 * Calls a target that was just loaded, watched, and then some times more together.
 *
 * @param ending By what it fails in every call; null for one that comes to another end.
 * @throws {Unmeasurable} when a call comes to no good end.
 */
export async function called(
  target: LoadedTarget,
  { core, onCall, notesStandIns }: LoadServices,
  runner: CallRunner,
  ending: EndingFailure | null = null,
): Promise<Contestant> {
  const { name } = target.asyncFunction;
  const heard = onCall === undefined ? undefined : (line: number | null) => onCall(name, line);
  await settleAfterLoading(target, core, runner);
  heard?.(null);
  const end: CallEnd | null = notesStandIns === true ? { how: null, value: undefined } : null;
  const recording = await tryCall(target, core, runner, { ending, heard, end });
  const late = escapedLate(runner.escaped, target);
  if (late !== null) core.incidents.add(late);
  // What it costs to keep contexts is borne by those who ask for it.
  const { keepsContext } = core;
  const call = recording.failure === null ? callOnce : callToFailure;
  const ends = recording.failure !== null;
  const endsByExit = exitEnd.isOwn(recording.failure?.error);
  const start: StartCall = (settled) => {
    core.keepsContext = keepsContext;
    core.endsByExit = endsByExit;
    const heard: Settled = ends ? forgettingExit(settled, core) : settled;
    call(target.callable, recording.settledAgain ? once(heard) : heard);
  };
  const isWatched = catchWatch.isOn || reachWatch.watches(target.source.file);
  const callsBefore = core.calls;
  const coldMilliseconds = isWatched ? 0 : await callAgain(start, target, core, runner);
  const ioCallsTogether = core.calls - callsBefore;
  const kept = end === null ? {} : { end };
  return { target, recording, start, keepsContext, coldMilliseconds, ioCallsTogether, ...kept };
}

/**
 * Lets what the module has begun while it was loading come to rest: it is not the function's, nor is an end of the process in it.
 *
 * @throws {LoadingFailed} when it does not come back from something that the module has set going.
 */
export async function settleAfterLoading(
  { source }: Pick<LoadedTarget, "source">,
  core: IoCore,
  runner: CallRunner,
): Promise<void> {
  const { clock } = core;
  const ended: Endless[] = [];
  const abandon = (error: Endless): void => {
    error.isFollowing = true;
    ended.push(error);
    clock.clear();
  };
  await withLimitedTurns(clock, limitedBy({ abandon }, core), () => runner.settleDown(TURNS_OF_LOADING));
  if (ended.length > 0) throw loadingFailed(ended[0], source.file);
  core.forgetEnds();
}

/** Of a call that ends by its failure an exit says nothing. */
function forgettingExit(settled: Settled, core: IoCore): Settled {
  return (error, how) => {
    core.exit = null;
    settled(error, how);
  };
}

/** A call came to a good end, and those after it do not, as where one uses up what it is called on. */
export class LaterCallFailed extends Unmeasurable {}

/**
 * Gives milliseconds of CPU time of one call.
 *
 * @throws {LaterCallFailed} when calls after the first fail, as where an instance is used up by it.
 */
export async function callAgain(
  start: StartCall,
  target: LoadedTarget,
  core: IoCore,
  runner: CallRunner,
): Promise<number> {
  const { clock } = core;
  start.prepare?.(CALLS_AGAIN);
  const limited = limitedBy(runner, core);
  const startLimited: StartCall = (settled) => {
    harness.setImmediate(() =>
      limited(() => {
        try {
          start(settled);
        } catch (error) {
          settled(failureOf(error));
        }
      }),
    );
  };
  try {
    const { failure, busyMilliseconds } = await withLimitedTurns(clock, limited, () =>
      runner.run(startLimited, CALLS_AGAIN),
    );
    if (failure !== null) throw new CallFailed(failure.error, failure.calls);
    return busyMilliseconds / CALLS_AGAIN;
  } catch (error) {
    const isAlone =
      isLeftWaiting(error) && (await withLimitedTurns(clock, limited, () => settlesAlone(start, runner)));
    const explained = isAlone
      ? neverSettledTogether(target.asyncFunction.name, CALLS_AGAIN, error.settledCalls)
      : explainCall(error, target, core);
    const { state, message, hint } = explained;
    const why = new LaterCallFailed(state, message, hint);
    why.cause = thrownBy(error);
    throw why;
  }
}

/** Whether nothing is left that calls could go on with, and nothing else went wrong. */
export function isLeftWaiting(error: unknown): error is Unsettled {
  return (
    error instanceof Unsettled &&
    error.isIdle &&
    error.escaped.length === 0 &&
    error.ioCallsEach === undefined
  );
}

/** Whether a call comes to a good end where no other is under way. */
async function settlesAlone(start: StartCall, runner: CallRunner): Promise<boolean> {
  return await runner.run(start, 1).then(
    ({ failure }) => failure === null,
    () => false,
  );
}

/** Whether the call came to none of the I/O calls that its source shows, and the project's own code completed something in it. */
function completesItself({ ownCompletions }: LoadedTarget, { operations, failure }: Recording): boolean {
  const isCounted = ownCompletions === undefined || ownCompletions.counts || !ownCompletions.areThere;
  return !isCounted && operations.length === 0 && failure === null;
}

/** Calls a target whose call tells its end. */
async function withEnd(
  target: LoadedTarget,
  end: CallEnd,
  call: (watched: LoadedTarget) => Promise<Recording>,
): Promise<Recording> {
  end.how = null;
  end.value = undefined;
  const { callable } = target;
  const heard = heardCallable(callable, end, (values) => keepEnd(end, "callback", values));
  return await call({ ...target, callable: heard });
}

async function tryCall(
  target: LoadedTarget,
  core: IoCore,
  runner: CallRunner,
  {
    ending,
    heard,
    end,
  }: {
    readonly ending: EndingFailure | null;
    readonly heard: ((line: number | null) => void) | undefined;
    readonly end: CallEnd | null;
  },
): Promise<Recording> {
  for (let attempt = 0; ; attempt++) {
    const operations: RecordedOperation[] = [];
    try {
      const record = (): Promise<Recording> =>
        end === null
          ? recordCall(target, core, runner, operations, heard)
          : withEnd(target, end, (watched) => recordCall(watched, core, runner, operations, heard));
      const listen = (): Promise<Recording> => catchWatch.listen(() => reachWatch.listen(record));
      let recording = await listen();
      if (completesItself(target, recording) && core.rules.allow("own-completions")) {
        target.ownCompletions!.counts = true;
        recording = await listen();
      }
      const { failure } = recording;
      const freeName = attempt < FREE_NAMES_AT_MOST ? defineFreeName(failure?.error, target.fakes) : null;
      if (freeName !== null) continue;
      const isOwn = failure !== null && ending?.isOwn(failure.error) === true;
      const exits = core.exit !== null && !(isOwn && (ending === exitEnd || failure.error === core.exit));
      const isWrong = exits || core.blocked !== null || core.given?.failure != null;
      const isEnd = failure === null || isOwn;
      if (!isEnd || isWrong) throw new CallFailed(failure?.error, 1);
      if (failure !== null) ending?.tell(core, failure.error, target);
      return recording;
    } catch (error) {
      const why = explainCall(error, target, core, operations.at(-1));
      why.cause ??= core.exit ?? thrownBy(error);
      throw why;
    }
  }
}

import path from "node:path";
import {
  nameOfAnswer,
  namedPlace,
  type RecordedAnswer,
  type RecordedCall,
} from "../../contract/recording.ts";
import {
  IO_AT_MOST,
  VALUES_AT_MOST,
  type Elapsed,
  type PlayedScenario,
  type ScenarioIoCall,
} from "../../contract/played-scenario.ts";
import type { ToReplay } from "../../contract/scenario.ts";
import type { NamedCall } from "../../replay-words.ts";
import type { TargetSource } from "../../protocol.ts";
import { heardCallable, keepEnd, type CallEnd } from "../call/call-end.ts";
import { callOnce, callToFailure, once, type Callable } from "../call/caller.ts";
import { Unsettled, type CallRunner, type StartCall } from "../call/run-calls.ts";
import { enter } from "../fakes-file/enter.ts";
import { callAgain, settleAfterLoading } from "../first-call.ts";
import { GlobalState } from "../harness/global-state.ts";
import { Endless } from "../harness/time-limit.ts";
import { Unmeasurable } from "../harness/unmeasurable.ts";
import { sayThrown } from "../io/call-site.ts";
import type { LoadServices } from "../load/load-services.ts";
import type { Contestant } from "../measure/contestant.ts";
import { reachWatch } from "../load/reach-watch.ts";
import { recordCall, type Recording } from "../measure/record.ts";
import type { Answer, Site } from "./answers.ts";
import { hasGivenData, type GivenParts } from "./given-parts.ts";
import { playByRecordedTimes, type PlayedElapsed } from "./elapsed.ts";
import { loadRecorded, type LoadedRecorded } from "./load-recorded.ts";
import type { Player } from "./player.ts";
import { NotReplayed } from "./not-replayed.ts";
import { differenceInShort } from "./in-short.ts";
import { taggedOf, textIn } from "../../contract/recorded-object.ts";
import { differenceIn } from "./same-value.ts";

/**
 * Loads a target and plays its recorded call once, watched: it is to make the I/O calls that it made when it was recorded, in
 * their order, and to come to the same end. Then some are played together.
 *
 * @param takesGiven What the user gives goes before what was recorded. With that, it may well go another way.
 * @throws {NotReplayed} where it does not; all is as before then.
 */
export async function prepareRecorded(
  source: TargetSource,
  toReplay: ToReplay,
  services: LoadServices,
  runner: CallRunner,
  takesGiven = true,
): Promise<PreparedRecorded> {
  const { keepsOrder } = toReplay;
  // Where other calls come first than they did, because fake I/O takes no longer for one than for the other, they are held to it.
  const orders = keepsOrder === undefined ? [false, true] : [keepsOrder];
  return firstThatPlays(orders, services, runner, (keeps) =>
    played(source, toReplay, services, runner, { keepsOrder: keeps, takesGiven }),
  );
}

/** A recorded call that can be measured. */
export interface PreparedRecorded {
  readonly contestant: Contestant;
  /** What the user gives in the place of what was recorded. */
  readonly given: GivenParts | null;
  /** It makes the I/O calls that were recorded, in their order, whatever they answer. */
  readonly isAsRecorded: boolean;
  /** Its I/O calls are held to complete in the recorded order. */
  readonly keepsOrder: boolean;
  /** What its files call. */
  readonly operations: ReadonlySet<string>;
  /** Plays it once more, by the times that were recorded; null where it goes another way then. */
  readonly elapsed: () => Promise<PlayedElapsed | null>;
}

/**
 * Plays in the orders that are given, until one can be played.
 *
 * @throws {NotReplayed} why the first cannot where none can; all is as before then.
 */
export async function firstThatPlays<T>(
  orders: readonly boolean[],
  { core }: LoadServices,
  runner: CallRunner,
  play: (keepsOrder: boolean) => Promise<T>,
): Promise<T> {
  const state = new GlobalState();
  const begin = (): void => {
    core.forget();
    enter(core, null);
    state.putBack();
  };
  let first: NotReplayed | undefined;
  for (const keepsOrder of orders) {
    begin();
    try {
      return await play(keepsOrder);
    } catch (error) {
      // What it has begun is none of those that follow.
      await runner.settleDown();
      if (!(error instanceof NotReplayed)) throw error;
      first ??= error;
      const mayBeOrder = ["other-calls", "other-outcome", "did-not-end"].includes(error.why.code);
      if (!mayBeOrder) break;
    }
  }
  begin();
  throw first!;
}

async function played(
  source: TargetSource,
  toReplay: ToReplay,
  services: LoadServices,
  runner: CallRunner,
  { keepsOrder, takesGiven }: { readonly keepsOrder: boolean; readonly takesGiven: boolean },
): Promise<PreparedRecorded> {
  const { core } = services;
  const loaded = await loadRecorded(source, toReplay, services, keepsOrder, { takesGiven });
  const { target, player, given } = loaded;
  const { recording, answered, end, escaped } = await playWatched(loaded, toReplay.call, services, runner);
  const isOther = given !== null || hasGivenData(source);
  if (target.fakes.given?.failure) throw target.fakes.given.failure;
  const failed = endedOtherwise(toReplay, end, recording);
  if (!isOther) checkCalls(loaded, answered, recording, source, toReplay, failed);
  const isAsRecorded = !isOther || madeRecordedCalls(loaded, answered);
  if (recording === null) {
    const last = answered.findLast(({ isIo }) => isIo);
    const after = last === undefined ? null : namedCall(last.site, source, toReplay);
    throw new NotReplayed({ code: "did-not-end", after, escaped });
  }
  if (given?.mayFail !== true) checkEnd(toReplay, end, recording, isOther);
  const callIt = recording.failure === null ? callOnce : callToFailure;
  const { keepsContext } = core;
  const start: StartCall = Object.assign(
    (settled: Parameters<StartCall>[0]): void => {
      core.keepsContext = keepsContext;
      callIt(target.callable, recording.settledAgain ? once(settled) : settled);
    },
    { prepare: player.prepare },
  );
  try {
    const alone = player.taken[0]!;
    const coldMilliseconds = await callAgain(start, target, core, runner);
    if (player.taken.some((used) => used.some((times, site) => times !== alone[site])))
      throw new NotReplayed({ code: "other-calls-together" });
    const contestant = { target, recording, start, keepsContext, coldMilliseconds };
    const elapsed = (): Promise<PlayedElapsed | null> =>
      playByRecordedTimes(start, loaded.hooks, answered, core, runner);
    return { contestant, given, isAsRecorded, keepsOrder, operations: loaded.operations, elapsed };
  } catch (error) {
    if (!(error instanceof Unmeasurable)) throw error;
    throw new NotReplayed({ code: "failed-together", said: error.message });
  }
}

/** A call that was played once, watched. */
interface Watched {
  /** Null: it came to no end. */
  readonly recording: Recording | null;
  readonly answered: readonly Answer[];
  readonly end: CallEnd;
  /** What escaped from one that came to no end. */
  readonly escaped?: string | undefined;
}

/** Plays a call once, watched. */
export async function playWatched(
  { target, hooks, player }: LoadedRecorded,
  call: RecordedCall,
  { core, onCall }: LoadServices,
  runner: CallRunner,
): Promise<Watched> {
  const { name } = target.asyncFunction;
  await settleAfterLoading(target, core, runner).catch((error: unknown) => {
    throw new NotReplayed({ code: "not-loaded", said: sayThrown(error) });
  });
  core.forgetEnds();
  onCall?.(name, null);
  const answered: Answer[] = [];
  const end: CallEnd = { how: null, value: undefined };
  hooks.onAnswer = (answer) => void answered.push(answer);
  hooks.begin();
  player.heard = null;
  const watched = { ...target, callable: watchedCallable(target.callable, call, end, player) };
  const heard = onCall === undefined ? undefined : (line: number | null) => onCall(name, line);
  player.prepare(1);
  try {
    const recording = await reachWatch.listen(() => recordCall(watched, core, runner, [], heard));
    noteDenied(end.value ?? recording.failure?.error, core);
    return { recording, answered, end };
  } catch (error) {
    if (!(error instanceof Unsettled) && !(error instanceof Endless)) throw error;
    const [first] = error instanceof Unsettled ? error.escaped : [];
    return { recording: null, answered, end, escaped: first && sayThrown(first.error) };
  } finally {
    hooks.onAnswer = null;
  }
}

/** Notes what the runtime's own wall refused, where that is how a call ended. */
function noteDenied(value: unknown, core: LoadServices["core"]): void {
  const error: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof error !== "object" || error === null) return;
  const { code, permission } = error as { code?: unknown; permission?: unknown };
  if (code === "ERR_ACCESS_DENIED") core.attempts.refused(String(permission));
}

/** The same callable, whose end is kept as it was: with the value that the call gave. */
function watchedCallable(
  callable: Callable,
  call: RecordedCall,
  end: CallEnd,
  player: Pick<Player, "heard" | "callsBackItself" | "ending">,
): Callable {
  const calledBack = (values: readonly unknown[]): void => {
    const [error, value] = values;
    if (call.outcome.how === "callback") keepEnd(end, "callback", player.heard ?? values);
    else if (call.outcome.how === "over") keepEnd(end, "over", player.ending?.given);
    else if (error !== null && error !== undefined) keepEnd(end, "error", error);
    else if (!player.callsBackItself) keepEnd(end, "value", value);
  };
  return heardCallable(callable, end, calledBack, true);
}

function ioIn(answers: readonly Answer[]): readonly Answer[] {
  return answers.filter(({ isIo }) => isIo);
}

/** Those that were recorded, in their order. */
function recordedIo({ sites }: LoadedRecorded): readonly Answer[] {
  return ioIn(sites.flatMap(({ answers }) => answers).sort((a, b) => a.index - b.index));
}

function madeRecordedCalls(loaded: LoadedRecorded, answered: readonly Answer[]): boolean {
  const [expected, made] = [recordedIo(loaded), ioIn(answered)];
  return expected.length === made.length && expected.every(({ index }, at) => index === made[at]!.index);
}

/** @throws {NotReplayed} where the call made other I/O calls than the recorded one, or in another order. */
function checkCalls(
  loaded: LoadedRecorded,
  answered: readonly Answer[],
  recording: Recording | null,
  source: TargetSource,
  toReplay: ToReplay,
  failed: string | undefined,
): void {
  // Of one that came to no end it is compared how far it came.
  const isPart = recording === null;
  const { hooks } = loaded;
  const [expected, made] = [recordedIo(loaded), ioIn(answered)];
  const nameOf = (answer: Answer | undefined): NamedCall | null =>
    answer === undefined ? null : namedCall(answer.site, source, toReplay);
  for (let at = 0; at < (isPart ? made.length : Math.max(expected.length, made.length)); at++) {
    if (expected[at] === made[at]) continue;
    const [other, own] = [nameOf(expected[at]), nameOf(made[at])];
    throw new NotReplayed({ code: "other-calls", recorded: other, played: own, failed });
  }
  if (recording !== null && recording.operations.length < hooks.operations && !isPart) {
    const late = nameOf(made.findLast(({ isTimer }) => isTimer));
    if (late !== null) throw new NotReplayed({ code: "other-calls", recorded: late, played: null });
  }
  if (recording === null || recording.callsInAll <= hooks.operations) return;
  const names = new Set(expected.map(({ recorded: { expression } }) => expression));
  const other = recording.operations.find(({ expression }) => !names.has(expression));
  if (other === undefined) return;
  const played = { expression: other.expression, line: other.line ?? 1 };
  throw new NotReplayed({ code: "other-calls", recorded: null, played });
}

/** What a call failed with that was recorded to end otherwise. */
function endedOtherwise(
  { call: { outcome } }: ToReplay,
  { how, value }: CallEnd,
  recording: Recording | null,
): string | undefined {
  const hasFailed = how === "error" || (how === null && recording !== null && recording.failure !== null);
  return hasFailed && outcome.how !== "error" ? sayThrown(value ?? recording?.failure?.error) : undefined;
}

/** An I/O call, for a sentence about a target. */
export function namedCall(
  { expression, line, file }: Pick<Site, "expression" | "line" | "file">,
  source: TargetSource,
  { root }: ToReplay,
): NamedCall {
  return { expression, line, ...(file === source.file ? {} : { file: path.relative(root, file) }) };
}

/** @throws {NotReplayed} where the call came to another end than the recorded one; with what is for whoever carried it over to know. */
function checkEnd(
  { call: { outcome, answers, redacted = 0 }, version }: ToReplay,
  end: CallEnd,
  recording: Recording,
  hasGiven: boolean,
): void {
  const how = end.how ?? (recording.failure === null ? "value" : "error");
  const comparing = { isRedacted: redacted > 0 };
  const isSameHow = how === outcome.how;
  // What it answered with is what it came to.
  const value = outcome.by === undefined ? outcome.value : answers[outcome.by]?.arguments;
  const difference =
    isSameHow && end.how !== null && value !== undefined && version === undefined && !hasGiven
      ? differenceIn(value, end.value, comparing)
      : null;
  if (isSameHow && difference === null) return;
  throw new NotReplayed({
    code: "other-outcome",
    recorded: sayRecorded(outcome),
    played: sayEnd(how, end.value, recording),
    difference: difference === null || how === "error" ? undefined : differenceInShort(difference),
  });
}

/** How a recorded call ended, for a sentence. */
export function sayRecorded({ how, value }: RecordedCall["outcome"]): string {
  const outer = taggedOf(value);
  const error = outer?.$ === "shared" ? taggedOf(outer["value"]) : outer;
  if (how === "error")
    return error?.$ === "error" ? `${textIn(error, "class")}: ${textIn(error, "message")}` : "an error";
  return endsBy(how);
}

function endsBy(how: CallEnd["how"] | "pending"): string {
  if (how === "over") return "its last I/O call";
  if (how === "event") return "an event of what it gave";
  return how === "callback" ? "a call of its callback" : "a value";
}

/** The same of one that was played. */
export function sayEnd(how: CallEnd["how"], value: unknown, recording: Recording): string {
  if (how === "error") return sayThrown(value ?? recording.failure?.error);
  return endsBy(how);
}

/** What a result says of the recorded call that was played. */
export function scenarioOf({
  call,
  path: pathNumber,
  paths,
  share,
  calls,
  stale,
  version,
}: ToReplay): PlayedScenario {
  const origin = "recorded";
  const { redacted = 0, redactedAt, cut = [] } = call;
  return {
    origin,
    path: pathNumber,
    paths,
    share,
    calls,
    recordedAt: call.recordedAt,
    milliseconds: Math.max(0, call.milliseconds),
    command: call.command,
    stale,
    ...(version === "carried" ? { carried: true } : {}),
    ...(redacted === 0 ? {} : { redacted }),
    ...(redactedAt === undefined ? {} : { redactedAt: redactedAt.slice(0, VALUES_AT_MOST) }),
    ...(cut.length === 0 ? {} : { cut: cut.slice(0, VALUES_AT_MOST) }),
  };
}

/** The I/O calls of a recorded call; their files as those of targets are named. */
export function ioOf(
  source: TargetSource,
  toReplay: ToReplay,
  workspaceFolder: string | null,
): ScenarioIoCall[] {
  return toReplay.call.answers
    .filter(({ style }) => style !== "sync")
    .slice(0, IO_AT_MOST)
    .map((answer) => {
      const { startMilliseconds, endMilliseconds, outcome } = answer;
      return {
        ...placeOf(answer, source, toReplay, workspaceFolder),
        startMilliseconds,
        endMilliseconds,
        outcome,
      };
    });
}

/** What a result says of a call that was played by the times that were recorded. */
export function elapsedOf(
  { milliseconds, calls }: PlayedElapsed,
  source: TargetSource,
  toReplay: ToReplay,
  workspaceFolder: string | null,
): Elapsed {
  return {
    milliseconds: rounded(milliseconds),
    io: calls.slice(0, IO_AT_MOST).map(({ answer: { recorded }, start, end }) => ({
      ...placeOf(recorded, source, toReplay, workspaceFolder),
      startMilliseconds: rounded(start),
      endMilliseconds: end === null ? null : rounded(end),
      outcome: end === null ? "pending" : recorded.outcome,
    })),
  };
}

/** To microseconds, as times are recorded. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}

function placeOf(
  answer: RecordedAnswer,
  { file }: TargetSource,
  { root }: ToReplay,
  workspaceFolder: string | null,
): Pick<ScenarioIoCall, "line" | "column" | "file" | "expression"> {
  const { file: of, line, column } = namedPlace(answer);
  const expression = answer.calledAt?.expression ?? nameOfAnswer(answer);
  const absolute = path.join(root, of);
  if (absolute === file) return { line, column, expression };
  const relative = workspaceFolder === null ? absolute : path.relative(workspaceFolder, absolute);
  const isOutside = relative.startsWith("..") || path.isAbsolute(relative);
  return { line, column, file: isOutside ? absolute : relative.split(path.sep).join("/"), expression };
}

import {
  OPERATIONS_AT_MOST,
  VALUES_AT_MOST,
  type NotReplayedWhy,
  type Played,
} from "../contract/played-scenario.ts";
import { eachRecorded, recordedIn, type Scenario, type ToReplay } from "../contract/scenario.ts";
import type { RunRequest, TargetRun, TargetSource } from "../protocol.ts";
import { notReplayedSentence, otherReplayedSentence } from "../replay-words.ts";
import type { ChangedLinesRun, FakeUse } from "../target-result.ts";
import { changedLinesRun } from "./search/changed-lines-run.ts";
import type { CallRunner } from "./call/run-calls.ts";
import type { LoadServices } from "./load/load-services.ts";
import { learntFacts } from "./learnt-facts.ts";
import { madeScenario } from "./made-scenario.ts";
import { prepare, type Prepared, type Wish } from "./prepare.ts";
import { carryOver } from "./replay/carry-over.ts";
import { NotReplayed } from "./replay/not-replayed.ts";
import { valuesOf } from "./replay/recorded-values.ts";
import {
  elapsedOf,
  ioOf,
  prepareRecorded,
  scenarioOf,
  type PreparedRecorded,
} from "./replay/prepare-recorded.ts";

type Completed = Extract<TargetRun, { state: "completed" }>;

/** What a result says of what was played, and the scenario itself. */
export type Told = Pick<Completed, "scenario" | "io" | "other"> & { readonly parts: Scenario };

/** A target whose scenario was played once, so that it can be measured. */
export interface PlayedTarget extends Prepared {
  /** What is said of it, given what was asked of the fakes. */
  readonly tell: (uses: readonly FakeUse[]) => Told;
}

/** The request that it is played for. */
type For = Pick<RunRequest, "timesRecorded" | "takesGiven" | "workspaceFolder">;

/**
 * Plays a target's scenario once: with the parts that the user gives, then those that were recorded; where nothing was, or it does not play, all
 * that the user does not give is inferred.
 *
 * @throws {Unmeasurable} when the call comes to no good end.
 */
export async function play(
  source: TargetSource,
  services: LoadServices,
  runner: CallRunner,
  wish: Wish,
  { workspaceFolder }: For,
): Promise<PlayedTarget> {
  let why = source.scenario?.notReplayed;
  const calls = why === undefined ? [...eachRecorded(source.scenario ?? {})] : [];
  for (const [other, scenario] of calls.entries()) {
    const one = { ...source, scenario };
    const replay = recordedPart(one);
    if (replay === null) break;
    try {
      const heard =
        wish.looksForMissed === true ? await heardLines(one, replay, services, runner) : undefined;
      const prepared = await prepareRecorded(one, replay, services, runner);
      const contestant = { ...prepared.contestant, ...(heard && { changedLines: heard }) };
      const tell = (): Told => ({
        ...toldOfRecorded(prepared, replay, workspaceFolder),
        ...(other > 0 && { other }),
      });
      if (why !== undefined) services.core.incidents.add(otherReplayedSentence(why));
      return { contestant, plain: null, way: () => undefined, tell };
    } catch (error) {
      const said = whyNotReplayed(error);
      why ??= said;
    }
  }
  const prepared = await prepare(source, services, runner, wish);
  if (why !== undefined) services.core.incidents.add(notReplayedSentence(why));
  return { ...prepared, tell: tellInferred(prepared, why) };
}

/** What is said of a target whose recorded call is only played, and not measured. */
export async function onlyPlay(
  source: TargetSource,
  services: LoadServices,
  runner: CallRunner,
  asked: For,
): Promise<Completed> {
  const { core } = services;
  core.attempts.keepRefusals();
  const { scenario, ...told } = await playedOnly(source, services, runner, asked);
  return {
    ...{ id: source.id, state: "completed", warnings: [], fakes: [], scenario, ...told },
    ...{ counters: { ioCalls: 0, criticalPath: 0 }, refused: core.attempts.takeRefusals() },
  };
}

async function playedOnly(
  source: TargetSource,
  services: LoadServices,
  runner: CallRunner,
  asked: For,
): Promise<Pick<Completed, "scenario" | "played">> {
  const replay = recordedPart(source);
  if (replay === null) return { scenario: { origin: "inferred" } };
  const scenario = { origin: "recorded" } as const;
  try {
    if (replay.version === "other") {
      const { played, prepared } = await carryOver(source, replay, services, runner);
      return { scenario, played: { ...played, ...(await timed(source, replay, prepared, asked)) } };
    }
    const prepared = await prepareRecorded(source, replay, services, runner, asked.takesGiven === true);
    const { keepsOrder } = prepared;
    const operations = [...prepared.operations].slice(0, OPERATIONS_AT_MOST);
    return {
      scenario,
      played: { keepsOrder, operations, ...(await timed(source, replay, prepared, asked)) },
    };
  } catch (error) {
    return { scenario: { origin: "inferred", notReplayed: whyNotReplayed(error) } };
  }
}

/** The recorded call that is to be played: what a compiler made has other lines than that. */
function recordedPart({ scenario = {}, written }: TargetSource): ToReplay | null {
  return written === undefined ? recordedIn(scenario) : null;
}

/** Which of the changed lines run in a recorded call, which is played once more for that. */
async function heardLines(
  source: TargetSource,
  replay: ToReplay,
  services: LoadServices,
  runner: CallRunner,
): Promise<ChangedLinesRun | undefined> {
  return changedLinesRun(source, services, () => prepareRecorded(source, replay, services, runner));
}

function whyNotReplayed(error: unknown): NotReplayedWhy {
  if (error instanceof NotReplayed) return error.why;
  throw error;
}

/** How long a recorded call waits for its I/O, where that was asked for and can be told. */
async function timed(
  source: TargetSource,
  replay: ToReplay,
  { elapsed }: PreparedRecorded,
  { timesRecorded, workspaceFolder }: For,
): Promise<Pick<Played, "elapsed">> {
  if (timesRecorded !== true) return {};
  const played = await elapsed();
  return played === null ? {} : { elapsed: elapsedOf(played, source, replay, workspaceFolder) };
}

function toldOfRecorded(
  { contestant: { target }, given, isAsRecorded }: PreparedRecorded,
  replay: ToReplay,
  workspaceFolder: string | null,
): Told {
  const { source, asyncFunction } = target;
  const parts = given?.in(source.scenario!) ?? source.scenario!;
  const values = valuesOf(parts, asyncFunction.parameters);
  const scenario = { ...scenarioOf(replay), values, ...recordingsOf(source) };
  // When another version's I/O calls began and ended tells nothing of this one's.
  const isSame = replay.version === undefined && isAsRecorded;
  return { scenario, parts, ...(isSame ? { io: ioOf(source, replay, workspaceFolder) } : {}) };
}

/**
 * What is said of a call whose parts are inferred but for what the user gives.
 *
 * @param notReplayed Why its recorded call was not played, where there is one.
 */
export function tellInferred(
  { contestant }: Prepared,
  notReplayed: NotReplayedWhy | undefined,
): PlayedTarget["tell"] {
  const { source, fakes, asyncFunction } = contestant.target;
  const path = source.scenario?.recording?.path;
  return (uses) => {
    const parts = madeScenario(contestant.target, uses);
    const scenario: Told["scenario"] = {
      ...{ origin: fakes.given === null ? "inferred" : "given", ...recordingsOf(source) },
      values: [
        ...valuesOf(
          parts,
          asyncFunction.parameters.filter(({ name }) => name !== "this"),
        ),
        ...learntFacts(contestant.target),
      ].slice(0, VALUES_AT_MOST),
      ...(notReplayed === undefined ? {} : { notReplayed, ...(path === undefined ? {} : { path }) }),
    };
    return { scenario, parts };
  };
}

function recordingsOf({ scenario }: TargetSource): Pick<NonNullable<Told["scenario"]>, "recordings"> {
  return scenario?.recordings === undefined ? {} : { recordings: scenario.recordings };
}

import path from "node:path";
import type { RecordedCall } from "../../contract/recording.ts";
import type { NotReplayedWhy, OutcomeDifference, Played } from "../../contract/played-scenario.ts";
import {
  namesOf,
  recordedIn,
  scenarioOfCall,
  type Origin,
  type Scenario,
  type ToReplay,
} from "../../contract/scenario.ts";
import { playedInOther } from "../../replay-words.ts";
import type { TargetSource } from "../../protocol.ts";
import type { ComparisonGroup, ComparisonTarget } from "../api.ts";
import type { BenchmarkServices } from "../benchmark.ts";
import { runsFullWorker } from "../engines/full-worker.ts";
import { WorkerFailure } from "../worker-failure.ts";
import { checkRecorded, type CheckedCall, type Checking } from "./check-recorded.ts";
import { recordedCallsOf } from "./with-recordings.ts";

/** The scenario of each recorded call that a target can play, the most frequent path first: see `ReplaysOf`. */
export type ScenariosOf = (target: TargetSource, presentFolder?: string) => Promise<Scenario[]>;

/** A group whose recorded call is that of one of its targets. */
interface Recorded {
  readonly group: ComparisonGroup;
  /** The place in the group of the one that it was recorded of. */
  readonly of: number;
  readonly call: ToReplay;
  /** The same as parts, with what the user has put in the place of some. */
  readonly parts: Scenario;
}

/** The services that play recorded calls. */
type Services = Pick<BenchmarkServices, "runWorker">;

/**
 * What is compared, with the recorded call that all versions of a function are to play: one of the present version, else one of
 * the other. It is played once in each before: where one of them cannot play it, none does, and all say why. Once it was cancelled,
 * all is as it was.
 */
export async function groupsWithRecordings(
  groups: readonly ComparisonGroup[],
  { path: chosen = 1 }: { readonly path?: number | null | undefined },
  checking: Checking,
  services: Services,
  signal: AbortSignal,
  scenariosOf: ScenariosOf = recordedScenariosOf,
): Promise<ComparisonGroup[]> {
  if (chosen === null || !runsFullWorker(checking.runtime)) return [...groups];
  try {
    return await played(groups, chosen, checking, services, signal, scenariosOf);
  } catch (error) {
    if (error instanceof WorkerFailure && error.kind === "cancelled") return [...groups];
    throw error;
  }
}

/** @throws {WorkerFailure} when it was cancelled. */
async function played(
  groups: readonly ComparisonGroup[],
  chosen: number,
  checking: Checking,
  services: Services,
  signal: AbortSignal,
  scenariosOf: ScenariosOf,
): Promise<ComparisonGroup[]> {
  const found = await Promise.all(groups.map((group) => recordedOf(group, chosen, scenariosOf)));
  const recorded = found.filter((one) => one !== null);
  const check = (targets: TargetSource[]): Promise<CheckedCall[]> =>
    targets.length === 0
      ? Promise.resolve([])
      : checkRecorded(targets, { ...checking, timesRecorded: true, takesGiven: true }, services, signal);
  const own = await check(recorded.map(({ group, of, parts }) => playing(group.targets[of]!.source, parts)));
  const carrying = recorded.flatMap((one, index) => {
    const { played } = own[index]!;
    if (played === undefined) return [];
    return one.group.targets.flatMap((target, at) =>
      at === one.of ? [] : [{ one, at, source: inOther(one, target, played) }],
    );
  });
  const carried = await check(carrying.map(({ source }) => source));
  return groups.map((group) => {
    const index = recorded.findIndex((one) => one.group === group);
    if (index < 0) return group;
    const { of, call, parts } = recorded[index]!;
    const { played, why } = own[index]!;
    if (played === undefined) return notPlayed(group, codeOf(why));
    const others = carrying.flatMap(({ one, at }, place) =>
      one.group === group ? [{ at, checked: carried[place]! }] : [],
    );
    const failed = others.find(({ checked }) => checked.played?.carried === undefined);
    if (failed !== undefined) {
      const { code, text } = codeOf(failed.checked.why);
      return notPlayed(group, {
        code,
        text: playedInOther(text, nameIn(group, of), nameIn(group, failed.at)),
      });
    }
    // Where the user gives parts, what was recorded is no outcome of theirs.
    const isOutcome = others.every(({ checked }) => checked.played?.carried?.difference !== undefined);
    const outcome = (difference: OutcomeDifference | null = null): Pick<ComparisonTarget, "outcome"> =>
      isOutcome ? { outcome: { difference } } : {};
    const targets = group.targets.map((target, at): ComparisonTarget => {
      if (at === of) {
        const recording = { ...parts.recording!, keepsOrder: played.keepsOrder };
        return {
          ...target,
          source: playing(target.source, { ...parts, recording }),
          ...outcome(),
          ...elapsedOf(played, target, checking),
        };
      }
      const { checked } = others.find((other) => other.at === at)!;
      const { keepsOrder, carried } = checked.played!;
      const { call: own, from, difference } = carried!;
      const toReplay: ToReplay = {
        ...recordedIn(checked.target.scenario!)!,
        ...{
          call: own,
          version: "carried",
          keepsOrder,
          operations: undefined,
          names: namesOf(from, call.call),
        },
      };
      return {
        ...target,
        source: playing(target.source, withOrigins(scenarioOfCall(toReplay), parts, from)),
        ...outcome(difference),
        ...elapsedOf(checked.played!, target, checking),
      };
    });
    return { ...group, targets };
  });
}

/** The recorded call of a group: of the first of its present targets that has one, else of the first. */
async function recordedOf(
  group: ComparisonGroup,
  chosen: number,
  scenariosOf: ScenariosOf,
): Promise<Recorded | null> {
  const sources = group.targets.map(({ source }) => source);
  if (sources.some(({ written, variant }) => (written ?? variant) !== undefined)) return null;
  for (const of of [...sources.keys()].slice(1).concat(0)) {
    const { source, presentFolder } = group.targets[of]!;
    const parts = (await scenariosOf(source, presentFolder))[chosen - 1];
    const call = parts === undefined ? null : recordedIn(parts);
    if (parts !== undefined && call !== null) return { group, of, call, parts };
  }
  return null;
}

const recordedScenariosOf: ScenariosOf = async (target, presentFolder) =>
  (await recordedCallsOf(target, presentFolder)).map(({ usual }) => scenarioOfCall(usual));

function playing(source: TargetSource, parts: Scenario): TargetSource {
  return { ...source, scenario: { ...source.scenario, ...parts } };
}

/**
 * A scenario of another version, each part from where that of the recorded one is.
 *
 * @param from Of each of its answers, which of the recorded version's it is; left out: the same.
 */
function withOrigins(scenario: Scenario, parts: Scenario, from?: readonly number[]): Scenario {
  const as = <Part extends { readonly origin: Origin }>(one: Part, own: Part | undefined): Part =>
    own === undefined ? one : { ...one, origin: own.origin };
  return {
    ...scenario,
    ...(scenario.this === undefined ? {} : { this: as(scenario.this, parts.this) }),
    arguments: scenario.arguments?.map((one, at) => as(one, parts.arguments?.[at])),
    answers: scenario.answers?.map((one, at) => as(one, parts.answers?.[from?.[at] ?? at])),
  };
}

/** Another target of a group, with the call to be played in its text: files are named as they are there. */
function inOther(
  { group, of, call, parts }: Recorded,
  { source, presentFolder }: ComparisonTarget,
  { keepsOrder, operations }: Played,
): TargetSource {
  const own = group.targets[of]!;
  const project =
    own.presentFolder === undefined
      ? call.root
      : path.join(own.presentFolder, path.relative(own.source.folder!, call.root));
  const root =
    presentFolder === undefined ? project : path.join(source.folder!, path.relative(presentFolder, project));
  const from = slashed(path.relative(call.root, own.source.file));
  const inside = slashed(path.relative(root, source.file));
  const isOutside = inside.startsWith("../") || path.isAbsolute(inside);
  const to = isOutside ? path.basename(source.file) : inside;
  const recorded: ToReplay = {
    ...call,
    root: isOutside ? path.dirname(source.file) : root,
    call: from === to ? call.call : renamedIn(call.call, from, to),
    ...{ version: "other", keepsOrder, operations },
  };
  return playing(source, withOrigins(scenarioOfCall(recorded), parts));
}

/** How long a target waits, its files named as those of the working tree: the folder of another version is gone later. */
function elapsedOf(
  { elapsed }: Played,
  { source: { folder }, presentFolder }: ComparisonTarget,
  { workspaceFolder }: Checking,
): Pick<ComparisonTarget, "elapsed"> {
  if (elapsed === undefined || folder === undefined || presentFolder === undefined)
    return elapsed === undefined ? {} : { elapsed };
  const present = (file: string): string => {
    const inFolder = path.relative(folder, file);
    if (!path.isAbsolute(file) || inFolder.startsWith("..") || path.isAbsolute(inFolder)) return file;
    const absolute = path.join(presentFolder, inFolder);
    const relative = workspaceFolder === null ? absolute : path.relative(workspaceFolder, absolute);
    return relative.startsWith("..") || path.isAbsolute(relative) ? absolute : slashed(relative);
  };
  const io = elapsed.io.map(({ file, ...one }) => ({
    ...one,
    ...(file === undefined ? {} : { file: present(file) }),
  }));
  return { elapsed: { ...elapsed, io } };
}

function slashed(file: string): string {
  return file.split(path.sep).join("/");
}

/** A call with one of its files named otherwise: of values only where they name a place of the project. */
function renamedIn(call: RecordedCall, from: string, to: string): RecordedCall {
  const named = <T extends { readonly file: string }>(one: T): T =>
    one.file === from ? { ...one, file: to } : one;
  const value = (one: unknown): unknown => {
    if (typeof one !== "object" || one === null) return one;
    if (Array.isArray(one)) return one.map(value);
    const isPlace = "$" in one && "file" in one && one.file === from;
    const entries = Object.entries(one).map(([key, member]) => [key, value(member)] as const);
    return { ...Object.fromEntries(entries), ...(isPlace ? { file: to } : {}) };
  };
  const { functions, variables, answers, ...rest } = call;
  return {
    ...(value(rest) as typeof rest),
    functions: functions.map(named),
    variables: variables.map((one) => ({ ...named(one), value: value(one.value) })),
    answers: answers.map((one) => named(value(one) as typeof one)),
  };
}

function notPlayed(group: ComparisonGroup, why: NotReplayedWhy): ComparisonGroup {
  const targets = group.targets.map((target) => ({
    ...target,
    source: { ...target.source, scenario: { ...target.source.scenario, notReplayed: why } },
  }));
  return { ...group, targets };
}

function codeOf(why: CheckedCall["why"]): NotReplayedWhy {
  return { code: why?.code ?? "broke-off", text: why?.text ?? "It was not heard what became of it." };
}

function nameIn({ targets }: ComparisonGroup, at: number): string {
  if (targets.length === 2) return at === 0 ? "former" : "latter";
  return `${at + 1}${SUFFIXES.get(ordinals.select(at + 1))!}`;
}

const ordinals = new Intl.PluralRules("en", { type: "ordinal" });
const SUFFIXES: ReadonlyMap<string, string> = new Map([
  ["one", "st"],
  ["two", "nd"],
  ["few", "rd"],
  ["other", "th"],
]);

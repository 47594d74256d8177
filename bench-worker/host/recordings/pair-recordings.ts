import path from "node:path";
import type { RecordedCall } from "../../contract/recording.ts";
import type { NotReplayedWhy, Played } from "../../contract/played-scenario.ts";
import { recordedIn, type ToReplay } from "../../contract/scenario.ts";
import { playedInOther } from "../../replay-words.ts";
import type { TargetSource } from "../../protocol.ts";
import type { ComparisonGroup, ComparisonTarget } from "../api.ts";
import type { BenchmarkServices } from "../benchmark.ts";
import { runsFullWorker } from "../engines/full-worker.ts";
import { WorkerFailure } from "../worker-failure.ts";
import { checkRecorded, type CheckedCall, type Checking } from "./check-recorded.ts";
import { recordedCallsOf, withCall, type ReplaysOf } from "./with-recordings.ts";

/** A group whose recorded call is that of one of its targets. */
interface Recorded {
  readonly group: ComparisonGroup;
  /** The place in the group of the one that it was recorded of. */
  readonly of: number;
  readonly call: ToReplay;
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
  replaysOf: ReplaysOf = recordedCallsOf,
): Promise<ComparisonGroup[]> {
  if (chosen === null || !runsFullWorker(checking.runtime)) return [...groups];
  try {
    return await played(groups, chosen, checking, services, signal, replaysOf);
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
  replaysOf: ReplaysOf,
): Promise<ComparisonGroup[]> {
  const found = await Promise.all(groups.map((group) => recordedOf(group, chosen, replaysOf)));
  const recorded = found.filter((one) => one !== null);
  const check = (targets: TargetSource[]): Promise<CheckedCall[]> =>
    targets.length === 0
      ? Promise.resolve([])
      : checkRecorded(targets, { ...checking, timesRecorded: true }, services, signal);
  const own = await check(recorded.map(({ group, of, call }) => withCall(group.targets[of]!.source, call)));
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
    const { of, call } = recorded[index]!;
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
    const targets = group.targets.map((target, at): ComparisonTarget => {
      if (at === of) {
        const toReplay = { ...call, keepsOrder: played.keepsOrder };
        return {
          ...target,
          source: withCall(target.source, toReplay),
          outcome: { difference: null },
          ...elapsedOf(played, target, checking),
        };
      }
      const { checked } = others.find((other) => other.at === at)!;
      const { keepsOrder, carried: over } = checked.played!;
      const { call: own, difference } = over!;
      const toReplay: ToReplay = {
        ...recordedIn(checked.target.scenario!)!,
        ...{ call: own, version: "carried", keepsOrder, operations: undefined },
      };
      return {
        ...target,
        source: withCall(target.source, toReplay),
        outcome: { difference },
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
  replaysOf: ReplaysOf,
): Promise<Recorded | null> {
  const sources = group.targets.map(({ source }) => source);
  // What the user gives counts more.
  if (
    sources.some(
      ({ scenario, written, variant }) => (scenario?.fakesFile ?? written ?? variant) !== undefined,
    )
  )
    return null;
  for (const of of [...sources.keys()].slice(1).concat(0)) {
    const { source, presentFolder } = group.targets[of]!;
    const call = (await replaysOf(source, presentFolder))[chosen - 1];
    if (call !== undefined) return { group, of, call };
  }
  return null;
}

/** Another target of a group, with the call to be played in its text: files are named as they are there. */
function inOther(
  { group, of, call }: Recorded,
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
  return withCall(source, recorded);
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

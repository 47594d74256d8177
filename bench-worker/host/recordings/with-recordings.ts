import { readFileSync } from "node:fs";
import path from "node:path";
import type { Recording } from "../../contract/recording.ts";
import { PATHS_AT_MOST, type Recordings } from "../../contract/played-scenario.ts";
import { scenarioOfCall, type ToReplay } from "../../contract/scenario.ts";
import type { TargetSource } from "../../protocol.ts";
import { recordedFunction, recordingOf } from "./find.ts";
import { presentPaths, type PresentPaths } from "./stale.ts";
import { presentTexts, textFunctionsOf } from "./text-functions.ts";
import { usualCall } from "./usual-first.ts";

/** Which recorded calls are played. */
export interface Choosing {
  /** From 1 on, the most frequent first; the first where it is left out; `all`: a target for each; null: none is. */
  readonly path?: number | "all" | null | undefined;
}

/** A recorded call of a path, and those that are kept of the path beside it. */
export interface PathToReplay {
  readonly usual: ToReplay;
  readonly others: readonly ToReplay[];
}

/**
 * The recorded calls of a target, by their paths, the most frequent first. Of an earlier version that stands in a folder
 * of its own those count that the present folder has of its text.
 */
export type ReplaysOf = (target: TargetSource, presentFolder?: string) => Promise<PathToReplay[]>;

/** Further calls that are tried where the usual one of a path does not play: of the path itself, and of other paths. */
const OTHERS_AT_MOST = 2;

/**
 * The targets, each with a recorded call of it, where there is one that its present text can be played with, and with what
 * there is to choose from. Another version than the one that was recorded has no recording.
 */
export async function withRecordings(
  targets: readonly TargetSource[],
  { path: chosen = 1 }: Choosing = {},
  replaysOf: ReplaysOf = recordedCallsOf,
): Promise<TargetSource[]> {
  const each = await Promise.all(
    targets.map(async (target) => {
      if (target.written !== undefined || target.variant !== undefined) return [target];
      const replays = await replaysOf(target);
      const known = await knownOf(
        target,
        replays.map(({ usual }) => usual),
      );
      const all =
        known === null ? target : { ...target, scenario: { ...target.scenario, recordings: known } };
      if (chosen === null) return [all];
      if (chosen === "all" && replays.length > 0)
        return replays.map(({ usual, others }) =>
          withCall({ ...all, id: `${target.id} path ${usual.path}` }, usual, others),
        );
      const [first, ...others] = chosen === "all" ? [] : callsToTry(replays, chosen);
      return [first === undefined ? all : withCall(all, first, others)];
    }),
  );
  return each.flat();
}

/** The calls that are tried for a path, in their order, until one plays: the usual one first. */
export function callsToTry(paths: readonly PathToReplay[], chosen: number): ToReplay[] {
  const path = paths[chosen - 1];
  if (path === undefined) return [];
  // Who asks for no path in particular gets another one rather than a call that nobody has seen.
  const further = chosen === 1 ? paths.slice(1, 1 + OTHERS_AT_MOST) : [];
  return [path.usual, ...path.others.slice(0, OTHERS_AT_MOST), ...further.map(({ usual }) => usual)];
}

/**
 * A target whose scenario has the parts of a recorded call.
 *
 * @param others Those that are played where it does not play.
 */
export function withCall(
  target: TargetSource,
  recorded: ToReplay,
  others: readonly ToReplay[] = [],
): TargetSource {
  const scenario = { ...target.scenario, ...scenarioOfCall(recorded) };
  const more = others.length === 0 ? {} : { others: others.map(scenarioOfCall) };
  return { ...target, scenario: { ...scenario, ...more } };
}

/** Reads the recorded calls of targets from a recording that lies anywhere, in the place of their own. */
export function recordedCallsIn(recording: Recording): ReplaysOf {
  return (target) => Promise.resolve(usualOfPaths(keptCallsIn(target, givenFor(target.file, recording))));
}

/** What a result says of all that is recorded; null where nothing is. */
async function knownOf(target: TargetSource, replays: readonly ToReplay[]): Promise<Recordings | null> {
  const stale = replays.length === 0 && (await hasOnlyStaleCalls(target));
  if (replays.length === 0 && !stale) return null;
  const paths = replays.slice(0, PATHS_AT_MOST).map(({ calls, call: { answers, outcome } }) => ({
    calls,
    ioCalls: answers.filter(({ style }) => style !== "sync").length,
    outcome: outcome.how,
  }));
  return { paths, stale };
}

/** A kept call of each path of a target that is not stale. */
export const recordedCallsOf: ReplaysOf = async (target, presentFolder) => {
  return usualOfPaths(await keptCallsOf(target, presentFolder));
};

/** Of the kept calls of each path the usual one, and the others. */
export function usualOfPaths(paths: readonly (readonly ToReplay[])[]): PathToReplay[] {
  return paths.flatMap((kept) => {
    const usual = usualCall(kept);
    return usual === undefined ? [] : [{ usual, others: kept.filter((one) => one !== usual) }];
  });
}

/** All kept calls of a target that are not stale, by their paths. */
export async function keptCallsOf(target: TargetSource, presentFolder?: string): Promise<ToReplay[][]> {
  return keptCallsIn(target, await foundFor(target, presentFolder));
}

function keptCallsIn(target: TargetSource, found: FoundRecording | null): ToReplay[][] {
  const present = found === null ? null : presentIn(target, found);
  if (present === null) return [];
  const { root, inAll, paths } = present;
  return paths.map(({ kept, calls }, at) =>
    kept.map((call) => ({
      call,
      root,
      path: at + 1,
      paths: paths.length,
      share: calls / inAll,
      calls,
      stale: false,
    })),
  );
}

/** Whether there are recorded calls of a target, and all of them are of another text than it has now. */
export async function hasOnlyStaleCalls(target: TargetSource): Promise<boolean> {
  const found = await foundFor(target);
  const present = found === null ? null : presentIn(target, found);
  return present !== null && present.paths.length === 0 && present.stale > 0;
}

interface Present extends PresentPaths {
  /** The project's folder. */
  readonly root: string;
  /** Calls that were seen by whatever path. */
  readonly inAll: number;
}

/** A recording that may be of a target. */
interface FoundRecording {
  /** The project's folder. */
  readonly root: string;
  readonly recording: Recording;
}

async function foundFor(target: TargetSource, presentFolder?: string): Promise<FoundRecording | null> {
  if (!path.isAbsolute(target.file)) return null;
  const { folder } = target;
  const isEarlier = folder !== undefined && presentFolder !== undefined;
  const found = await recordingOf(
    isEarlier ? path.join(presentFolder, path.relative(folder, target.file)) : target.file,
  );
  if (found?.read.state !== "read") return null;
  const { root: project } = found.project;
  const root = isEarlier ? path.join(folder, path.relative(presentFolder, project)) : project;
  return { root, recording: found.read.recording };
}

/** The folder of a recording's project is where its own name of the file leads to the file; null where that is another one. */
function givenFor(file: string, recording: Recording): FoundRecording | null {
  const end = path.sep + recording.file.split("/").join(path.sep);
  return file.endsWith(end) ? { root: file.slice(0, -end.length), recording } : null;
}

/** What a recording has of a target; null where that is nothing. */
function presentIn(target: TargetSource, { root, recording }: FoundRecording): Present | null {
  const text = textFunctionsOf(target.file, target.text);
  const known = text === null ? null : recordedFunction(recording, text, target.functionStart);
  if (known === null) return null;
  const present = presentTexts((file) => {
    const absolute = path.join(root, file);
    return absolute === target.file ? target.text : textOf(absolute);
  });
  const inAll = known.recorded.paths.reduce((sum, { calls }) => sum + calls, 0);
  return { root, inAll, ...presentPaths(known.recorded, present) };
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

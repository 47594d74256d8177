import path from "node:path";
import type { ComparisonGroup } from "../bench-worker/host/api.ts";
import type { BenchmarkDocument } from "../bench-worker/document.ts";
import type { BenchmarkServices } from "../bench-worker/host/benchmark.ts";
import { identityOf } from "../bench-worker/host/identity.ts";
import type { Checking } from "../bench-worker/host/recordings/check-recorded.ts";
import { groupsWithRecordings } from "../bench-worker/host/recordings/pair-recordings.ts";
import { readRecordingFile } from "../bench-worker/host/recordings/store.ts";
import {
  hasOnlyStaleCalls,
  recordedCallsIn,
  recordedCallsOf,
  withRecordings,
  type ReplaysOf,
} from "../bench-worker/host/recordings/with-recordings.ts";
import { projectFolder } from "../bench-worker/host/recordings/project-folder.ts";
import { readScenarioFile, withScenarioFile } from "../bench-worker/host/scenario-files.ts";
import type { ScenarioFile } from "../bench-worker/contract/scenario-file.ts";
import type { TargetSource } from "../bench-worker/protocol.ts";
import { UsageError, type Terminal } from "./terminal.ts";

/** The options of `async-cost bench` and `compare` that say which call is measured, as they were typed. */
export interface RawScenario {
  readonly scenario?: string;
  readonly path?: string;
}

/** Which recorded calls are asked for. */
export interface ChosenScenario {
  readonly which: "auto" | "recorded" | "inferred";
  /** Of a recording; undefined: the most frequent. */
  readonly path: number | undefined;
}

/**
 * Which call all that is compared is to play.
 *
 * @throws {UsageError} when an option is wrong.
 */
export function chosenScenario({ scenario: which = "auto", path: typed }: RawScenario): ChosenScenario {
  if (which !== "auto" && which !== "recorded" && which !== "inferred")
    throw new UsageError(`--scenario is auto, recorded or inferred, not ${JSON.stringify(which)}`);
  const chosen = pathOf(typed);
  if (chosen === "all") throw new UsageError("compare plays one path; give --path its number");
  refuseInferredPath(which, chosen);
  return { which, path: chosen };
}

function pathOf(typed: string | undefined): number | "all" | undefined {
  if (typed === undefined || typed === "all") return typed;
  const chosen = Number(typed);
  if (Number.isSafeInteger(chosen) && chosen >= 1) return chosen;
  throw new UsageError(
    `--path takes all, or a whole number from 1 on, the most frequent path first; not ${JSON.stringify(typed)}`,
  );
}

function refuseInferredPath(which: string, chosen: number | "all" | undefined): void {
  if (which === "inferred" && chosen !== undefined)
    throw new UsageError("--path is one of a recording; leave out --scenario inferred");
}

/** The scenario that a file holds; null where it holds none. */
async function scenarioIn(name: string, folder: string): Promise<ScenarioFile | null> {
  const read = await readScenarioFile(path.resolve(folder, name));
  if (read.state === "unreadable") throw new UsageError(`--scenario ${name} ${read.problem}`);
  return read.state === "read" ? read.file : null;
}

/** The target of a scenario that is named in the place of one; none where it is no scenario. */
export async function targetOfScenario({ scenario }: RawScenario, folder: string): Promise<string[]> {
  const file = scenario === undefined ? null : await scenarioIn(scenario, folder);
  if (file === null) return [];
  return [`${path.join(projectFolder(folder), ...file.target.file.split("/"))}#${file.target.name}`];
}

/** Those of the targets that a scenario is of, with it. */
async function playing(
  file: ScenarioFile,
  targets: readonly TargetSource[],
  name: string,
): Promise<TargetSource[]> {
  const each = await Promise.all(targets.map((target) => withScenarioFile(target, file)));
  const found = each.flatMap((one) => ("problem" in one ? [] : [one]));
  const [first] = each.flatMap((one) => ("problem" in one ? [one.problem] : []));
  if (found.length === 0 && first !== undefined) throw new UsageError(`--scenario ${name} ${first}`);
  return found;
}

/** What a file has that was named in the place of the recordings of the project. */
async function replaysIn(scenario: string, folder: string): Promise<ReplaysOf> {
  const read = await readRecordingFile(path.resolve(folder, scenario), () => scenario);
  if (read.state === "read") return recordedCallsIn(read.recording);
  const known = "--scenario is auto, recorded, inferred or a file with a scenario or a recording";
  throw new UsageError(
    read.state === "missing" ? `${known}, not ${JSON.stringify(scenario)}` : `${known}: ${read.problem}`,
  );
}

/**
 * The targets, each with the recorded call that is to be played, by itself where there is one and no fakes file; once for each
 * path where all are asked for.
 *
 * @param folder Where a relative path of an option begins.
 * @throws {UsageError} when an option is wrong, or a recorded call is asked for that there is none of.
 */
export async function withScenario(
  targets: readonly TargetSource[],
  { scenario = "auto", path: typed }: RawScenario,
  folder: string,
): Promise<TargetSource[]> {
  const chosen = pathOf(typed);
  refuseInferredPath(scenario, chosen);
  if (scenario === "inferred") return [...targets];
  const isNamed = scenario !== "auto" && scenario !== "recorded";
  const file = isNamed ? await scenarioIn(scenario, folder) : null;
  if (file !== null) {
    if (chosen !== undefined) throw new UsageError(`--path is one of a recording; ${scenario} is a scenario`);
    return playing(file, targets, scenario);
  }
  const replaysOf = isNamed ? await replaysIn(scenario, folder) : recordedCallsOf;
  const own = scenario === "auto" ? targets : targets.map(withoutFakesFile);
  const found = await withRecordings(own, { path: chosen }, replaysOf);
  const missing = found.find(({ scenario: { recording } = {} }) => recording === undefined);
  if (scenario !== "auto" || typeof chosen === "number")
    mustBeThere(missing, chosen, folder, isNamed ? scenario : undefined);
  return found;
}

/** What is compared, each group with the recorded call that all of it are to play: see {@link withScenario}. */
export async function groupsWithScenario(
  groups: readonly ComparisonGroup[],
  chosen: ChosenScenario,
  folder: string,
  checking: Checking,
  services: Pick<BenchmarkServices, "runWorker">,
  signal: AbortSignal,
): Promise<ComparisonGroup[]> {
  if (chosen.which === "inferred") return [...groups];
  const own =
    chosen.which === "auto"
      ? groups
      : groups.map((group) => ({
          ...group,
          targets: group.targets.map((one) => ({ ...one, source: withoutFakesFile(one.source) })),
        }));
  const found = await groupsWithRecordings(own, chosen, checking, services, signal);
  const sources = found.map(({ targets }) => targets.at(-1)!.source);
  const missing = sources.find(
    ({ scenario: { recording, notReplayed } = {} }) => (recording ?? notReplayed) === undefined,
  );
  if (chosen.which === "recorded" || chosen.path !== undefined) mustBeThere(missing, chosen.path, folder);
  return found;
}

/** Says of which targets that were measured a recording is too old to be played. */
export async function tellStale(
  targets: readonly TargetSource[],
  results: BenchmarkDocument["results"],
  terminal: Terminal,
): Promise<void> {
  const measured = results.filter(({ state }) => state === "completed").map(({ target }) => target);
  for (const target of targets) {
    const { recording, notReplayed, fakesFile } = target.scenario ?? {};
    const { file, line } = identityOf(target, terminal.folder);
    if (!measured.some((one) => one.file === file && one.line === line)) continue;
    if ((recording ?? notReplayed ?? fakesFile) !== undefined || !(await hasOnlyStaleCalls(target))) continue;
    const name = path.relative(terminal.folder, target.file);
    terminal.printError(
      `${name}: its recorded calls are of an older text of the function or of one that it calls, so what was measured is inferred; async-cost record records calls anew\n`,
    );
  }
}

function withoutFakesFile(target: TargetSource): TargetSource {
  return { ...target, scenario: { ...target.scenario, fakesFile: undefined } };
}

function mustBeThere(
  missing: TargetSource | undefined,
  chosen: number | "all" | undefined,
  folder: string,
  recording?: string,
): void {
  if (missing === undefined) return;
  const what = typeof chosen === "number" ? `recorded path ${chosen}` : "recorded call";
  const where = recording === undefined ? "" : ` in ${recording}`;
  throw new UsageError(
    `${path.relative(folder, missing.file)} has no ${what}${where} of a function that was named, or its text has changed; async-cost record -- npm test records calls`,
  );
}

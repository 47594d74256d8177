import path from "node:path";
import type { ComparisonGroup } from "../bench-worker/host/api.ts";
import type { BenchmarkDocument } from "../bench-worker/document.ts";
import type { BenchmarkServices } from "../bench-worker/host/benchmark.ts";
import { identityOf } from "../bench-worker/host/identity.ts";
import type { Checking } from "../bench-worker/host/recordings/check-recorded.ts";
import { groupsWithFakesFiles } from "../bench-worker/host/fakes-files.ts";
import { groupsWithRecordings, type ScenariosOf } from "../bench-worker/host/recordings/pair-recordings.ts";
import { readRecordingFile } from "../bench-worker/host/recordings/store.ts";
import {
  hasOnlyStaleCalls,
  recordedCallsIn,
  recordedCallsOf,
  withRecordings,
  type ReplaysOf,
} from "../bench-worker/host/recordings/with-recordings.ts";
import { projectFolder } from "../bench-worker/host/recordings/project-folder.ts";
import { isScenarioOf, readScenarioFile, withScenarioFile } from "../bench-worker/host/scenario-files.ts";
import { scenarioOfCall } from "../bench-worker/contract/scenario.ts";
import type { ScenarioFile } from "../bench-worker/contract/scenario-file.ts";
import type { TargetSource } from "../bench-worker/protocol.ts";
import type { Prepared } from "./compare-prepared.ts";
import { UsageError, type Terminal } from "./terminal.ts";

/** The options of `async-cost bench` and `compare` that say which call is measured, as they were typed. */
export interface RawScenario {
  readonly scenario?: string;
  readonly path?: string;
}

/** Which recorded calls are asked for. */
export interface ChosenScenario {
  readonly which: "auto" | "recorded" | "inferred" | "file";
  /** Of a recording; undefined: the most frequent. */
  readonly path: number | undefined;
  /** The file that was named. */
  readonly name?: string;
  /** What a file that was named has for a target; undefined: its recordings are those of the project. */
  readonly scenariosOf?: ScenariosOf;
  /** The scenario that it has. */
  readonly file?: ScenarioFile;
}

/**
 * Which call all that is compared is to play.
 *
 * @param folder Where a relative path of an option begins.
 * @throws {UsageError} when an option is wrong, or a file that is named cannot be played by two versions.
 */
export async function chosenScenario(
  { scenario: which = "auto", path: typed }: RawScenario,
  folder: string,
): Promise<ChosenScenario> {
  const chosen = pathOf(typed);
  if (chosen === "all") throw new UsageError("compare plays one path; give --path its number");
  refuseInferredPath(which, chosen);
  if (which === "auto" || which === "recorded" || which === "inferred") return { which, path: chosen };
  const scenario = await scenarioIn(which, folder);
  if (scenario === null) {
    const replaysOf = await replaysIn(which, folder);
    const scenariosOf: ScenariosOf = async (target) =>
      (await replaysOf(target)).map(({ usual }) => scenarioOfCall(usual));
    return { which: "file", path: chosen, name: which, scenariosOf };
  }
  refusePathOf(which, chosen);
  if (scenario.recording === undefined)
    throw new UsageError(
      `--scenario ${which} is of a call that was not recorded, which only its own version can play; leave it out, and both are inferred alike`,
    );
  const scenariosOf: ScenariosOf = async (target, presentFolder) => {
    const played = await withScenarioFile(target, scenario, presentFolder);
    return "problem" in played || played.scenario === undefined ? [] : [played.scenario];
  };
  return { which: "file", path: undefined, name: which, scenariosOf, file: scenario };
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

function refusePathOf(file: string, chosen: number | "all" | undefined): void {
  if (chosen !== undefined) throw new UsageError(`--path is one of a recording; ${file} is a scenario`);
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
    refusePathOf(scenario, chosen);
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
  const bare = (): ComparisonGroup[] =>
    groups.map((group) => ({
      ...group,
      targets: group.targets.map((one) => ({ ...one, source: withoutFakesFile(one.source) })),
    }));
  const own =
    chosen.file !== undefined
      ? await withFakesOf(bare(), chosen.file, chosen.name!)
      : chosen.which === "auto"
        ? groups
        : bare();
  const found = await groupsWithRecordings(own, chosen, checking, services, signal, chosen.scenariosOf);
  const sources = found.map(({ targets }) => targets.at(-1)!.source);
  const missing = sources.find(
    ({ scenario: { recording, notReplayed } = {} }) => (recording ?? notReplayed) === undefined,
  );
  if (chosen.which === "recorded" || chosen.which === "file" || chosen.path !== undefined)
    mustBeThere(missing, chosen.path, folder, chosen.name);
  return found;
}

/**
 * What is compared, each group with the fakes file of a scenario that one of its targets plays.
 *
 * @throws {UsageError} where none of a group does.
 */
async function withFakesOf(
  groups: readonly ComparisonGroup[],
  file: ScenarioFile,
  name: string,
): Promise<ComparisonGroup[]> {
  const all = groups.map(async (group) => {
    const own = group.targets.filter(({ source }) => isScenarioOf(file, source));
    const each = await Promise.all(
      own.map(({ source, presentFolder }) => withScenarioFile(source, file, presentFolder)),
    );
    const [played] = each.flatMap((one) => ("problem" in one ? [] : [one]));
    const problem = each.flatMap((one) => ("problem" in one ? [one.problem] : [])).at(-1);
    if (played === undefined) throw new UsageError(`--scenario ${name} ${problem!}`);
    return groupsWithFakesFiles([group], played.scenario?.fakesFile, () => Promise.resolve(null));
  });
  return (await Promise.all(all)).flat();
}

/**
 * What there is to compare of the function that a scenario is of, where one is named; else all.
 *
 * @throws {UsageError} where that is nothing.
 */
export function comparedOf(all: Prepared, { file, name: named }: ChosenScenario): Prepared {
  if (file === undefined) return all;
  const isOf = ({ source }: { readonly source: TargetSource }): boolean => isScenarioOf(file, source);
  const groups = all.groups.filter(({ targets }) => targets.some(isOf));
  const alone = all.alone.filter(isOf);
  if (groups.length + alone.length > 0) return { ...all, groups, alone };
  const { name, file: of } = file.target;
  throw new UsageError(
    `--scenario ${named!} is a scenario of ${name} in ${of}, and none of what is compared is that function`,
  );
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

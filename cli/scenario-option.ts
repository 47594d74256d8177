import path from "node:path";
import type { ComparisonGroup } from "../bench-worker/host/api.ts";
import type { BenchmarkServices } from "../bench-worker/host/benchmark.ts";
import type { Checking } from "../bench-worker/host/recordings/check-recorded.ts";
import { groupsWithRecordings } from "../bench-worker/host/recordings/pair-recordings.ts";
import {
  hasOnlyStaleCalls,
  withRecordings,
  type ReplaysOf,
} from "../bench-worker/host/recordings/with-recordings.ts";
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

/** @throws {UsageError} when an option is wrong. */
export function chosenScenario({ scenario: which = "auto", path }: RawScenario): ChosenScenario {
  if (which !== "auto" && which !== "recorded" && which !== "inferred")
    throw new UsageError(`--scenario is auto, recorded or inferred, not ${JSON.stringify(which)}`);
  const chosen = path === undefined ? undefined : Number(path);
  if (chosen !== undefined && !(Number.isSafeInteger(chosen) && chosen >= 1)) {
    throw new UsageError(
      `--path takes a whole number from 1 on, the most frequent path first; not ${JSON.stringify(path)}`,
    );
  }
  if (which === "inferred" && chosen !== undefined)
    throw new UsageError("--path is one of a recording; leave out --scenario inferred");
  return { which, path: chosen };
}

/**
 * The targets, each with the recorded call that is to be played: by itself where there is one and no fakes file.
 *
 * @throws {UsageError} when an option is wrong, or a recorded call is asked for that there is none of.
 */
export async function withScenario(
  targets: readonly TargetSource[],
  raw: RawScenario,
  replaysOf?: ReplaysOf,
): Promise<TargetSource[]> {
  const { which, path } = chosenScenario(raw);
  if (which === "inferred") return [...targets];
  const own = which === "recorded" ? targets.map(withoutFakesFile) : targets;
  const found = await withRecordings(own, { path }, replaysOf);
  mustBeThere(
    found.find(({ recorded }) => recorded === undefined),
    { which, path },
  );
  return found;
}

/** What is compared, each group with the recorded call that all of it are to play: see {@link withScenario}. */
export async function groupsWithScenario(
  groups: readonly ComparisonGroup[],
  chosen: ChosenScenario,
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
  mustBeThere(
    sources.find(({ recorded, notReplayed }) => (recorded ?? notReplayed) === undefined),
    chosen,
  );
  return found;
}

/** Says of which targets a recording is too old to be played. */
export async function tellStale(targets: readonly TargetSource[], terminal: Terminal): Promise<void> {
  for (const target of targets) {
    const { recorded, notReplayed, fakesFile } = target;
    if ((recorded ?? notReplayed ?? fakesFile) !== undefined || !(await hasOnlyStaleCalls(target))) continue;
    const name = path.relative(terminal.folder, target.file);
    terminal.printError(
      `${name}: its recorded calls are of an older text of the function or of one that it calls, so what is measured is inferred; async-cost record records calls anew\n`,
    );
  }
}

function withoutFakesFile(target: TargetSource): TargetSource {
  return { ...target, fakesFile: undefined };
}

function mustBeThere(missing: TargetSource | undefined, { which, path: chosen }: ChosenScenario): void {
  if (missing === undefined || (which !== "recorded" && chosen === undefined)) return;
  const what = chosen === undefined ? "recorded call" : `recorded path ${chosen}`;
  throw new UsageError(
    `${missing.file} has no ${what} of a function that was named, or its text has changed; async-cost record -- npm test records calls`,
  );
}

import { withRecordings, type ReplaysOf } from "../bench-worker/host/recordings/with-recordings.ts";
import type { TargetSource } from "../bench-worker/protocol.ts";
import { UsageError } from "./terminal.ts";

/** The options of `async-cost bench` that say which call is measured, as they were typed. */
export interface RawScenario {
  readonly scenario?: string;
  readonly path?: string;
}

/**
 * The targets, each with the recorded call that is to be played: by itself where there is one and no fakes file.
 *
 * @throws {UsageError} when an option is wrong, or a recorded call is asked for that there is none of.
 */
export async function withScenario(
  targets: readonly TargetSource[],
  { scenario = "auto", path }: RawScenario,
  replaysOf?: ReplaysOf,
): Promise<TargetSource[]> {
  if (!["auto", "recorded", "inferred"].includes(scenario))
    throw new UsageError(`--scenario is auto, recorded or inferred, not ${JSON.stringify(scenario)}`);
  const chosen = path === undefined ? undefined : Number(path);
  if (chosen !== undefined && !(Number.isSafeInteger(chosen) && chosen >= 1)) {
    throw new UsageError(
      `--path takes a whole number from 1 on, the most frequent path first; not ${JSON.stringify(path)}`,
    );
  }
  if (scenario === "inferred") {
    if (chosen !== undefined)
      throw new UsageError("--path is one of a recording; leave out --scenario inferred");
    return [...targets];
  }
  const own =
    scenario === "recorded" ? targets.map((target) => ({ ...target, fakesFile: undefined })) : targets;
  const found = await withRecordings(own, { path: chosen }, replaysOf);
  const isAsked = scenario === "recorded" || chosen !== undefined;
  const missing = isAsked ? found.find(({ recorded }) => recorded === undefined) : undefined;
  if (missing === undefined) return found;
  const which = chosen === undefined ? "recorded call" : `recorded path ${chosen}`;
  throw new UsageError(
    `${missing.file} has no ${which} of a function that was named, or its text has changed; async-cost record -- npm test records calls`,
  );
}

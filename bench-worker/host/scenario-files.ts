import { readFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import { SCENARIO_VERSION, scenarioFileSchema, type ScenarioFile } from "../contract/scenario-file.ts";
import { recordedIn, scenarioOfCall, type Scenario } from "../contract/scenario.ts";
import { entryHash } from "../fakes-file/entry-hash.ts";
import { parseAs } from "../parse-as.ts";
import type { TargetSource } from "../protocol.ts";
import type { TargetResult } from "../target-result.ts";
import type { Way } from "../way.ts";
import { textOnDisk } from "./fakes-files.ts";
import { identityOf } from "./identity.ts";
import { projectFolder } from "./recordings/project-folder.ts";
import { presentCall } from "./recordings/stale.ts";
import { presentTexts } from "./recordings/text-functions.ts";

/** A file that was read: `other` where it holds no scenario. `problem`: why it is of no use, and what to do; the file's name goes before it. */
export type ReadScenario =
  | { readonly state: "read"; readonly file: ScenarioFile }
  | { readonly state: "other" }
  | { readonly state: "unreadable"; readonly problem: string };

/** Reads a file that may hold a scenario. */
export async function readScenarioFile(file: string): Promise<ReadScenario> {
  const text = await readFile(file, "utf8").catch(() => "");
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return { state: "other" };
  }
  if (typeof data !== "object" || data === null || !("scenarioVersion" in data)) return { state: "other" };
  if (typeof data.scenarioVersion === "number" && data.scenarioVersion > SCENARIO_VERSION)
    return {
      state: "unreadable",
      problem: "was written by a newer Async Cost; use that, or save the scenario anew",
    };
  try {
    return { state: "read", file: parseAs(scenarioFileSchema, data, "scenario") };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { state: "unreadable", problem: `is no scenario (${why}); save it anew with --save-scenario` };
  }
}

/** A scenario that was played as a file. */
export function scenarioFileOf(scenario: Scenario, target: TargetSource, result: TargetResult): ScenarioFile {
  const root = scenario.recording?.root ?? projectFolder(path.dirname(target.file));
  const inProject = (file: string): string => path.relative(root, file).split(path.sep).join("/");
  const { name, line, textHash } = identityOf(target, null);
  const { this: self, arguments: given, surroundings, answers, recording, learnt } = scenario;
  const fakes = target.scenario?.fakesFile;
  const { entry = name, textHash: fakesHash } = result.fakesFile ?? {};
  // What is of the machine alone is left out.
  return v.parse(scenarioFileSchema, {
    scenarioVersion: SCENARIO_VERSION,
    target: { file: inProject(target.file), name, line, textHash },
    ...(fakes === undefined || fakesHash === undefined
      ? {}
      : { fakesFile: { file: inProject(fakes.file), entry, textHash: fakesHash } }),
    ...{ this: self, arguments: given, surroundings, answers, recording },
    ...(learnt && { learnt: withFiles(learnt, inProject) }),
  });
}

/** Whether a scenario is of a target, by name and file: see {@link withScenarioFile}. */
export function isScenarioOf({ target: of }: ScenarioFile, target: TargetSource): boolean {
  const end = path.sep + of.file.split("/").join(path.sep);
  return target.file.endsWith(end) && identityOf(target, null).name === of.name;
}

/**
 * A target with a scenario out of a file; or why it cannot be played.
 *
 * @param presentFolder The folder of the working tree that `target.folder` holds an earlier version of: fakes are the present ones.
 */
export async function withScenarioFile(
  target: TargetSource,
  scenarioFile: ScenarioFile,
  presentFolder?: string,
): Promise<TargetSource | { readonly problem: string }> {
  const { target: of, fakesFile, learnt, ...parts } = scenarioFile;
  const { name, textHash } = identityOf(target, null);
  if (!isScenarioOf(scenarioFile, target))
    return { problem: `is a scenario of ${of.name} in ${of.file}; name that` };
  const stale = {
    problem: `is of another text of ${name}, or of a function that it calls; save it anew with --save-scenario`,
  };
  if (textHash !== of.textHash) return stale;
  const root = target.file.slice(0, -of.file.length - 1);
  const own = recordedParts(parts, target, root);
  if (own === null) return stale;
  if (own.recording === undefined && hasGivenValues(parts))
    return { problem: `gives values to a call of ${name} that was not recorded; give them in a fakes file` };
  const scenario: Scenario = {
    ...own,
    ...(learnt && { learnt: withFiles(learnt, (one) => path.resolve(root, one)) }),
  };
  if (fakesFile === undefined) return { ...target, scenario };
  const { folder } = target;
  const present =
    folder === undefined || presentFolder === undefined
      ? root
      : path.join(presentFolder, path.relative(folder, root));
  const file = path.resolve(present, fakesFile.file);
  const text = await textOnDisk(file);
  if (text === null || entryHash(text, fakesFile.entry) !== fakesFile.textHash)
    return {
      problem: `takes parts of ${fakesFile.file}, which ${text === null ? "is not there" : `gives something else to ${name} by now`}; save it anew with --save-scenario`,
    };
  return { ...target, scenario: { ...scenario, fakesFile: { file, text } } };
}

/** What was learnt, with the project's files by other names. */
function withFiles(learnt: Way, nameOf: (file: string) => string): Way {
  const facts = learnt.facts.map((fact) =>
    fact.about === "file" || fact.about === "branch" ? { ...fact, name: nameOf(fact.name) } : fact,
  );
  return { ...learnt, facts };
}

type Parts = Pick<ScenarioFile, "this" | "arguments" | "surroundings" | "answers" | "recording">;

/** The parts by the places of the present text; null where that is another one. What was not recorded, inference makes again. */
function recordedParts({ recording, ...parts }: Parts, target: TargetSource, root: string): Scenario | null {
  if (recording === undefined) return {};
  const replay = recordedIn({ ...parts, recording: { ...recording, root } })!;
  const present = presentTexts((file) => {
    const absolute = path.join(root, file);
    if (absolute === target.file) return target.text;
    try {
      return readFileSync(absolute, "utf8");
    } catch {
      return null;
    }
  });
  const call = presentCall(replay.call, present);
  if (call === null) return null;
  const { this: self, arguments: given } = parts;
  return {
    ...scenarioOfCall({ ...replay, call }),
    ...(self && { this: self }),
    ...(given && { arguments: given }),
  };
}

function hasGivenValues({ this: self, arguments: given = [] }: Parts): boolean {
  return [self, ...given].some((one) => one?.origin === "given" && one.value !== undefined);
}

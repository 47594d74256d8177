import { readFile } from "node:fs/promises";
import path from "node:path";
import { fakesFileBeside } from "../fakes-file/name.ts";
import type { Scenario } from "../contract/scenario.ts";
import type { TargetSource } from "../protocol.ts";
import type { ComparisonGroup } from "./api.ts";

/** The text of a file; null where there is none. Throws where there is one that cannot be read. */
export type ReadText = (file: string) => Promise<string | null>;

/** {@link ReadText} on the disk. */
export const textOnDisk: ReadText = async (file) => {
  try {
    return (await readFile(file, "utf8")).replace(/^\uFEFF/, "");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    // A name too long for a file is no file's, nor one below a file.
    if (code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG") return null;
    throw error;
  }
};

type FakesFile = NonNullable<Scenario["fakesFile"]>;

/** The targets, each with the fakes file beside its own file, where there is one; or all with the one that is named. */
export function withFakesFiles(
  targets: readonly TargetSource[],
  named: FakesFile | undefined,
  read: ReadText = textOnDisk,
): Promise<TargetSource[]> {
  return Promise.all(
    targets.map(async (target) => {
      const fakesFile = named ?? (await fakesFileOf(target, read));
      return withFakesFile(target, fakesFile);
    }),
  );
}

/**
 * The same for what is compared. An earlier version of a function gets the fakes of the present one, at the place
 * beside its own file, and a function whose file has none gets those of the first that has some: they are to
 * differ in nothing else.
 */
export function groupsWithFakesFiles(
  groups: readonly ComparisonGroup[],
  named: FakesFile | undefined,
  read: ReadText = textOnDisk,
): Promise<ComparisonGroup[]> {
  return Promise.all(
    groups.map(async (group) => {
      const sources = group.targets.map(({ source }) => source);
      const own = await withFakesFiles(sources, named, read);
      const present = group.targets.findIndex(({ revision }) => revision === undefined);
      const shared = own.find(({ scenario }, index) => {
        return group.targets[index]!.revision === undefined && scenario?.fakesFile !== undefined;
      })?.scenario?.fakesFile;
      const ofPresent = named ?? own[present]?.scenario?.fakesFile;
      const targets = group.targets.map((target, index) => {
        if (target.revision === undefined || present < 0) {
          const fakesFile = own[index]!.scenario?.fakesFile ?? shared;
          return { ...target, source: withFakesFile(target.source, fakesFile) };
        }
        const beside = fakesFileBeside(target.source.file);
        const fakesFile =
          ofPresent === undefined ? undefined : { file: named?.file ?? beside, text: ofPresent.text };
        return { ...target, source: withFakesFile(target.source, fakesFile) };
      });
      return { ...group, targets };
    }),
  );
}

function withFakesFile(target: TargetSource, fakesFile: FakesFile | undefined): TargetSource {
  return fakesFile === undefined ? target : { ...target, scenario: { ...target.scenario, fakesFile } };
}

async function fakesFileOf({ file }: TargetSource, read: ReadText): Promise<FakesFile | undefined> {
  const beside = fakesFileBeside(file);
  if (beside === file || !path.isAbsolute(beside)) return undefined;
  const text = await read(beside);
  return text === null ? undefined : { file: beside, text };
}

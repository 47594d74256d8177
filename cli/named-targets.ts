import { isDynamicPattern } from "tinyglobby";
import { diskSource } from "../bench-worker/host/source-file.ts";
import type { NamedTarget } from "../bench-worker/host/pair-targets.ts";
import { NoSuchFile, NothingThere, resolveTarget, TargetError } from "../bench-worker/host/targets.ts";
import { withSuggestion } from "./did-you-mean.ts";
import { type Terminal, UsageError } from "./terminal.ts";
import { expandFiles } from "./tokens-files.ts";

/** What targets mean, and whether that is all that was asked for. */
export interface NamedTargets {
  readonly named: readonly NamedTarget[];
  /** Whether a file was left out that could not be read as it should be. */
  readonly isBroken: boolean;
}

/**
 * The functions that targets name, globs being taken as the files that they match. Of several files those without an
 * asynchronous function are left out, which is said on standard error: a project has such files everywhere.
 *
 * @throws {UsageError} when a target is wrong, and when there is nothing in any of them.
 */
export async function namedTargets(
  specifications: readonly string[],
  { folder, printError }: Pick<Terminal, "folder" | "printError">,
): Promise<NamedTargets> {
  const read = diskSource(folder);
  const note = (sentence: string): void => printError(`${sentence}\n`);
  const named: NamedTarget[] = [];
  const nothing: NothingThere[] = [];
  const files = await Promise.all(specifications.map((one) => expandFiles([one], folder)));
  for (const specification of files.flat()) {
    try {
      named.push({ specification, functions: await resolveTarget(specification, read, note) });
    } catch (error) {
      if (error instanceof NothingThere) nothing.push(error);
      else if (error instanceof TargetError)
        throw new UsageError(await explained(specification, error, folder));
      else throw error;
    }
  }
  if (named.length === 0) {
    const [first, ...others] = nothing;
    const have = others.length === 1 ? "1 other has" : `${others.length} others have`;
    throw new UsageError(
      `${first?.message ?? "There is no file"}${others.length === 0 ? "" : `, and ${have} none either`}`,
    );
  }
  for (const { message } of nothing) printError(`${message}: left out.\n`);
  return { named, isBroken: nothing.some(({ isBroken }) => isBroken) };
}

/** What is wrong with a target, and what may have been meant; of a glob without a match, that. */
async function explained(specification: string, error: TargetError, folder: string): Promise<string> {
  if (!isDynamicPattern(specification) || !(error instanceof NoSuchFile))
    return await withSuggestion(error, folder);
  const place = /(?:#[^/\\]*|:\d+)$/.exec(specification)?.[0];
  return place === undefined
    ? `no JavaScript or TypeScript file matches ${specification}`
    : `${specification} does not exist; a glob stands for all functions of the files that it matches, so leave out ${place}`;
}

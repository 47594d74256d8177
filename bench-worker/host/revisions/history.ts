import { analyze } from "../../../analysis/analyze.ts";
import { codeOfFile } from "../../../analysis/components/code-of.ts";
import type { FileAnalysis } from "../../../analysis/model.ts";
import type { SourceCode } from "../../../analysis/source/source-code.ts";
import { reading } from "../reading.ts";
import { SourceFileError } from "../source-file.ts";
import type { RevisedFunction } from "./changed-functions.ts";
import { RevisionError } from "./git.ts";
import type { Repository, Revision } from "./repository.ts";

/** Characters of a commit's name. */
const SHORT = 10;
/** How many of a file's commits are looked through. */
const COMMITS_AT_MOST = 100;

/** A function as it was in a commit. */
export interface HistoricFunction {
  readonly revision: Revision;
  readonly found: RevisedFunction;
}

/**
 * The latest commit in which a file had a function of this text; null where there is none among its last commits.
 *
 * @param file Relative to the repository's top folder, with forward slashes.
 * @param textHash Of the function's tokens.
 * @param milliseconds of computing that one version may take to be read.
 * @throws {RevisionError} where it takes too long to read a version of the file.
 */
export async function findInHistory(
  { git }: Repository,
  file: string,
  textHash: string,
  milliseconds?: number,
): Promise<HistoricFunction | null> {
  const log = await git(["log", `--max-count=${COMMITS_AT_MOST}`, "--format=%H", "--", file]);
  for (const commit of log.toString("utf8").split("\n").filter(Boolean)) {
    // A commit that removed the file has none.
    const content = await git(["cat-file", "blob", `${commit}:${file}`]).catch(() => null);
    const code =
      content === null ? undefined : codeOfFile(file, content.toString("utf8").replace(/^\uFEFF/, ""));
    if (code === undefined) continue;
    const analysis = analysisOf(`${file} of ${commit.slice(0, SHORT)}`, code, milliseconds);
    const found = analysis.functions.find((one) => one.textHash === textHash);
    if (found === undefined) continue;
    const version = { path: file, text: code.text, language: code.language, analysis };
    const revision = { name: commit.slice(0, SHORT), commit };
    return { revision, found: { path: file, file: version, found } };
  }
  return null;
}

/** @throws {RevisionError} where it takes too long to read the text. */
function analysisOf(
  name: string,
  { text, language }: SourceCode,
  milliseconds: number | undefined,
): FileAnalysis {
  try {
    return reading(name, () => analyze(text, language), milliseconds);
  } catch (error) {
    throw error instanceof SourceFileError ? new RevisionError(error.message) : error;
  }
}

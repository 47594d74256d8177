import { readFileSync } from "node:fs";
import path from "node:path";
import { analyzeFor, analyze as analyzeWith } from "../../analysis/analyze.ts";
import { readWithImports } from "../../analysis/imports/analyze-with-imports.ts";
import type { ReadExports } from "../../analysis/imports/answers-of.ts";
import { exportsOfFile } from "../../analysis/imports/exports-of-file.ts";
import type { Exports } from "../../analysis/imports/exports-of.ts";
import type { Answers, FileAnalysis } from "../../analysis/model.ts";
import type { TargetSource } from "../protocol.ts";
import type { Way } from "../way.ts";
import type { Analyze } from "./load/load-services.ts";

/** Characters of files that are read for one target: code that is not warm reads some two million of them in a second. */
const CHARACTERS_AT_MOST = 500_000;

/** How a target's own text is read. */
export interface WithImports {
  readonly analyze: Analyze;
  /** For the processes to come, which need not read the files again; undefined where nothing was read. */
  readonly answers?: Way["answers"];
  /** Its text does not tell that it is asynchronous: somebody has asked for it. */
  readonly isAskedFor?: true;
}

/**
 * Reads a target's own text with how functions answer that it imports from other files of its project: what computes only is
 * no I/O call, wherever it stands. All other texts are read as they are, as is one that imports nothing of which that matters.
 *
 * @param known What another process has read of those files.
 */
export async function withImports(
  source: TargetSource,
  analyze: Analyze,
  known?: Way["answers"],
): Promise<WithImports> {
  const { file, language } = source;
  const { text: own, functionStart } = source.written ?? source;
  const isThere = ({ functions }: FileAnalysis): boolean =>
    functions.some(({ range }) => range.start === functionStart);
  let analysis: FileAnalysis;
  let answers: Answers;
  if (known !== undefined) {
    answers = new Map(known.map(({ of, answer }) => [of, answer]));
    analysis = analyzeWith(own, language, answers);
  } else {
    analysis = analyze(own, language);
    if (analysis.imports === undefined && isThere(analysis)) return { analyze };
    ({ analysis, answers } = await readWithImports(own, language, exportsBeside(path.dirname(file))));
  }
  // Who asked for it may know more than the text tells.
  const isAskedFor = !isThere(analysis);
  if (isAskedFor) analysis = analyzeFor(own, language, functionStart, answers);
  if (!isThere(analysis)) return { analyze };
  return {
    analyze: (other, otherLanguage) =>
      other === own && otherLanguage === language ? analysis : analyze(other, otherLanguage),
    answers: [...answers].map(([of, answer]) => ({ of, answer })),
    ...(isAskedFor && { isAskedFor }),
  };
}

/** Reads what files export, each once, until they are too many. */
function exportsBeside(folder: string): ReadExports {
  const known = new Map<string, Exports | undefined>();
  let left = CHARACTERS_AT_MOST;
  const exportsOf = (file: string): Exports | undefined => {
    try {
      const text = readFileSync(file, "utf8");
      left -= text.length;
      return left < 0 ? undefined : exportsOfFile(file, text);
    } catch {
      // It is not there, or no text: the name of what is imported has to do.
      return undefined;
    }
  };
  return (relative) => {
    const meant = path.resolve(folder, relative);
    if (!known.has(meant)) known.set(meant, exportsOf(meant));
    return Promise.resolve(known.get(meant));
  };
}

import { analyze } from "../analyze.ts";
import type { Answers, FileAnalysis, Language } from "../model.ts";
import { answersOf, joined, type ReadExports } from "./answers-of.ts";
import { NO_ANSWERS } from "./imported-functions.ts";

/** One answer may raise another question; a text that goes on asking is left with what it got. */
const ROUNDS_AT_MOST = 5;

/** Calls what reads a text, perhaps with a limit of time. */
export type Reading = <Result>(read: () => Result) => Result;

/** The analysis of a text with what it imports from other files of the project. */
export async function analyzeWithImports(
  text: string,
  language: Language,
  read: ReadExports,
  reading?: Reading,
): Promise<FileAnalysis> {
  return (await readWithImports(text, language, read, reading)).analysis;
}

/** The same, with how the imported functions answer: whoever has that need not read their files again. */
export async function readWithImports(
  text: string,
  language: Language,
  read: ReadExports,
  reading: Reading = (analyzes) => analyzes(),
): Promise<{ readonly analysis: FileAnalysis; readonly answers: Answers }> {
  let answers = NO_ANSWERS;
  let analysis = reading(() => analyze(text, language));
  for (let round = 0; round < ROUNDS_AT_MOST && analysis.imports !== undefined; round++) {
    const more = joined(answers, await answersOf(analysis.imports, read));
    if (more === answers) break;
    answers = more;
    analysis = reading(() => analyze(text, language, more));
  }
  return { analysis, answers };
}

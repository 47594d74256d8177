import { analyze } from "../../analysis/analyze.ts";
import { breakdownOf } from "../../analysis/breakdown/breakdown.ts";
import { askedForAt, startsOfNamed } from "../../analysis/explain/asked-for.ts";
import { explain } from "../../analysis/explain/explain.ts";
import { matchFunctions } from "../../analysis/match/match-functions.ts";
import { isToldAsynchronous, type FileVersion } from "../../analysis/match/versions.ts";
import { NotAsynchronous } from "../../analysis/match/not-asynchronous.ts";
import type {
  AsyncFunction,
  Answers as ImportAnswers,
  FileAnalysis,
  Language,
} from "../../analysis/model.ts";
import type { Answers, FunctionPairs, PlainFunction, Question, QuestionKind } from "./questions.ts";

/**
 * Answers a question about a text. Reads the text, of `matches` both, and takes as long as that takes: for a large text
 * this is the thread's work.
 */
export function answerTo(
  text: string,
  language: Language,
  question: Question,
  answers?: ImportAnswers,
): Answers[QuestionKind] {
  switch (question.kind) {
    case "breakdown":
      return breakdownOf(text, language, question.start, answers) ?? null;
    case "explanation":
      return explain(text, language, question.offset);
    case "asked-for": {
      const { which } = question;
      const start =
        typeof which === "number" ? which : startsOfNamed(text, language, which.name)[which.ordinal];
      const found = start === undefined ? undefined : askedForAt(text, language, start);
      if (start === undefined || found === undefined) return null;
      const { name } = found;
      return { name, ordinal: startsOfNamed(text, language, name).indexOf(start), start };
    }
    case "matches": {
      const { baseCharacters, baseLanguage } = question;
      const base = read(text.slice(0, baseCharacters), baseLanguage);
      return matchedPairs(base, read(text.slice(baseCharacters), language));
    }
  }
}

/** Which functions of a text are which of a later one, where both have been read. */
export function matchedPairs(base: ReadText, head: ReadText): FunctionPairs {
  const indexIn = ({ analysis }: ReadText) =>
    new Map(analysis.functions.map((found, index) => [found, index]));
  const [baseIndex, headIndex] = [indexIn(base), indexIn(head)];
  const { matches } = matchFunctions([asVersion(base)], [asVersion(head)], new NotAsynchronous());
  return matches
    .filter((match) => isToldAsynchronous(match.head))
    .map(({ base: { found }, head: now }) => [
      baseIndex.get(found) ?? plainFunction(found),
      headIndex.get(now.found)!,
    ]);
}

function plainFunction({
  name,
  tokens,
  pattern,
  runner,
  criticalPath,
  textHash,
}: AsyncFunction): PlainFunction {
  return { name, tokens, pattern, ...(runner === undefined ? {} : { runner }), criticalPath, textHash };
}

/** A text and what is in it. */
export interface ReadText {
  readonly text: string;
  readonly language: Language;
  readonly analysis: FileAnalysis;
}

function read(text: string, language: Language): ReadText {
  return { text, language, analysis: analyze(text, language) };
}

/** Both versions are of one file, whatever its name. */
function asVersion(file: ReadText): FileVersion {
  return { ...file, path: "" };
}

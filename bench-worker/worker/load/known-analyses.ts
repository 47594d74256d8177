import type { FileAnalysis, Language } from "../../../analysis/model.ts";
import type { Analyze } from "./load-services.ts";
import { reading } from "./reading.ts";

/** So many texts are kept: those of the targets, and what has become of them. */
const TEXTS_AT_MOST = 8;

/**
 * Reads each text once, however often a target is loaded: in a process that measures for less than half a second,
 * reading it again and again, by code that is not warm, would take a good part of that.
 *
 * @param milliseconds of computing that reading one may take.
 */
export function knownAnalyses(analyze: Analyze, milliseconds?: number): Analyze {
  const known = new Map<Language, Map<string, FileAnalysis>>();
  return (text, language) => {
    const texts = known.get(language) ?? new Map<string, FileAnalysis>();
    known.set(language, texts);
    const analysis = texts.get(text) ?? reading(() => analyze(text, language), milliseconds);
    // The one that was asked for least lately is the first to go.
    texts.delete(text);
    texts.set(text, analysis);
    if (texts.size > TEXTS_AT_MOST) texts.delete(texts.keys().next().value!);
    return analysis;
  };
}

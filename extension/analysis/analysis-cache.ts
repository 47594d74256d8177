import type { FileAnalysis, Language } from "../../analysis/model.ts";
import type { SourceCode } from "../../analysis/source/source-code.ts";
import { freshHint, withLastGood, type Hint, type LastGood } from "./last-good.ts";

/** One version of a document's text. */
export interface SourceText {
  /** Names the document. */
  readonly key: string;
  /** Goes up with every change. */
  readonly version: number;
  /** The editor's language id. */
  readonly languageId: string;
  /** Asked for only when it has to be read. */
  readonly code: () => SourceCode;
}

/** What is known of one version of a document. */
export interface DocumentAnalysis {
  readonly version: number;
  readonly languageId: string;
  readonly language: Language;
  /** The document's code: of a component its scripts, with spaces in place of all else. */
  readonly text: string;
  /** What is in the text, and no more. */
  readonly analysis: FileAnalysis;
  /** What is shown of it, in order of their starts: half-typed text keeps the hints of the last good one. */
  readonly hints: readonly Hint[];
}

/** Reads each version of each document once, whoever asks. */
export class AnalysisCache {
  readonly #analyze: (text: string, language: Language) => FileAnalysis;
  readonly #entries = new Map<string, { present: DocumentAnalysis; good: LastGood | null }>();

  constructor(analyze: (text: string, language: Language) => FileAnalysis) {
    this.#analyze = analyze;
  }

  /** The analysis of this version; it is read now unless it is already known. */
  of({ key, version, languageId, code }: SourceText): DocumentAnalysis {
    const known = this.#entries.get(key);
    if (known?.present.version === version && known.present.languageId === languageId) return known.present;

    const { text, language } = code();
    const analysis = this.#analyze(text, language);
    const whole = analysis.problems.length === 0;
    const good = known?.present.language === language ? known.good : null;
    const hints =
      whole || good === null
        ? analysis.functions.map(freshHint)
        : withLastGood(text, analysis.functions, good);
    const present = { version, languageId, language, text, analysis, hints };
    this.#entries.set(key, { present, good: whole ? { text, functions: analysis.functions } : good });
    return present;
  }

  /** Drops what is known of a document. */
  forget(key: string): void {
    this.#entries.delete(key);
  }
}

import type { Answers, FileAnalysis, Language } from "../../analysis/model.ts";
import type { Reading } from "../../analysis/reuse.ts";
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
  /** How the functions answer that it imports, where their files have been read. */
  readonly answers?: Answers | undefined;
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

/** Reads a text; `earlier` is what the document's last version left. */
type Read = (text: string, language: Language, earlier: Reading | null, answers?: Answers) => Reading;

/** Reads each version of each document once, whoever asks, and of it what the last edit has changed. */
export class AnalysisCache {
  readonly #read: Read;
  /** What the last reading of each document leaves for the next one. */
  readonly #readings = new Map<string, Reading>();
  readonly #entries = new Map<string, { present: DocumentAnalysis; good: LastGood | null }>();

  constructor(read: Read) {
    this.#read = read;
  }

  /** The analysis of this version; it is read now unless it is already known. */
  of({ key, version, languageId, code, answers }: SourceText): DocumentAnalysis {
    const known = this.known(key, version, languageId);
    if (known !== undefined) return known;
    const { text, language } = code();
    const reading = this.#read(text, language, this.#readings.get(key) ?? null, answers);
    this.#readings.set(key, reading);
    return this.put(key, { version, languageId, text, language, analysis: reading.analysis });
  }

  /** The analysis of this version if there is one. */
  known(key: string, version: number, languageId: string): DocumentAnalysis | undefined {
    const present = this.#entries.get(key)?.present;
    return present?.version === version && present.languageId === languageId ? present : undefined;
  }

  /** Takes in an analysis that was made elsewhere, unless there is one of a later version. */
  put(key: string, made: Omit<DocumentAnalysis, "hints">): DocumentAnalysis {
    const known = this.#entries.get(key);
    if (known !== undefined && known.present.version > made.version) return known.present;
    const { text, language, analysis } = made;
    const whole = analysis.problems.length === 0;
    const good = known?.present.language === language ? known.good : null;
    const hints =
      whole || good === null
        ? analysis.functions.map(freshHint)
        : withLastGood(text, analysis.functions, good);
    const present = { ...made, hints };
    this.#entries.set(key, { present, good: whole ? { text, functions: analysis.functions } : good });
    return present;
  }

  /** Has the present version of a document be read again: what it was read with has changed. */
  readAgain(key: string): void {
    const known = this.#entries.get(key);
    if (known !== undefined)
      this.#entries.set(key, { ...known, present: { ...known.present, version: NaN } });
  }

  /** Drops what is known of a document. */
  forget(key: string): void {
    this.#entries.delete(key);
    this.#readings.delete(key);
  }
}

import path from "node:path";
import { codeOfFile } from "../analysis/components/code-of.ts";
import { analyzeWithImports } from "../analysis/imports/analyze-with-imports.ts";
import type { Exports } from "../analysis/imports/answers-of.ts";
import { exportsAnswering } from "../analysis/imports/exports-answering.ts";
import type { FileAnalysis, Language } from "../analysis/model.ts";
import type { ReadSource } from "../bench-worker/host/source-file.ts";

/** Larger files are read for themselves only: nobody writes them. */
const CHARACTERS_AT_MOST = 400_000;

/** What the files of a project export, each read once, for those that import it. */
export class ProjectExports {
  readonly #read: ReadSource;
  readonly #known = new Map<string, Promise<Exports | undefined>>();

  constructor(read: ReadSource) {
    this.#read = read;
  }

  /** The analysis of a text that stands in a file by that absolute path, with what it imports from others. */
  async analyze(file: string, text: string, language: Language): Promise<FileAnalysis> {
    const folder = path.dirname(file);
    return await analyzeWithImports(text, language, (relative) =>
      this.#exportsOf(path.resolve(folder, relative)),
    );
  }

  #exportsOf(file: string): Promise<Exports | undefined> {
    const known = this.#known.get(file) ?? this.#readExports(file);
    this.#known.set(file, known);
    return known;
  }

  async #readExports(file: string): Promise<Exports | undefined> {
    try {
      const code = codeOfFile(file, (await this.#read(file)).text);
      if (code === undefined || code.text.length > CHARACTERS_AT_MOST) return new Map();
      return exportsAnswering(code.text, code.language);
    } catch {
      // It is not there, or no text: the name of what is imported has to do.
      return undefined;
    }
  }
}

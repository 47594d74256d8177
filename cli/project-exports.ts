import path from "node:path";
import { analyzeWithImports } from "../analysis/imports/analyze-with-imports.ts";
import type { Exports } from "../analysis/imports/exports-of.ts";
import { exportsOfFile } from "../analysis/imports/exports-of-file.ts";
import type { FileAnalysis, Language } from "../analysis/model.ts";
import type { ReadSource } from "../bench-worker/host/source-file.ts";

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
      return exportsOfFile(file, (await this.#read(file)).text);
    } catch {
      // It is not there, or no text: the name of what is imported has to do.
      return undefined;
    }
  }
}

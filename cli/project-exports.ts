import path from "node:path";
import { analyzeWithImports } from "../analysis/imports/analyze-with-imports.ts";
import type { Exports } from "../analysis/imports/exports-of.ts";
import { exportsOfFile } from "../analysis/imports/exports-of-file.ts";
import type { FileAnalysis, Language } from "../analysis/model.ts";
import { reading } from "../bench-worker/host/reading.ts";
import type { ReadSource } from "../bench-worker/host/source-file.ts";

/** What the files of a project export, each read once, for those that import it. */
export class ProjectExports {
  readonly #read: ReadSource;
  readonly #known = new Map<string, Promise<Exports | undefined>>();

  constructor(read: ReadSource) {
    this.#read = read;
  }

  /**
   * The analysis of a text that stands in a file by that absolute path, with what it imports from others.
   *
   * @param name The file, for the user.
   * @throws {SourceFileError} where that takes too long.
   */
  async analyze(file: string, text: string, language: Language, name = file): Promise<FileAnalysis> {
    const folder = path.dirname(file);
    const exportsOf = (relative: string): Promise<Exports | undefined> =>
      this.#exportsOf(path.resolve(folder, relative));
    return await analyzeWithImports(text, language, exportsOf, (read) => reading(name, read));
  }

  #exportsOf(file: string): Promise<Exports | undefined> {
    const known = this.#known.get(file) ?? this.#readExports(file);
    this.#known.set(file, known);
    return known;
  }

  async #readExports(file: string): Promise<Exports | undefined> {
    try {
      const { text } = await this.#read(file);
      return reading(file, () => exportsOfFile(file, text));
    } catch {
      // It is not there, or no text, or takes too long: the name of what is imported has to do.
      return undefined;
    }
  }
}

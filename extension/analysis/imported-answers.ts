import * as vscode from "vscode";
import { codeOfFile } from "../../analysis/components/code-of.ts";
import { answersOf, areSameAnswers, type Exports } from "../../analysis/imports/answers-of.ts";
import { exportsAnswering } from "../../analysis/imports/exports-answering.ts";
import type { Answers, ImportedFunction } from "../../analysis/model.ts";
import { LARGE_CHARACTERS } from "./file-size.ts";

/** So many files are remembered; a large project has more. */
const FILES_AT_MOST = 2_000;

/** How functions answer that documents import from other files, which are read for it once as long as they stay the same. */
export class ImportedAnswers {
  /** By document. */
  readonly #answers = new Map<string, Answers>();
  /** By file, with what tells whether it is still the same. */
  readonly #files = new Map<string, { readonly state: string; readonly exported: Exports }>();
  readonly #following = new Set<string>();

  /** What was found for a document so far, by its URI. */
  known(key: string): Answers | undefined {
    return this.#answers.get(key);
  }

  /** Finds out how these functions answer; true where that is not what was known for the document. */
  async follow(uri: vscode.Uri, imports: readonly ImportedFunction[]): Promise<boolean> {
    const key = uri.toString();
    // Who asks on every key stroke is told once for all of them.
    if (this.#following.has(key)) return false;
    this.#following.add(key);
    try {
      const answers = await this.read(uri, imports);
      const before = this.#answers.get(key);
      if (before === undefined ? answers.size === 0 : areSameAnswers(before, answers)) return false;
      this.#answers.set(key, answers);
      return true;
    } finally {
      this.#following.delete(key);
    }
  }

  /** How these functions answer that a file imports. */
  async read(uri: vscode.Uri, imports: readonly ImportedFunction[]): Promise<Answers> {
    const folder = vscode.Uri.joinPath(uri, "..");
    return await answersOf(imports, (relative) => this.#exportsOf(vscode.Uri.joinPath(folder, relative)));
  }

  /** Drops what is known of a document. */
  forget(uri: vscode.Uri): void {
    this.#answers.delete(uri.toString());
  }

  async #exportsOf(uri: vscode.Uri): Promise<Exports | undefined> {
    const key = uri.toString();
    const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === key);
    try {
      const stat = document === undefined ? await vscode.workspace.fs.stat(uri) : undefined;
      if (stat !== undefined && (stat.type & vscode.FileType.File) === 0) return undefined;
      const state = stat === undefined ? `version ${document!.version}` : `${stat.mtime} ${stat.size}`;
      const known = this.#files.get(key);
      if (known?.state === state) return known.exported;
      const exported =
        stat !== undefined && stat.size > LARGE_CHARACTERS
          ? new Map<string, never>()
          : exportsIn(
              uri.path,
              document?.getText() ?? new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)),
            );
      if (this.#files.size >= FILES_AT_MOST) this.#files.clear();
      this.#files.set(key, { state, exported });
      return exported;
    } catch {
      // It is not there, or may not be read.
      return undefined;
    }
  }
}

function exportsIn(path: string, text: string): Exports {
  const code = codeOfFile(path, text);
  if (code === undefined || code.text.length > LARGE_CHARACTERS) return new Map();
  return exportsAnswering(code.text, code.language);
}

import * as vscode from "vscode";
import type { ReadExports } from "../../analysis/imports/answers-of.ts";
import type { Exports } from "../../analysis/imports/exports-of.ts";
import { importKey, NO_ANSWERS } from "../../analysis/imports/imported-functions.ts";
import type { Answers, ImportedFunction } from "../../analysis/model.ts";

/** So many files are remembered; a large project has more. */
const FILES_AT_MOST = 2_000;

/** How functions answer that documents import from other files, which are read for it once as long as they stay the same. */
export class ImportedAnswers {
  /** By document. */
  readonly #answers = new Map<string, Answers>();
  /** By file, with what tells whether it is still the same. */
  readonly #files = new Map<string, { readonly state: string; readonly exported: Exports }>();
  /** What each document imported when that was read last, and what it imports by now. */
  readonly #read = new Map<string, string>();
  readonly #wanted = new Map<string, readonly ImportedFunction[]>();

  /** What was found for a document so far, by its URI. */
  known(key: string): Answers | undefined {
    return this.#answers.get(key);
  }

  /** Finds out how these functions answer that a document imports now; true where that tells something new. */
  async follow(uri: vscode.Uri, imports: readonly ImportedFunction[]): Promise<boolean> {
    const key = uri.toString();
    const isUnderWay = this.#wanted.has(key);
    this.#wanted.set(key, imports);
    if (isUnderWay) return false;
    let isNew = false;
    try {
      for (let now: typeof imports | undefined = imports; now !== undefined; now = this.#newer(key, now)) {
        const asked = now.map(importKey).join("\n");
        if (this.#read.get(key) === asked) continue;
        this.#read.set(key, asked);
        const before = this.#answers.get(key) ?? NO_ANSWERS;
        const { answersOf, joined } = await import(
          /* webpackChunkName: "imports" */ "../../analysis/imports/answers-of.ts"
        );
        const answers = joined(before, await answersOf(now, this.readerFor(uri)));
        if (answers === before) continue;
        this.#answers.set(key, answers);
        isNew = true;
      }
    } finally {
      this.#wanted.delete(key);
    }
    return isNew;
  }

  /** What a document has come to import while that before was read. */
  #newer(key: string, read: readonly ImportedFunction[]): readonly ImportedFunction[] | undefined {
    const wanted = this.#wanted.get(key);
    return wanted === read ? undefined : wanted;
  }

  /**
   * Tells of the files that lie around one.
   *
   * @param asked Gets the URI of each file that is asked for, of those that are not there too.
   */
  readerFor(uri: vscode.Uri, asked?: Set<string>): ReadExports {
    // The committed side of a difference has its query name the file.
    const scheme = uri.scheme === "git" ? "file" : uri.scheme;
    const folder = vscode.Uri.joinPath(uri.with({ scheme, query: "", fragment: "" }), "..");
    const isThere = vscode.workspace.fs.isWritableFileSystem(scheme) === true;
    return async (relative) => {
      if (!isThere) return undefined;
      const file = vscode.Uri.joinPath(folder, relative);
      asked?.add(file.toString());
      return await this.#exportsOf(file);
    };
  }

  /** Files may have changed: who asks next is told anew. */
  lookAgain(): void {
    this.#read.clear();
  }

  /** Drops what is known of a document. */
  forget(uri: vscode.Uri): void {
    this.#answers.delete(uri.toString());
    this.#read.delete(uri.toString());
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
      const { CHARACTERS_AT_MOST, exportsOfFile } = await import(
        /* webpackChunkName: "imports" */ "../../analysis/imports/exports-of-file.ts"
      );
      // One that is too large need not be read.
      const read = async (): Promise<string> =>
        stat !== undefined && stat.size > CHARACTERS_AT_MOST
          ? ""
          : new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
      const exported = exportsOfFile(uri.path, document?.getText() ?? (await read()));
      if (this.#files.size >= FILES_AT_MOST) this.#files.clear();
      this.#files.set(key, { state, exported });
      return exported;
    } catch {
      // It is not there, or may not be read.
      return undefined;
    }
  }
}

import { canRun } from "../../analysis/entries/can-run.ts";
import type { AsyncFunction, FileAnalysis } from "../../analysis/model.ts";
import { ordinals } from "../benchmark/result-store.ts";
import { operationsOf } from "../leanest/variant-index.ts";

/** What is kept of an asynchronous function of the workspace. */
export interface IndexedFunction extends Pick<
  AsyncFunction,
  "name" | "pattern" | "runner" | "tokens" | "position" | "textHash"
> {
  readonly ioCalls: number;
  /** What its I/O calls call, by their last names. */
  readonly operations: readonly string[];
  /** Which of the functions of its name it is in its file, counted from 0. */
  readonly ordinal: number;
  /** A benchmark can get at it. */
  readonly isReachable: boolean;
}

/** A file with its asynchronous functions, in the order of the text. */
export interface IndexedFile {
  readonly uri: string;
  /** As the user sees it, from the workspace folder on. */
  readonly path: string;
  readonly functions: readonly IndexedFunction[];
  /** URIs of other files that it was read by, of such that are not there too. A document that is open follows them itself. */
  readonly dependsOn?: ReadonlySet<string>;
}

/** How far the index is. */
export type IndexState =
  | { readonly kind: "nothing" }
  | { readonly kind: "reading"; readonly read: number; readonly files: number }
  | {
      readonly kind: "done";
      readonly files: number;
      readonly tooMany: boolean;
      /** The paths of files that are read only once they are open. */
      readonly tooLarge: readonly string[];
    }
  | { readonly kind: "cancelled"; readonly read: number; readonly files: number };

/** What an analysis tells, as the index keeps it. */
export function indexedFunctions({ functions }: Pick<FileAnalysis, "functions">): IndexedFunction[] {
  const ordinal = ordinals(functions);
  return functions.map((found) => ({
    name: found.name,
    pattern: found.pattern,
    ...(found.runner === undefined ? {} : { runner: found.runner }),
    tokens: found.tokens,
    position: found.position,
    textHash: found.textHash,
    ioCalls: found.ioCalls.length,
    operations: operationsOf(found),
    ordinal: ordinal.get(found) ?? 0,
    isReachable: canRun(found),
  }));
}

/** The files of the workspace that have asynchronous functions. */
export class FunctionIndex {
  readonly #files = new Map<string, IndexedFile>();

  /** In no order. */
  get files(): readonly IndexedFile[] {
    return [...this.#files.values()];
  }

  /** Whether a file is known to have asynchronous functions. */
  has(uri: string): boolean {
    return this.#files.has(uri);
  }

  /** The URIs of files that were read by that of another. */
  dependentOn(uri: string): string[] {
    return [...this.#files.values()].flatMap((file) => (file.dependsOn?.has(uri) === true ? [file.uri] : []));
  }

  /** Takes a file in; says whether anything has changed by it. A file without functions is not kept. */
  put(file: IndexedFile): boolean {
    const known = this.#files.get(file.uri);
    if (file.functions.length === 0) return this.#files.delete(file.uri);
    this.#files.set(file.uri, file);
    return known === undefined || JSON.stringify(known.functions) !== JSON.stringify(file.functions);
  }

  /** Drops a file, and where it is a folder all in it; says whether there was any. */
  remove(uri: string): boolean {
    const gone = [...this.#files.keys()].filter((known) => known === uri || known.startsWith(`${uri}/`));
    for (const known of gone) this.#files.delete(known);
    return gone.length > 0;
  }

  clear(): void {
    this.#files.clear();
  }
}

import type * as vscode from "vscode";
import type { DocumentAnalyses } from "../analysis/document-analyses.ts";
import { loadedOnce } from "../loaded-once.ts";
import type { EditorTarget, FunctionReference } from "./targets.ts";

/** Finds in the open documents what is to be measured; how that is done is loaded with the first. All throw a `RefusedError` where there is nothing. */
export class TargetResolver {
  readonly #analyses: DocumentAnalyses;
  readonly #load = loadedOnce(async () => {
    const { TargetsOfDocuments } = await import(
      /* webpackChunkName: "targets" */ "./targets-of-documents.ts"
    );
    return new TargetsOfDocuments(this.#analyses);
  });

  constructor(analyses: DocumentAnalyses) {
    this.#analyses = analyses;
  }

  /** The function around the cursor. */
  async underCursor(): Promise<EditorTarget> {
    return (await this.#load()).underCursor();
  }

  /** The function that a lens, a hover or the panel names, in the present text. */
  async referred(reference: FunctionReference): Promise<EditorTarget> {
    return (await this.#load()).referred(reference);
  }

  /** The functions that a file stands for: its default export, else every one that is not nested in another. */
  async ofFile(uri: vscode.Uri): Promise<EditorTarget[]> {
    return (await this.#load()).ofFile(uri);
  }

  /** Every function that can be run of a file, else of the one in front. */
  async allOfFile(uri?: vscode.Uri): Promise<EditorTarget[]> {
    return (await this.#load()).allOfFile(uri);
  }
}

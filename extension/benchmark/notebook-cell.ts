import * as vscode from "vscode";
import { codeOfDocument } from "../../analysis/components/code-of.ts";
import { namesFromOthers } from "../../analysis/scopes/shared-names.ts";
import type { DocumentAnalysis } from "../analysis/analysis-cache.ts";
import { RefusedError } from "./refused.ts";
import { NOTEBOOK_CELL_SCHEME } from "./targets.ts";

/**
 * Where a cell of a notebook is measured: as a file beside the notebook, so that what it imports is found. A document
 * that is no cell is measured where it lies.
 *
 * @param analysis Of the cell's present text.
 * @throws {RefusedError} when the cell needs another one, as each is measured by itself.
 */
export function pathToMeasure(document: vscode.TextDocument, analysis: DocumentAnalysis): string {
  const { uri } = document;
  if (uri.scheme !== NOTEBOOK_CELL_SCHEME) return uri.fsPath;
  const { notebook, index } = cellOf(document);
  if (notebook.uri.scheme !== "file") {
    throw new RefusedError(
      "The notebook does not lie on this machine's disk, and a benchmark has to load what its cells import. Save it first.",
    );
  }
  const { text, language } = analysis;
  const others = notebook
    .getCells()
    .filter((cell) => cell.kind === vscode.NotebookCellKind.Code && cell.index !== index)
    .map((cell) => codeOfDocument(cell.document.languageId, cell.document.getText()))
    .filter((code) => code !== undefined);
  const names = namesFromOthers({ text, language, problems: [] }, others);
  if (names.length > 0) {
    throw new RefusedError(
      `The cell uses ${list(names)} of other cells, and a cell is measured by itself. Put what it needs into the cell, or all into a file.`,
    );
  }
  return `${notebook.uri.fsPath}.cell-${index + 1}.${language}`;
}

function cellOf(document: vscode.TextDocument): vscode.NotebookCell {
  for (const notebook of vscode.workspace.notebookDocuments) {
    const cell = notebook.getCells().find((one) => one.document === document);
    if (cell !== undefined) return cell;
  }
  throw new RefusedError("The notebook of this cell is not open any more.");
}

/** `a`, `a and b`, `a, b and 3 more`. */
function list(names: readonly string[]): string {
  const [first, second, ...more] = names;
  if (second === undefined) return first!;
  return more.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${more.length} more`;
}

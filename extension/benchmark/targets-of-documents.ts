import os from "node:os";
import * as vscode from "vscode";
import { canRun } from "../../analysis/entries/can-run.ts";
import { mainFunctions } from "../../analysis/entries/main-functions.ts";
import type { Explanation } from "../../analysis/explain/explain.ts";
import type { AsyncFunction } from "../../analysis/model.ts";
import type { DocumentAnalysis } from "../analysis/analysis-cache.ts";
import type { DocumentAnalyses } from "../analysis/document-analyses.ts";
import { limitNotice } from "../analysis/file-size.ts";
import type { Question } from "../analysis/questions.ts";
import { workspaceFolderOf } from "./workspace-folder.ts";
import type { Command } from "./messages.ts";
import { pathToMeasure } from "./notebook-cell.ts";
import { RefusedError } from "./refused.ts";
import {
  canBeMeasured,
  editorTarget,
  functionAtCursor,
  notAsked,
  runnableAround,
  referred,
  targetAt,
  whyNotHere,
  type Cursor,
  type DocumentPlace,
  type EditorTarget,
  type FunctionReference,
} from "./targets.ts";

/** Finds in the open documents what is to be measured. All throw a {@link RefusedError} where there is nothing. */
export class TargetsOfDocuments {
  readonly #analyses: DocumentAnalyses;

  constructor(analyses: DocumentAnalyses) {
    this.#analyses = analyses;
  }

  /** The function around the cursor. */
  async underCursor(): Promise<EditorTarget> {
    const editor = activeEditor();
    const analysis = await this.#read(editor.document);
    const { document, selection } = editor;
    const line = document.lineAt(selection.active);
    const cursor = {
      offset: document.offsetAt(selection.active),
      textStart: document.offsetAt(line.range.start) + line.firstNonWhitespaceCharacterIndex,
      lineEnd: document.offsetAt(line.range.end),
    };
    const found = functionAtCursor(analysis.analysis.functions, cursor);
    const innermost = await this.#innermost(document, analysis, cursor);
    const asked = innermost && (await this.#askedFor(document, analysis, innermost.range?.start ?? -1));
    if (asked !== undefined) return asked;
    const { partAtLine, why } = innermost === undefined ? {} : notAsked(analysis.text, found, innermost);
    if (found === undefined) {
      const remedy = "Put it into a function, or into the line where one begins; a hint stands above each.";
      throw new RefusedError(
        `There is no asynchronous function under the cursor. ${problemOf(analysis) || (why ?? remedy)}`,
      );
    }
    if (why === undefined) return { ...target(document, analysis, found), partAtLine };
    const { uri, name, ordinal } = target(document, analysis, found);
    throw new RefusedError(`${why} ${name} is around it.`, benchmarkOf({ uri, name, ordinal }));
  }

  /** What is said of the innermost function that the cursor means, asynchronous or not. */
  #innermost(
    document: vscode.TextDocument,
    analysis: DocumentAnalysis,
    { offset, textStart }: Cursor,
  ): Promise<Explanation | undefined> {
    const question = { kind: "explanation", offset: Math.max(offset, textStart) } as const;
    return this.#analyses.ask(document.uri.toString(), analysis, question);
  }

  /** A function of which no text tells that it is asynchronous, where it may be; undefined where there is none. */
  async #askedFor(
    document: vscode.TextDocument,
    analysis: DocumentAnalysis,
    which: Extract<Question, { kind: "asked-for" }>["which"],
  ): Promise<EditorTarget | undefined> {
    const question = { kind: "asked-for", which } as const;
    const asked = await this.#analyses.ask(document.uri.toString(), analysis, question);
    if (asked === undefined || asked === null) return undefined;
    return targetAt(placeOf(document, analysis), analysis, asked, folderOf(document));
  }

  /** The function that a lens, a hover or the panel names, in the present text. */
  async referred(reference: FunctionReference): Promise<EditorTarget> {
    const document = await open(reference.uri);
    const analysis = await this.#read(document);
    const found = referred(analysis.analysis.functions, reference);
    if (found === undefined) {
      const asked = await this.#askedFor(document, analysis, reference);
      if (asked !== undefined) return asked;
      throw new RefusedError(
        `${nameOf(document)} has no asynchronous function ${reference.name} at the moment. ${problemOf(analysis)}`.trimEnd(),
      );
    }
    return target(document, analysis, found);
  }

  /** The functions that a file stands for: its default export, else every one that is not nested in another. */
  async ofFile(uri: vscode.Uri): Promise<EditorTarget[]> {
    const document = await open(uri.toString());
    const analysis = await this.#read(document);
    const { functions } = analysis.analysis;
    const chosen = mainFunctions(functions).filter(canRun);
    if (chosen.length > 0) return chosen.map((found) => target(document, analysis, found));
    const why = functions.length === 0 ? problemOf(analysis) : "None can be reached from outside.";
    throw new RefusedError(
      `${nameOf(document)} has no asynchronous function that can be measured. ${why}`.trimEnd(),
    );
  }

  /** Every function that can be run of a file, else of the one in front. */
  async allOfFile(uri?: vscode.Uri): Promise<EditorTarget[]> {
    const document = uri === undefined ? activeEditor().document : await open(uri.toString());
    const analysis = await this.#read(document);
    const { functions } = analysis.analysis;
    if (functions.length === 0) {
      throw new RefusedError(
        `${nameOf(document)} has no asynchronous function. ${problemOf(analysis)}`.trimEnd(),
      );
    }
    const runnable = functions.filter(canRun);
    if (runnable.length === 0) return [target(document, analysis, functions[0]!)];
    return runnable.map((found) => target(document, analysis, found));
  }

  async #read(document: vscode.TextDocument): Promise<DocumentAnalysis> {
    if (!canBeMeasured(document.uri.scheme)) {
      throw new RefusedError(`${nameOf(document)}: ${whyNotHere(document.uri.scheme)}`);
    }
    const analysis = await this.#analyses.read(document);
    if (analysis !== undefined) return analysis;
    const passed = this.#analyses.overLimit(document);
    if (passed !== undefined) {
      throw new RefusedError(`${nameOf(document)}: ${limitNotice(passed)}.`, {
        "Open Settings": ["workbench.action.openSettings", "asyncCost.maximumFileSizeMegabytes"],
      });
    }
    throw new RefusedError(`${nameOf(document)} is not JavaScript or TypeScript.`);
  }
}

function target(
  document: vscode.TextDocument,
  analysis: DocumentAnalysis,
  found: AsyncFunction,
): EditorTarget {
  const place = placeOf(document, analysis);
  const make = (chosen: AsyncFunction): EditorTarget =>
    editorTarget(place, analysis, chosen, folderOf(document));
  if (canRun(found)) return make(found);

  const around = runnableAround(analysis.analysis.functions, found);
  const why = found.unreachable ?? "It cannot be reached from outside.";
  const remedy = "Move it to the top of its module, or make it a method or an export.";
  if (around === undefined) throw new RefusedError(`${found.name}: ${why} ${remedy}`);
  const { name, ordinal } = make(around);
  throw new RefusedError(
    `${found.name}: ${why} Benchmark ${name}, the function around it. Or: ${remedy}`,
    benchmarkOf({ uri: place.uri, name, ordinal }),
  );
}

function placeOf(document: vscode.TextDocument, analysis: DocumentAnalysis): DocumentPlace {
  const { uri } = document;
  return {
    uri: uri.toString(),
    scheme: uri.scheme,
    path: uri.path,
    fsPath: pathToMeasure(document, analysis),
  };
}

function folderOf({ uri }: vscode.TextDocument): string {
  return workspaceFolderOf(uri.toString()) ?? os.tmpdir();
}

/** A button that measures a function. */
function benchmarkOf(reference: FunctionReference): Readonly<Record<string, Command>> {
  return { [`Benchmark ${reference.name}`]: ["asyncCost.benchmark", reference] };
}

function activeEditor(): vscode.TextEditor {
  const editor = vscode.window.activeTextEditor;
  if (editor !== undefined) return editor;
  throw new RefusedError(
    "Open a JavaScript or TypeScript file and put the cursor into an asynchronous function.",
  );
}

async function open(uri: string): Promise<vscode.TextDocument> {
  try {
    return await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
  } catch {
    throw new RefusedError(`${uri} cannot be opened any more.`);
  }
}

function nameOf({ uri }: vscode.TextDocument): string {
  return vscode.workspace.asRelativePath(uri);
}

function problemOf({ analysis }: DocumentAnalysis): string {
  const [problem] = analysis.problems;
  return problem === undefined ? "" : `The text is not whole (line ${problem.line}: ${problem.reason}).`;
}

import * as vscode from "vscode";
import type { DocumentAnalysis } from "../analysis/analysis-cache.ts";
import type { DocumentAnalyses } from "../analysis/document-analyses.ts";
import type { Hint } from "../analysis/last-good.ts";
import type { Benchmarks } from "../benchmark/benchmarks.ts";
import { ordinalOf, type MatchedResult, type ResultStore } from "../benchmark/result-store.ts";
import { canBeMeasured, targetKey, type FunctionReference } from "../benchmark/targets.ts";
import type { EditorSettings } from "../settings/editor-settings.ts";
import { metricsTitle, resultTitle } from "./lens-title.ts";

/** What the lenses are drawn from. */
export interface LensContext {
  readonly settings: EditorSettings;
  readonly analyses: DocumentAnalyses;
  readonly results: ResultStore;
  readonly benchmarks: Benchmarks;
}

/**
 * One line above every asynchronous function: what reading tells, what its benchmark told, and the button. Each
 * lens comes with its command, so that none is drawn empty first and filled later.
 */
export class LensProvider implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #context: LensContext;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable;

  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(context: LensContext) {
    this.#context = context;
    this.#subscriptions = vscode.Disposable.from(
      context.settings.onDidChange(() => this.#changed.fire()),
      context.benchmarks.onDidChangeResults(() => this.#changed.fire()),
    );
  }

  async provideCodeLenses(
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<vscode.CodeLens[]> {
    const { settings, analyses, results } = this.#context;
    if (!settings.current["codeLens.enabled"]) return [];
    const analysis = await analyses.unlessCancelled(document, token);
    if (analysis === undefined) return [];

    const uri = document.uri.toString();
    const matched = results.match(
      uri,
      analysis.hints.map(({ found }) => found),
    );
    const lines = analysis.hints.map(({ range }) => document.positionAt(range.start).line);
    return analysis.hints.flatMap((hint) => {
      const start = document.positionAt(hint.range.start);
      const named = lines.filter((line) => line === start.line).length > 1;
      const commands = this.#commands(document, analysis, hint, matched.get(hint.found), named);
      return commands.map((command) => new vscode.CodeLens(new vscode.Range(start, start), command));
    });
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }

  #commands(
    { uri }: vscode.TextDocument,
    { analysis }: DocumentAnalysis,
    { found }: Hint,
    matched: MatchedResult | undefined,
    named: boolean,
  ): vscode.Command[] {
    const ordinal = ordinalOf(analysis.functions, found);
    const reference: FunctionReference = { uri: uri.toString(), name: found.name, ordinal };
    const lens = (title: string, command: string, tooltip: string): vscode.Command => ({
      title,
      command,
      tooltip,
      arguments: [reference],
    });
    const commands = [lens(metricsTitle(found, named), "asyncCost.explain", "What the numbers are made of")];
    if (matched !== undefined) {
      commands.push(lens(resultTitle(matched), "asyncCost.openPanel", resultTooltip(matched)));
    }
    if (this.#context.benchmarks.isUnderWay(targetKey(reference.uri, found.name, ordinal))) {
      commands.push(lens("Benchmarking… (cancel)", "asyncCost.cancel", "Cancel this benchmark"));
    } else if (canBeMeasured(uri.scheme)) {
      const what = `Measure time, memory and stack traces of ${found.name} on fake I/O`;
      commands.push(lens("Benchmark", "asyncCost.benchmark", what));
    }
    return commands;
  }
}

function resultTooltip({ result }: MatchedResult): string {
  const { reason, hint } = result;
  return reason === undefined ? "Show it in the panel" : `${reason} ${hint ?? ""}`.trimEnd();
}

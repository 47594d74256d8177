import * as vscode from "vscode";
import type { DocumentAnalyses } from "../analysis/document-analyses.ts";
import type { Hint } from "../analysis/last-good.ts";
import type { Benchmarks } from "../benchmark/benchmarks.ts";
import { ordinals, type MatchedResult, type ResultStore } from "../benchmark/result-store.ts";
import { canBeMeasured, NOT_IN_TEXT, targetKey, type FunctionReference } from "../benchmark/targets.ts";
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
    const ordinal = ordinals(analysis.analysis.functions);
    const starts = analysis.hints.map(({ range }) => document.positionAt(range.start));
    const onLine = new Map<number, number>();
    for (const { line } of starts) onLine.set(line, (onLine.get(line) ?? 0) + 1);
    return analysis.hints.flatMap((hint, index) => {
      const start = starts[index]!;
      const reference = { uri, name: hint.found.name, ordinal: ordinal.get(hint.found) ?? NOT_IN_TEXT };
      const named = (onLine.get(start.line) ?? 0) > 1;
      const commands = this.#commands(document.uri.scheme, reference, hint, matched.get(hint.found), named);
      return commands.map((command) => new vscode.CodeLens(new vscode.Range(start, start), command));
    });
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }

  #commands(
    scheme: string,
    reference: FunctionReference,
    { found }: Hint,
    matched: MatchedResult | undefined,
    named: boolean,
  ): vscode.Command[] {
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
    if (this.#context.benchmarks.isUnderWay(targetKey(reference.uri, found.name, reference.ordinal))) {
      commands.push(lens("Benchmarking… (cancel)", "asyncCost.cancel", "Cancel this benchmark"));
    } else if (canBeMeasured(scheme)) {
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

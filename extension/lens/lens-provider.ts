import * as vscode from "vscode";
import { canRun } from "../../analysis/entries/can-run.ts";
import type { DocumentAnalyses } from "../analysis/document-analyses.ts";
import type { BenchmarkStatus } from "../benchmark/benchmark-status.ts";
import type { MatchedResult } from "../benchmark/result-store.ts";
import { canBeMeasured, targetKey } from "../benchmark/targets.ts";
import { functionHints, type Changing, type FunctionHint, type HintSources } from "../hint/function-hints.ts";
import { hintTitle } from "../hint/hint-title.ts";
import { recordedTitle } from "../recorded/recorded-hint.ts";
import type { EditorSettings } from "../settings/editor-settings.ts";
import { resultTitle } from "./lens-title.ts";

/** What the lenses are drawn from. */
export interface LensContext extends HintSources {
  readonly settings: EditorSettings;
  readonly analyses: DocumentAnalyses;
  readonly comparisons: HintSources["comparisons"] & Changing;
  readonly recorded: HintSources["recorded"] & Changing;
  readonly benchmarks: BenchmarkStatus;
  /** Whether the panel leaves the text less room. */
  readonly panel: PanelInView;
}

/** The panel, as far as hints go by it. */
export interface PanelInView {
  readonly isVisible: boolean;
  readonly onDidChangeVisible: vscode.Event<void>;
}

/**
 * One line above every asynchronous function: what reading tells, what its benchmark told, and the buttons. Each lens comes with its command, so that none is drawn empty
 * first and filled later.
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
      context.comparisons.onDidChange(() => this.#changed.fire()),
      context.recorded.onDidChange(() => this.#changed.fire()),
      context.analyses.onDidChange(() => this.#changed.fire()),
      context.panel.onDidChangeVisible(() => this.#changed.fire()),
    );
  }

  async provideCodeLenses(
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<vscode.CodeLens[]> {
    const { settings, analyses } = this.#context;
    const where = settings.current.hints;
    if (where !== "lens" && where !== "both") return [];
    const analysis = await analyses.unlessCancelled(document, token);
    if (analysis === undefined) return [];

    const hints = functionHints(document.uri.toString(), analysis, this.#context);
    const starts = hints.map(({ range }) => document.positionAt(range.start));
    const onLine = new Map<number, number>();
    for (const { line } of starts) onLine.set(line, (onLine.get(line) ?? 0) + 1);
    return hints.flatMap((hint, index) => {
      const start = starts[index]!;
      const named = (onLine.get(start.line) ?? 0) > 1;
      const commands = this.#commands(document.uri.scheme, hint, named);
      return commands.map((command) => new vscode.CodeLens(new vscode.Range(start, start), command));
    });
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }

  #commands(scheme: string, hint: FunctionHint, named: boolean): vscode.Command[] {
    const { found, reference, compared, matched, recorded } = hint;
    const lens = (title: string, command: string, tooltip: string): vscode.Command => ({
      title,
      command,
      tooltip,
      arguments: [reference],
    });
    const stage = this.#context.benchmarks.stageOf(targetKey(reference.uri, found.name, reference.ordinal));
    const isChanged = compared.sinceHead?.kind === "changed";
    const short = matched !== undefined || stage !== undefined || this.#context.panel.isVisible;
    const title = hintTitle(found, compared, { named, short, matched });
    const commands = [lens(title, "asyncCost.explain", "What the numbers are made of")];
    if (stage !== undefined) {
      const doing = stage === "waits" ? "Waiting…" : "Measuring…";
      commands.push(lens(`${doing} (cancel)`, "asyncCost.cancel", "Cancel this benchmark"));
      return commands;
    }
    // Where the panel leaves the row less room, its end is cut off: what the panel tells too, and then what does the same as what stands before.
    if (matched !== undefined) {
      const title = resultTitle(matched, this.#context.panel.isVisible);
      commands.push(lens(title, "asyncCost.openPanel", resultTooltip(matched)));
    }
    const isMeasurable = canBeMeasured(scheme) && canRun(found);
    const what = `Measure ${found.name} against its version in the last commit`;
    const compare = isMeasurable && isChanged ? [lens("Compare", "asyncCost.compareWithHead", what)] : [];
    if (short) commands.push(...compare);
    if (recorded?.isChanged === true) {
      const why = `${found.name}, or what its calls ran, has another text now: no call of it is played. Record again`;
      commands.push(lens(recordedTitle(recorded, short), "asyncCost.record", why));
    } else if (recorded !== undefined) {
      const most = `Measure the call of ${found.name} that was recorded most often`;
      commands.push(lens(recordedTitle(recorded, short), "asyncCost.benchmark", most));
    }
    if (isMeasurable && (!short || recorded?.isChanged !== false)) {
      const time = `Measure time, memory and stack traces of ${found.name} on fake I/O`;
      commands.push(lens("Benchmark", "asyncCost.benchmark", time));
    }
    if (!short) commands.push(...compare);
    return commands;
  }
}

function resultTooltip({ result }: MatchedResult): string {
  const { reason, hint } = result;
  return reason === undefined
    ? "CPU time of a call, bytes held by a call in flight, level of its stack traces. Show it in the panel"
    : `${reason} ${hint ?? ""}`.trimEnd();
}

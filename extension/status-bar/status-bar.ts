import * as vscode from "vscode";
import { DOCUMENT_SELECTOR, type DocumentAnalyses } from "../analysis/document-analyses.ts";
import { limitNotice } from "../analysis/file-size.ts";
import type { BenchmarkStatus } from "../benchmark/benchmark-status.ts";
import { actionsOf, OPEN_SETTINGS } from "../hint/actions.ts";
import { functionHints, type Changing, type FunctionHint, type HintSources } from "../hint/function-hints.ts";
import { hintTitle } from "../hint/hint-title.ts";
import { resultTitle } from "../lens/lens-title.ts";
import { recordedTitle } from "../recorded/recorded-hint.ts";
import { hintAt, statusText } from "./status-text.ts";

/** After the cursor was moved or the text changed, before the item follows. */
const DELAY_MILLISECONDS = 150;

/** What the item is drawn from. */
export interface StatusBarContext extends HintSources {
  readonly analyses: DocumentAnalyses;
  readonly comparisons: HintSources["comparisons"] & Changing;
  readonly recorded: HintSources["recorded"] & Changing;
  readonly benchmarks: BenchmarkStatus;
}

/** The asynchronous function under the cursor, in the status bar; hidden where there is none. */
export class StatusBar implements vscode.Disposable {
  readonly #context: StatusBarContext;
  readonly #item = vscode.window.createStatusBarItem("function", vscode.StatusBarAlignment.Right, 95);
  readonly #subscriptions: vscode.Disposable;
  #timer: NodeJS.Timeout | undefined;

  constructor(context: StatusBarContext) {
    this.#context = context;
    this.#item.name = "Async Cost: function under the cursor";
    this.#item.command = "asyncCost.functionActions";
    const soon = (): void => this.#drawSoon();
    this.#subscriptions = vscode.Disposable.from(
      this.#item,
      vscode.window.onDidChangeTextEditorSelection(soon),
      vscode.window.onDidChangeActiveTextEditor(soon),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document === vscode.window.activeTextEditor?.document) soon();
      }),
      context.comparisons.onDidChange(soon),
      context.recorded.onDidChange(soon),
      context.analyses.onDidChange(soon),
      context.benchmarks.onDidChangeResults(soon),
      vscode.commands.registerCommand("asyncCost.functionActions", () => this.#offerActions()),
    );
    this.#drawSoon();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscriptions.dispose();
  }

  #drawSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#draw(), DELAY_MILLISECONDS);
  }

  async #draw(): Promise<void> {
    const hint = await this.#hintUnderCursor();
    if (hint === undefined) {
      this.#drawLimit();
      return;
    }
    const { found, compared, matched, recorded } = hint;
    const label = `${found.name}: ${hintTitle(found, compared)}`;
    this.#item.text = statusText(found);
    // Else the icon's name is read out first, and the function's twice.
    this.#item.accessibilityInformation = { label };
    this.#item.tooltip = [
      label,
      ...(matched === undefined ? [] : [resultTitle(matched)]),
      ...(recorded === undefined ? [] : [recordedTitle(recorded)]),
      "Click for what can be done with it.",
    ].join("\n");
    this.#item.show();
  }

  /** The editor itself shows no lens in a text of very many lines, the one that says so included. */
  #drawLimit(): void {
    const document = vscode.window.activeTextEditor?.document;
    const isRead = document && vscode.languages.match(DOCUMENT_SELECTOR, document) > 0;
    const passed = isRead ? this.#context.analyses.overLimit(document) : undefined;
    if (passed === undefined) {
      this.#item.hide();
      return;
    }
    this.#item.text = "$(dashboard) No hints";
    const label = limitNotice(passed);
    this.#item.accessibilityInformation = { label };
    this.#item.tooltip = label;
    this.#item.show();
  }

  async #hintUnderCursor(): Promise<FunctionHint | undefined> {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) return undefined;
    const { document } = editor;
    const analysis = await this.#context.analyses.read(document);
    if (analysis === undefined || editor !== vscode.window.activeTextEditor) return undefined;
    const hints = functionHints(document.uri.toString(), analysis, this.#context);
    return hintAt(hints, document.offsetAt(editor.selection.active));
  }

  async #offerActions(): Promise<void> {
    const hint = await this.#hintUnderCursor();
    if (hint === undefined) {
      await vscode.commands.executeCommand("asyncCost.whyNoHint");
      return;
    }
    const { found, compared, reference } = hint;
    const explain = { title: "Explain", command: "asyncCost.explain", commandArguments: [reference] };
    const actions = [explain, ...(await actionsOf(hint)), OPEN_SETTINGS];
    const picked = await vscode.window.showQuickPick(
      actions.map((action) => ({ label: action.title, action })),
      { title: found.name, placeHolder: hintTitle(found, compared) },
    );
    if (picked === undefined) return;
    await vscode.commands.executeCommand(picked.action.command, ...picked.action.commandArguments);
  }
}

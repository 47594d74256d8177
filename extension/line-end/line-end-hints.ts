import * as vscode from "vscode";
import type { DocumentAnalysis } from "../analysis/analysis-cache.ts";
import type { DocumentAnalyses } from "../analysis/document-analyses.ts";
import type { BenchmarkStatus } from "../benchmark/benchmark-status.ts";
import { functionHints, type Changing, type HintSources } from "../hint/function-hints.ts";
import type { EditorSettings } from "../settings/editor-settings.ts";
import { lineEndTexts } from "./line-end-text.ts";

/** After a key stroke, before the hints are written anew: until then the editor moves them with the text. */
const TYPING_MILLISECONDS = 150;

/** What the hints at the ends of lines are drawn from. */
export interface LineEndContext extends HintSources {
  readonly settings: EditorSettings;
  readonly analyses: DocumentAnalyses;
  readonly comparisons: HintSources["comparisons"] & Changing;
  readonly recorded: HintSources["recorded"] & Changing;
  readonly benchmarks: BenchmarkStatus;
}

/**
 * Dim text at the end of the first line of every asynchronous function that can be seen. One kind of decoration lives
 * as long as the extension, and an editor's decorations are only set when their texts or places have changed, so that
 * nothing flickers.
 */
export class LineEndHints implements vscode.Disposable {
  readonly #context: LineEndContext;
  readonly #type = vscode.window.createTextEditorDecorationType({
    after: { color: new vscode.ThemeColor("asyncCost.lineEndForeground"), margin: "0 0 0 2em" },
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedOpen,
  });
  readonly #subscriptions: vscode.Disposable;
  readonly #drawn = new WeakMap<vscode.TextEditor, string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(context: LineEndContext) {
    this.#context = context;
    const now = (): void => this.#drawSoon(0);
    this.#subscriptions = vscode.Disposable.from(
      this.#type,
      context.settings.onDidChange(now),
      context.comparisons.onDidChange(now),
      context.recorded.onDidChange(now),
      context.analyses.onDidChange(now),
      context.benchmarks.onDidChangeResults(now),
      vscode.window.onDidChangeVisibleTextEditors(now),
      vscode.workspace.onDidOpenTextDocument(now),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (
          !this.#isShown ||
          !vscode.window.visibleTextEditors.some((editor) => editor.document === document)
        )
          return;
        // The editor takes a hint along to the next line when one is begun at its end.
        const hasNewLine = contentChanges.some(({ text }) => text.includes("\n"));
        this.#drawSoon(hasNewLine ? 0 : TYPING_MILLISECONDS);
      }),
    );
    this.#drawSoon(0);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscriptions.dispose();
  }

  get #isShown(): boolean {
    const { hints } = this.#context.settings.current;
    return hints === "line-end" || hints === "both";
  }

  #drawSoon(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      for (const editor of vscode.window.visibleTextEditors) void this.#draw(editor);
    }, milliseconds);
  }

  async #draw(editor: vscode.TextEditor): Promise<void> {
    const { document } = editor;
    const analysis = this.#isShown ? await this.#context.analyses.read(document) : undefined;
    // It was read in another thread, and the text has changed meanwhile: it will be drawn again.
    if (document.isClosed || (analysis !== undefined && analysis.version !== document.version)) return;
    const texts = this.#isShown && analysis !== undefined ? this.#textsOf(document, analysis) : [];
    const drawn = JSON.stringify([document.version, texts]);
    if (drawn === this.#drawn.get(editor) || (texts.length === 0 && !this.#drawn.has(editor))) return;
    this.#drawn.set(editor, drawn);
    editor.setDecorations(
      this.#type,
      texts.map(({ line, text }) => {
        const { end } = editor.document.lineAt(line).range;
        return { range: new vscode.Range(end, end), renderOptions: { after: { contentText: text } } };
      }),
    );
  }

  #textsOf(
    document: vscode.TextDocument,
    analysis: DocumentAnalysis,
  ): { readonly line: number; readonly text: string }[] {
    return lineEndTexts(
      functionHints(document.uri.toString(), analysis, this.#context),
      (offset) => document.positionAt(offset).line,
    );
  }
}

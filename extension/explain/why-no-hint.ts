import * as vscode from "vscode";
import type { DocumentAnalyses } from "../analysis/document-analyses.ts";
import type { BenchmarkMessages, Command } from "../benchmark/messages.ts";
import type { EditorSettings } from "../settings/editor-settings.ts";

/** What the explanation needs of the rest of the extension. */
export interface WhyContext {
  readonly settings: EditorSettings;
  readonly analyses: DocumentAnalyses;
  readonly messages: BenchmarkMessages;
}

/** Says why the function under the cursor has no hint, and returns what it said. */
export async function whyNoHint({ settings, analyses, messages }: WhyContext): Promise<string> {
  const editor = vscode.window.activeTextEditor;
  const document = editor?.document;
  const analysis = document === undefined ? undefined : await analyses.read(document);
  const offset = editor === undefined ? 0 : editor.document.offsetAt(editor.selection.active);
  const explanation =
    document &&
    analysis &&
    (await analyses.ask(document.uri.toString(), analysis, { kind: "explanation", offset }));
  const editorSettings = vscode.workspace.getConfiguration("editor", document);
  const { isTooLargeForLenses, reasonFor } = await import(/* webpackChunkName: "panel" */ "./reason.ts");
  const { sentence, setting } = reasonFor({
    document: document && {
      name: vscode.workspace.asRelativePath(document.uri),
      languageId: document.languageId,
    },
    passedLimit: document && analyses.overLimit(document),
    problems: analysis?.analysis.problems,
    explanation,
    hints: settings.current.hints,
    editorShowsLenses: editorSettings.get<boolean>("codeLens") !== false,
    tooLargeForLenses:
      document !== undefined &&
      isTooLargeForLenses(
        document.lineCount,
        document.getText().length,
        editorSettings.get<boolean>("largeFileOptimizations") !== false,
      ),
  });
  const actions: Record<string, Command> =
    setting === undefined ? {} : { "Open Settings": ["workbench.action.openSettings", setting] };
  messages.refused(sentence, actions);
  return sentence;
}

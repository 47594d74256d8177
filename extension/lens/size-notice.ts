import * as vscode from "vscode";
import { DOCUMENT_SELECTOR, type DocumentAnalyses } from "../analysis/document-analyses.ts";
import { limitNotice } from "../analysis/file-size.ts";
import type { EditorSettings } from "../settings/editor-settings.ts";

const SETTING = "asyncCost.maximumFileSizeMegabytes";

/** The line at the top of a document that is too large to be read, with a way to the setting that says so. */
export function registerSizeNotice(
  settings: Pick<EditorSettings, "current" | "onDidChange">,
  analyses: Pick<DocumentAnalyses, "overLimit">,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const provider: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: (document) => {
      // Who wants no hints does not miss any.
      if (settings.current.hints === "none") return [];
      const passed = analyses.overLimit(document);
      if (passed === undefined) return [];
      const command = {
        title: limitNotice(passed),
        tooltip: `Async Cost reads files up to the size of ${SETTING}`,
        command: "workbench.action.openSettings",
        arguments: [SETTING],
      };
      return [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), command)];
    },
  };
  return vscode.Disposable.from(
    changed,
    settings.onDidChange(() => changed.fire()),
    vscode.languages.registerCodeLensProvider(DOCUMENT_SELECTOR, provider),
  );
}

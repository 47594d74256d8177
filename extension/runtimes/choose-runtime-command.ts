import * as vscode from "vscode";
import { hostStore } from "../../bench-worker/host/runtimes/store.ts";
import { chooseRuntime, placeOfChoice, type RuntimeChoice, type RuntimeUi } from "./choose-runtime.ts";

interface Line extends vscode.QuickPickItem {
  readonly choice?: RuntimeChoice;
}

/** The command `asyncCost.chooseRuntime`: what is chosen is kept in the user's setting `asyncCost.nodePath`. */
export async function chooseRuntimeInEditor(): Promise<void> {
  const configuration = vscode.workspace.getConfiguration("asyncCost");
  await chooseRuntime(configuration.get<string>("nodePath", ""), hostStore(), ui);
}

const ui: RuntimeUi = {
  async pick(groups) {
    const lines = groups.flatMap(({ title, items }): Line[] => [
      { label: title, kind: vscode.QuickPickItemKind.Separator },
      ...items,
    ]);
    const picked = await vscode.window.showQuickPick(lines, {
      title: "Choose the Runtime of Benchmarks",
      matchOnDetail: true,
    });
    return picked?.choice;
  },

  async askForName(check) {
    const name = await vscode.window.showInputBox({
      title: "Install a Runtime",
      prompt: "node, bun or deno, with a version where you want one",
      placeHolder: "node@18.20",
      validateInput: (text) => check(text.trim()),
    });
    return name?.trim();
  },

  async confirm(question, detail) {
    const yes = { label: "Install", detail };
    const picked = await vscode.window.showQuickPick([yes, { label: "Do Not Install" }], {
      title: question,
      ignoreFocusOut: true,
    });
    return picked === yes;
  },

  async whileShown(title, work) {
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    return vscode.window.withProgress(options, (progress, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => controller.abort());
      return work(controller.signal, (message) => progress.report({ message }));
    });
  },

  async keep(path) {
    const configuration = vscode.workspace.getConfiguration("asyncCost");
    const { target, value } = placeOfChoice(path, configuration.inspect<string>("nodePath"));
    const { Global, Workspace } = vscode.ConfigurationTarget;
    await configuration.update("nodePath", value, target === "workspace" ? Workspace : Global);
  },

  tell: (message) => void vscode.window.showInformationMessage(message),
  tellFailure: (message) => void vscode.window.showErrorMessage(message),
};

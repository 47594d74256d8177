import * as vscode from "vscode";

const shown: string[] = [];

/**
 * Notes each error that the user is shown from now on. A command that fails tells the user and returns nothing, which a test
 * may not notice. The extension and its suites have the same `vscode.window`.
 */
export function noteShownErrors(): void {
  const showErrorMessage = new Proxy(vscode.window.showErrorMessage, {
    apply: (show, self, given: unknown[]): unknown => {
      shown.push(String(given[0]));
      return Reflect.apply(show, self, given);
    },
  });
  Object.assign(vscode.window, { showErrorMessage });
}

/** The errors that were shown since this was last asked. */
export function takeShownErrors(): string[] {
  return shown.splice(0);
}

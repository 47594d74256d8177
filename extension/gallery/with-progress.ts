import * as vscode from "vscode";

/** Says what is being done, and how much of the whole is done, 0 to 1. */
export type Say = (message: string, fraction: number) => void;

/** Does `task` under a notification with a bar and a button that cancels it. */
export async function withProgress<T>(
  title: string,
  task: (say: Say, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort());
    let told = 0;
    return task((message, fraction) => {
      progress.report({ message, increment: Math.max(0, fraction - told) * 100 });
      told = Math.max(told, fraction);
    }, stop.signal);
  });
}

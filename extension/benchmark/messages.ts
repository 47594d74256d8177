import * as vscode from "vscode";
import { advisesFakes } from "../../bench-worker/fakes-file/name.ts";
import { failuresInWords, type EndedResult } from "./failures.ts";

/** Says what went wrong, with a button for the next step. Nobody has to wait for the user to read it. */
export class BenchmarkMessages {
  readonly #log: vscode.LogOutputChannel;
  readonly #isPanelVisible: () => boolean;

  constructor(log: vscode.LogOutputChannel, isPanelVisible: () => boolean) {
    this.#log = log;
    this.#isPanelVisible = isPanelVisible;
  }

  /** The workspace is in Restricted Mode. */
  untrusted(verb: CodeRunning): void {
    void this.#offer(
      vscode.window.showWarningMessage,
      `Async Cost does not ${verb} in Restricted Mode, because that runs code of this folder. ` +
        "The hints work without it.",
      { "Manage Workspace Trust": "workbench.trust.manage" },
    );
  }

  /** There is no Node to measure on. */
  noRuntime({ reason, hint }: { readonly reason: string; readonly hint: string }): void {
    this.#log.error(`${reason} ${hint}`);
    void this.#offer(vscode.window.showErrorMessage, `${reason} ${hint}`, {
      "Open Settings": ["workbench.action.openSettings", "asyncCost.nodePath"],
      "Show Log": "asyncCost.showLog",
    });
  }

  /**
   * A benchmark ended; speaks up only where something came to nothing, once however much it was, and not where the panel
   * says so in view of the user.
   */
  ended(results: readonly EndedResult[]): void {
    for (const { name, result } of results) {
      const { target, state, reason = "", hint = "", warnings } = result;
      this.#log.info(`${name} (${target.file}:${target.line}): ${state} ${reason} ${hint}`.trimEnd());
      for (const warning of warnings) this.#log.warn(`${name}: ${warning}`);
    }
    const failed = results.filter(
      ({ result: { state } }) => state !== "completed" && state !== "cancelled" && state !== "running",
    );
    if (failed.length === 0 || this.#isPanelVisible()) return;
    const advised = failed.find(
      ({ result: { target, hint = "" }, reference }) =>
        reference !== null && target.revision === undefined && advisesFakes(hint),
    );
    void this.#offer(vscode.window.showWarningMessage, failuresInWords(failed), {
      ...(advised?.reference == null ? {} : { "Write Fakes": ["asyncCost.writeFakes", advised.reference] }),
      "Show Panel": "asyncCost.openPanel",
      "Show Log": "asyncCost.showLog",
    });
  }

  /** The call cannot be answered, and why; `actions` lead on. */
  refused(message: string, actions: Readonly<Record<string, Command>> = {}): void {
    this.#log.info(message);
    void this.#offer(vscode.window.showInformationMessage, message, actions);
  }

  /** Something that should not happen. */
  unexpected(what: string, error: unknown): void {
    this.#log.error(what, error instanceof Error ? (error.stack ?? error.message) : String(error));
    const why = error instanceof Error ? error.message : String(error);
    void this.#offer(vscode.window.showErrorMessage, `${what}: ${why}`, { "Show Log": "asyncCost.showLog" });
  }

  async #offer(
    show: (message: string, ...items: string[]) => Thenable<string | undefined>,
    message: string,
    actions: Readonly<Record<string, Command>>,
  ): Promise<void> {
    const chosen = await show(message, ...Object.keys(actions));
    const command = chosen === undefined ? undefined : actions[chosen];
    if (command === undefined) return;
    const [name, ...commandArguments] = typeof command === "string" ? [command] : command;
    await vscode.commands.executeCommand(name, ...commandArguments);
  }
}

/** What runs code of the folder. */
export type CodeRunning = "run a benchmark" | "record";

/** A command of the editor, with its arguments where it has some. */
export type Command = string | readonly [name: string, ...commandArguments: unknown[]];

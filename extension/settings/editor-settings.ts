import * as vscode from "vscode";
import { readSettings, type SettingProblem, type Settings } from "./settings.ts";

/** The user's settings as they are at the moment; a wrong one is told once, with a button that leads to it. */
export class EditorSettings implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #onConfiguration: vscode.Disposable;
  readonly #log: vscode.LogOutputChannel;
  #settings: Settings;
  #told = new Set<string>();

  /** Fires when a setting has changed. */
  readonly onDidChange = this.#changed.event;

  constructor(log: vscode.LogOutputChannel) {
    this.#log = log;
    this.#settings = this.#read();
    this.#onConfiguration = vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration("asyncCost")) return;
      this.#settings = this.#read();
      this.#changed.fire();
    });
  }

  /** The present values. */
  get current(): Settings {
    return this.#settings;
  }

  dispose(): void {
    this.#onConfiguration.dispose();
    this.#changed.dispose();
  }

  #read(): Settings {
    const configuration = vscode.workspace.getConfiguration("asyncCost");
    const { settings, problems } = readSettings((key) => configuration.get<unknown>(key));
    const untold = problems.filter(({ message }) => !this.#told.has(message));
    this.#told = new Set(problems.map(({ message }) => message));
    for (const problem of untold) void this.#tell(problem);
    return settings;
  }

  async #tell({ setting, message }: SettingProblem): Promise<void> {
    this.#log.warn(message);
    const open = "Open Settings";
    if ((await vscode.window.showWarningMessage(message, open)) === open) {
      await vscode.commands.executeCommand("workbench.action.openSettings", setting);
    }
  }
}

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { panelPage } from "../../bench-worker/panel-page.ts";
import type { FromPanel, ToPanel } from "../../bench-worker/panel-messages.ts";
import type { DocumentAnalyses } from "../analysis/document-analyses.ts";
import { staleIndices } from "../benchmark/benchmark-state.ts";
import type { CallOverride } from "../benchmark/commands.ts";
import type { Benchmarks } from "../benchmark/benchmarks.ts";
import type { ResultStore } from "../benchmark/result-store.ts";
import type { FakesTexts } from "../fakes-file/fakes-texts.ts";
import type { OptionsOverride } from "../settings/settings.ts";
import { revealTab, waitingTabs } from "./waiting-tab.ts";

const VIEW_TYPE = "asyncCost.panel";
/** After a change of the text, before its results are looked through for those that it made old. */
const STALE_DELAY_MILLISECONDS = 250;

/** What the panel needs of the rest of the extension. */
export interface PanelContext {
  readonly extensionUri: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
  readonly analyses: DocumentAnalyses;
  readonly results: ResultStore;
  readonly benchmarks: Benchmarks;
  readonly fakesTexts: FakesTexts;
  /** Says in a fakes file what a fake does; whether it does so now. */
  readonly correct: (correction: Extract<FromPanel, { type: "correct" }>) => Promise<boolean>;
  /** Measures the same functions once more. */
  readonly runAgain: (override: OptionsOverride & CallOverride) => Promise<unknown>;
}

/** The one panel: shows the present benchmark while it is open, and does what its page asks for. */
export class Panel implements vscode.Disposable {
  readonly #context: PanelContext;
  readonly #subscriptions: vscode.Disposable;
  readonly #visibleChanged = new vscode.EventEmitter<void>();
  #panel: vscode.WebviewPanel | undefined;
  #wasVisible = false;
  /** No tab waits for its panel any more. */
  #wasAttached = false;
  #stale = "";
  #staleTimer: NodeJS.Timeout | undefined;

  /** Fires when the panel comes into view or goes out of it. */
  readonly onDidChangeVisible = this.#visibleChanged.event;

  constructor(context: PanelContext) {
    this.#context = context;
    this.#subscriptions = vscode.Disposable.from(
      this.#visibleChanged,
      context.benchmarks.onDidChangeState(() => this.#post()),
      vscode.commands.registerCommand("asyncCost.exportBenchmark", (choice: unknown) =>
        this.#telling(this.#export(choice)),
      ),
      vscode.workspace.onDidChangeTextDocument(() => this.#checkStaleSoon()),
      context.fakesTexts.onDidChange(() => this.#checkStaleSoon()),
      vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, {
        deserializeWebviewPanel: (panel, state) => this.#restore(panel, state),
      }),
    );
  }

  get isVisible(): boolean {
    return this.#panel?.visible === true;
  }

  /** Brings the panel into view, beside the text when it is new. */
  show(preserveFocus: boolean): void {
    if (this.#panel !== undefined) {
      this.#panel.reveal(undefined, preserveFocus);
      return;
    }
    const [waiting] = this.#wasAttached ? [] : waitingTabs(VIEW_TYPE);
    // Its benchmark is all that there is to be seen.
    const isAll = !preserveFocus && this.#context.benchmarks.state.kind === "nothing";
    if (waiting !== undefined && isAll && revealTab(waiting)) return;
    const place = { viewColumn: waiting?.group.viewColumn ?? vscode.ViewColumn.Beside, preserveFocus };
    this.#attach(vscode.window.createWebviewPanel(VIEW_TYPE, "Async Cost", place, {}));
    if (waiting !== undefined)
      void vscode.window.tabGroups.close(waiting, true).then(undefined, () => undefined);
  }

  dispose(): void {
    clearTimeout(this.#staleTimer);
    this.#subscriptions.dispose();
    this.#panel?.dispose();
  }

  async #restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { analyses, results, benchmarks } = this.#context;
    const { adoptBenchmark } = await import(/* webpackChunkName: "panel" */ "./adopt.ts");
    const adopted = await adoptBenchmark(state, analyses, results);
    if (adopted !== undefined) benchmarks.adopt(adopted);
    // One was opened anew meanwhile.
    if (this.#panel !== undefined) panel.dispose();
    else this.#attach(panel);
  }

  #attach(panel: vscode.WebviewPanel): void {
    const { extensionUri } = this.#context;
    const folder = vscode.Uri.joinPath(extensionUri, "dist", "webview");
    const { webview } = panel;
    const address = (file: string): string =>
      webview.asWebviewUri(vscode.Uri.joinPath(folder, file)).toString();
    this.#panel = panel;
    this.#wasAttached = true;
    panel.onDidDispose(() => {
      if (this.#panel !== panel) return;
      this.#panel = undefined;
      this.#tellVisible();
    });
    panel.onDidChangeViewState(() => this.#tellVisible());
    this.#tellVisible();
    // A hidden page is thrown away; what was posted meanwhile it asks for when it is back.
    webview.onDidReceiveMessage((message: unknown) => this.#receive(message));
    webview.options = { enableScripts: true, localResourceRoots: [folder] };
    const { state } = this.#context.benchmarks;
    webview.html = panelPage({
      ...(state.kind === "nothing" ? { text: state.message } : {}),
      scriptUri: address("main.js"),
      styleUri: address("main.css"),
      cspSource: webview.cspSource,
      nonce: randomBytes(16).toString("hex"),
    });
  }

  #tellVisible(): void {
    if (this.isVisible === this.#wasVisible) return;
    this.#wasVisible = this.isVisible;
    this.#visibleChanged.fire();
  }

  #post(): void {
    clearTimeout(this.#staleTimer);
    const message = this.#message();
    this.#stale = message.type === "show" ? message.stale.join() : "";
    void this.#panel?.webview.postMessage(message);
  }

  #message(): ToPanel {
    const { state, next } = this.#context.benchmarks;
    if (state.kind === "nothing") return { type: "empty", message: state.message, next };
    const { document, running } = state;
    return { type: "show", document, running, stale: this.#staleNow(), next };
  }

  #staleNow(): number[] {
    const { benchmarks, analyses } = this.#context;
    if (benchmarks.state.kind === "nothing") return [];
    const presentFunctions = (uri: string) => {
      const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri);
      return document === undefined ? undefined : analyses.of(document)?.hints.map(({ found }) => found);
    };
    return staleIndices(benchmarks.state, presentFunctions, this.#context.fakesTexts.haveChanged);
  }

  #checkStaleSoon(): void {
    clearTimeout(this.#staleTimer);
    this.#staleTimer = setTimeout(() => {
      if (this.isVisible && this.#staleNow().join() !== this.#stale) this.#post();
    }, STALE_DELAY_MILLISECONDS);
  }

  #receive(message: unknown): void {
    void this.#telling(this.#answer(message));
  }

  /** What goes wrong is told to the user. */
  async #telling(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#context.log.error(`The panel: ${why}`);
      void vscode.window.showErrorMessage(`Async Cost: ${why}`);
    }
  }

  async #answer(message: unknown): Promise<void> {
    const { readIntent } = await import(/* webpackChunkName: "panel" */ "./read-intent.ts");
    const intent = readIntent(message);
    const { benchmarks, runAgain } = this.#context;
    switch (intent.type) {
      case "ready":
        this.#post();
        return;
      case "cancel":
        await benchmarks.cancelCurrent();
        return;
      case "run-again":
        await runAgain(intent);
        return;
      case "correct": {
        const isDone = await this.#context.correct(intent);
        const answer: ToPanel = { ...intent, type: "corrected", isDone };
        void this.#panel?.webview.postMessage(answer);
        return;
      }
      case "write-fakes": {
        const { state } = benchmarks;
        const measured = state.kind === "benchmark" ? state.functions[intent.result] : undefined;
        if (measured?.uri == null) throw new Error("The function is not in the present text any more.");
        const { uri, name, ordinal } = measured;
        await vscode.commands.executeCommand("asyncCost.writeFakes", { uri, name, ordinal });
        return;
      }
      case "open": {
        const { openPlace } = await import(/* webpackChunkName: "panel" */ "./open-place.ts");
        await openPlace(intent, benchmarks.state);
        return;
      }
      case "record":
        await vscode.commands.executeCommand("asyncCost.record");
        return;
      case "export":
        await this.#export({ format: intent.format });
        return;
    }
  }

  async #export(choice: unknown): Promise<void> {
    const { exportBenchmark } = await import(/* webpackChunkName: "benchmark" */ "./export.ts");
    await exportBenchmark(this.#context.benchmarks.state, choice);
  }
}

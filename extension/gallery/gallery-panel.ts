import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { parseAs } from "../../bench-worker/parse-as.ts";
import { fromGallerySchema, type FromGallery, type ToGallery } from "../../bench-worker/gallery-messages.ts";
import { panelPage } from "../../bench-worker/panel-page.ts";
import { GALLERY_VIEW } from "./view.ts";

/** What the panel needs of who owns it. */
export interface GalleryPanelContext {
  readonly extensionUri: vscode.Uri;
  readonly present: () => ToGallery;
  /** What the page asks for, besides the present. */
  readonly answer: (intent: Exclude<FromGallery, { type: "ready" }>) => void;
  /** The page said something that it cannot say. */
  readonly onFault: (error: unknown) => void;
}

/** The panel with the gallery's page, while it is open. */
export class GalleryPanel implements vscode.Disposable {
  readonly #context: GalleryPanelContext;
  #panel: vscode.WebviewPanel | undefined;

  constructor(context: GalleryPanelContext) {
    this.#context = context;
  }

  /** Brings the panel into view. */
  show(): void {
    if (this.#panel === undefined) {
      this.attach(vscode.window.createWebviewPanel(GALLERY_VIEW, "Gallery", vscode.ViewColumn.Active, {}));
    } else this.#panel.reveal();
  }

  /** Fills a panel that the editor has made, in place of the one before. */
  attach(panel: vscode.WebviewPanel): void {
    const { extensionUri, present, answer, onFault } = this.#context;
    const folder = vscode.Uri.joinPath(extensionUri, "dist", "webview");
    const { webview } = panel;
    const address = (file: string): string =>
      webview.asWebviewUri(vscode.Uri.joinPath(folder, file)).toString();
    this.#panel?.dispose();
    this.#panel = panel;
    panel.onDidDispose(() => {
      if (this.#panel === panel) this.#panel = undefined;
    });
    webview.onDidReceiveMessage((message: unknown) => {
      try {
        const intent = parseAs(fromGallerySchema, message, "message of the gallery");
        // A hidden page is thrown away; what was posted meanwhile it asks for when it is back.
        if (intent.type === "ready") void webview.postMessage(present());
        else answer(intent);
      } catch (error) {
        onFault(error);
      }
    });
    webview.options = { enableScripts: true, localResourceRoots: [folder] };
    webview.html = panelPage({
      page: "gallery",
      scriptUri: address("main.js"),
      styleUri: address("main.css"),
      cspSource: webview.cspSource,
      nonce: randomBytes(16).toString("hex"),
    });
  }

  /** Tells the page the present, where it is open. */
  post(): void {
    void this.#panel?.webview.postMessage(this.#context.present());
  }

  dispose(): void {
    this.#panel?.dispose();
  }
}

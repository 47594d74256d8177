import * as vscode from "vscode";
import type { TargetResult } from "../../bench-worker/document.ts";
import { FAKES_FILE_ENDING } from "../../bench-worker/fakes-file/name.ts";
import { measuredWithOtherFakes } from "./present-fakes.ts";

/** After a change of such a file, before what it makes old is drawn anew. */
const DELAY_MILLISECONDS = 250;

/** The fakes files as they stand now, in the editor or on the disk, for telling which results they made old. */
export class FakesTexts implements vscode.Disposable {
  /** By the file's URI; null where there is none. */
  readonly #onDisk = new Map<string, string | null>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable;
  #timer: NodeJS.Timeout | undefined;

  /** Fires when such a file has changed, or is known for the first time. */
  readonly onDidChange = this.#changed.event;

  constructor() {
    const watcher = vscode.workspace.createFileSystemWatcher(`**/*${FAKES_FILE_ENDING}`);
    const reread = (uri: vscode.Uri): void => {
      if (this.#onDisk.delete(uri.toString())) this.#tellSoon();
    };
    const ofDocument = ({ uri }: vscode.TextDocument): void => {
      if (uri.path.endsWith(FAKES_FILE_ENDING)) this.#tellSoon();
    };
    // Files of no workspace folder are not watched.
    const ofDisk = (document: vscode.TextDocument): void => {
      this.#onDisk.delete(document.uri.toString());
      ofDocument(document);
    };
    this.#subscriptions = vscode.Disposable.from(
      watcher,
      this.#changed,
      watcher.onDidCreate(reread),
      watcher.onDidChange(reread),
      watcher.onDidDelete(reread),
      vscode.workspace.onDidChangeTextDocument(({ document }) => ofDocument(document)),
      vscode.workspace.onDidSaveTextDocument(ofDisk),
      vscode.workspace.onDidCloseTextDocument(ofDisk),
    );
  }

  /** Whether a document's result was measured with another fakes file; false as long as that is not known. */
  readonly haveChanged = (documentUri: string, result: TargetResult): boolean => {
    const document = vscode.Uri.parse(documentUri);
    if (document.scheme !== "file") return false;
    const own = vscode.workspace.getWorkspaceFolder(document);
    const others = (vscode.workspace.workspaceFolders ?? []).filter((folder) => folder !== own);
    const places = {
      document: document.fsPath,
      workspaceFolders: [...(own === undefined ? [] : [own]), ...others].map(({ uri }) => uri.fsPath),
    };
    return measuredWithOtherFakes(result, places, (file) => this.#textOf(vscode.Uri.file(file)));
  };

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscriptions.dispose();
  }

  #textOf(file: vscode.Uri): string | null | undefined {
    const key = file.toString();
    const open = vscode.workspace.textDocuments.find(
      ({ uri, isClosed }) => !isClosed && uri.toString() === key,
    );
    if (open !== undefined) return open.getText();
    const known = this.#onDisk.get(key);
    if (known === undefined) void this.#read(file);
    return known;
  }

  async #read(file: vscode.Uri): Promise<void> {
    const key = file.toString();
    const text = await Promise.resolve(vscode.workspace.fs.readFile(file)).then(
      (bytes) => new TextDecoder().decode(bytes),
      () => null,
    );
    if (this.#onDisk.get(key) === text) return;
    this.#onDisk.set(key, text);
    this.#tellSoon();
  }

  #tellSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#changed.fire(), DELAY_MILLISECONDS);
  }
}

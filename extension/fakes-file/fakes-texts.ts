import * as vscode from "vscode";
import type { TargetResult } from "../../bench-worker/target-result.ts";
import { FAKES_FILE_ENDING } from "../../bench-worker/fakes-file/name.ts";
import { tagsHash } from "../../bench-worker/fakes-file/tags-hash.ts";
import { LOOKED_THROUGH } from "../../analysis/tags/function-tags.ts";
import { loadedOnce } from "../loaded-once.ts";
import type { measuredWithOtherFakes } from "./present-fakes.ts";

/** After a change of such a file, before what it makes old is drawn anew. */
const DELAY_MILLISECONDS = 250;

/** The fakes files as they stand now, in the editor or on the disk, for telling which results they made old. */
export class FakesTexts implements vscode.Disposable {
  /** By the file's URI; null where there is none. */
  readonly #onDisk = new Map<string, string | null>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable;
  #timer: NodeJS.Timeout | undefined;
  /** Loaded when there is a result to ask about. */
  readonly #load = loadedOnce(() => import(/* webpackChunkName: "panel" */ "./present-fakes.ts"));
  #measuredWithOther: typeof measuredWithOtherFakes | undefined;

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

  /**
   * Whether a document's result was measured with other tags before the function, which begins at `start` now, or another
   * fakes file; false as long as neither is known.
   */
  readonly haveChanged = (documentUri: string, result: TargetResult, start: number | undefined): boolean => {
    const document = vscode.Uri.parse(documentUri);
    const open = start === undefined ? undefined : openDocument(documentUri);
    if (open !== undefined && start !== undefined && tagsBefore(open, start) !== result.target.tagsHash)
      return true;
    if (document.scheme !== "file") return false;
    const own = vscode.workspace.getWorkspaceFolder(document);
    const others = (vscode.workspace.workspaceFolders ?? []).filter((folder) => folder !== own);
    const places = {
      document: document.fsPath,
      workspaceFolders: [...(own === undefined ? [] : [own]), ...others].map(({ uri }) => uri.fsPath),
    };
    if (this.#measuredWithOther === undefined) {
      void this.#getReady();
      return false;
    }
    return this.#measuredWithOther(result, places, (file) => this.#textOf(vscode.Uri.file(file)));
  };

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscriptions.dispose();
  }

  async #getReady(): Promise<void> {
    try {
      const presentFakes = await this.#load();
      this.#measuredWithOther = presentFakes.measuredWithOtherFakes;
    } catch {
      // The next who asks has it loaded again.
      return;
    }
    this.#tellSoon();
  }

  #textOf(file: vscode.Uri): string | null | undefined {
    const key = file.toString();
    const open = openDocument(key);
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

function openDocument(uri: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((one) => !one.isClosed && one.uri.toString() === uri);
}

/** Of a large text only what may hold them. */
function tagsBefore(document: vscode.TextDocument, start: number): string | undefined {
  const from = Math.max(0, start - LOOKED_THROUGH);
  const before = document.getText(new vscode.Range(document.positionAt(from), document.positionAt(start)));
  return tagsHash(before, before.length);
}

import * as vscode from "vscode";
import type { AsyncFunction } from "../../analysis/model.ts";
import type { DocumentAnalyses } from "../analysis/document-analyses.ts";
import { recordedProject } from "../../bench-worker/host/recordings/project-folder.ts";
import { recordedAmong } from "../../bench-worker/host/recordings/recorded-among.ts";
import { newestOnly } from "../head/newest-only.ts";
import { loadedOnce } from "../loaded-once.ts";
import type { KnownFunction } from "./read-recorded.ts";
import type { RecordedFunctions, RecordedHint } from "./recorded-hint.ts";

/** After a recording has changed: a run writes many. */
const WRITING_MILLISECONDS = 200;

/** After the last key stroke, before functions are looked at that nobody has seen. */
const TYPING_MILLISECONDS = 400;

/** What is known of one document. */
interface Followed {
  readonly document: vscode.TextDocument;
  known: readonly KnownFunction[];
  /** By the hashes of hints those of recordings, of all texts of functions that were seen. */
  readonly hashes: Map<string, string>;
  timer: NodeJS.Timeout | undefined;
  /** Reads what is recorded; where that is under way, once more afterwards. */
  readonly read: () => Promise<void>;
}

/**
 * What is recorded of the functions of open documents. A question is answered at once from what is known; recordings, and texts that
 * may have changed since, are read when a document is opened, a recording written, or a document saved, and never while somebody
 * types. What reads them is loaded with the first recording that there is.
 */
export class RecordedCalls implements RecordedFunctions, vscode.Disposable {
  readonly #log: vscode.LogOutputChannel;
  readonly #analyses: Pick<DocumentAnalyses, "read">;
  readonly #followed = new Map<string, Followed>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable;
  #timer: NodeJS.Timeout | undefined;
  readonly #reader = loadedOnce(async () => {
    const { RecordedReader } = await import(/* webpackChunkName: "recorded" */ "./read-recorded.ts");
    return new RecordedReader((text) => this.#log.warn(text));
  });

  /** Fires when more is known, or something else. */
  readonly onDidChange = this.#changed.event;

  constructor(log: vscode.LogOutputChannel, analyses: Pick<DocumentAnalyses, "read">) {
    this.#log = log;
    this.#analyses = analyses;
    const watcher = vscode.workspace.createFileSystemWatcher("**/.async-cost/recordings/**");
    const soon = (): void => this.readSoon();
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      watcher,
      watcher.onDidCreate(soon),
      watcher.onDidChange(soon),
      watcher.onDidDelete(soon),
      vscode.workspace.onDidSaveTextDocument(soon),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) soon();
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        clearTimeout(this.#followed.get(uri.toString())?.timer);
        this.#followed.delete(uri.toString());
      }),
    );
  }

  /** What is recorded of some functions of an open document, in their present text. */
  of(uri: string, functions: readonly AsyncFunction[]): ReadonlyMap<AsyncFunction, RecordedHint> {
    const found = new Map<AsyncFunction, RecordedHint>();
    const followed = this.#followed.get(uri) ?? this.#follow(uri);
    if (followed === undefined || followed.known.length === 0) return found;
    const { known, hashes } = followed;
    // A text that nobody has seen is none that was recorded, until it has been looked at.
    if (functions.some(({ textHash }) => !hashes.has(textHash))) this.#readOnceTyped(followed);
    const present = functions.map((one) => ({
      one,
      line: one.position.line,
      textHash: hashes.get(one.textHash) ?? "",
    }));
    const recordedOf = recordedAmong(known, present);
    for (const own of present) {
      const match = recordedOf(own, own.one.name);
      if (match === null) continue;
      const { paths, newest, areOthersChanged } = match.recorded;
      found.set(own.one, { paths, newest, isChanged: match.isChanged || areOthersChanged });
    }
    return found;
  }

  /** Has all be read again soon. */
  readSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      for (const { read } of this.#followed.values()) void read();
    }, WRITING_MILLISECONDS);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const { timer } of this.#followed.values()) clearTimeout(timer);
    this.#subscriptions.dispose();
  }

  #follow(key: string): Followed | undefined {
    const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === key);
    if (document?.uri.scheme !== "file") return undefined;
    const followed: Followed = {
      document,
      known: [],
      hashes: new Map(),
      timer: undefined,
      read: newestOnly(() =>
        this.#read(followed).catch((error: unknown) => {
          this.#log.warn(`What is recorded of ${document.uri.fsPath} cannot be read: ${String(error)}`);
        }),
      ),
    };
    this.#followed.set(key, followed);
    void followed.read();
    return followed;
  }

  #readOnceTyped(followed: Followed): void {
    clearTimeout(followed.timer);
    followed.timer = setTimeout(() => void followed.read(), TYPING_MILLISECONDS);
  }

  async #read(followed: Followed): Promise<void> {
    const { document, known: before, hashes } = followed;
    const { fsPath } = document.uri;
    const size = hashes.size;
    let known: readonly KnownFunction[] = [];
    const project = await recordedProject(fsPath);
    if (project !== null) {
      const reader = await this.#reader();
      known = await reader.read(project, fsPath);
      const present = known.length === 0 ? undefined : await this.#analyses.read(document);
      for (const [own, recorded] of present === undefined ? [] : reader.hashesOf(present))
        hashes.set(own, recorded);
    }
    followed.known = known;
    if (hashes.size !== size || JSON.stringify(before) !== JSON.stringify(known)) this.#changed.fire();
  }
}

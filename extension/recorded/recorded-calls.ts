import * as vscode from "vscode";
import type { AsyncFunction } from "../../analysis/model.ts";
import { recordedProject } from "../../bench-worker/host/recordings/project-folder.ts";
import { recordedAmong } from "../../bench-worker/host/recordings/recorded-among.ts";
import { newestOnly } from "../head/newest-only.ts";
import { loadedOnce } from "../loaded-once.ts";
import type { KnownFunction } from "./read-recorded.ts";
import type { RecordedFunctions, RecordedHint } from "./recorded-hint.ts";

/** After a recording has changed: a run writes many. */
const WRITING_MILLISECONDS = 200;

/** What is known of one document. */
interface Followed {
  readonly file: string;
  known: readonly KnownFunction[];
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

  constructor(log: vscode.LogOutputChannel) {
    this.#log = log;
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
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#followed.delete(uri.toString())),
    );
  }

  /** What is recorded of some functions of an open document, in their present text. */
  of(uri: string, functions: readonly AsyncFunction[]): ReadonlyMap<AsyncFunction, RecordedHint> {
    const found = new Map<AsyncFunction, RecordedHint>();
    const { known } = this.#followed.get(uri) ?? this.#follow(uri) ?? { known: [] };
    if (known.length === 0) return found;
    const present = functions.map((one) => ({ one, line: one.position.line, textHash: one.textHash }));
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
    this.#subscriptions.dispose();
  }

  #follow(key: string): Followed | undefined {
    const uri = vscode.Uri.parse(key);
    if (uri.scheme !== "file") return undefined;
    const followed: Followed = {
      file: uri.fsPath,
      known: [],
      read: newestOnly(() =>
        this.#read(followed).catch((error: unknown) => {
          this.#log.warn(`What is recorded of ${followed.file} cannot be read: ${String(error)}`);
        }),
      ),
    };
    this.#followed.set(key, followed);
    void followed.read();
    return followed;
  }

  async #read(followed: Followed): Promise<void> {
    const before = followed.known;
    const project = await recordedProject(followed.file);
    followed.known = project === null ? [] : await (await this.#reader()).read(project, followed.file);
    if (JSON.stringify(before) !== JSON.stringify(followed.known)) this.#changed.fire();
  }
}

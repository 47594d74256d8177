import * as vscode from "vscode";
import { loadedOnce } from "../loaded-once.ts";
import type { IndexedFile, IndexState } from "./function-index.ts";
import type { FunctionsReader, ReaderContext } from "./functions-reader.ts";

const NOTHING: IndexState = { kind: "nothing" };

/** The asynchronous functions of the workspace's files. What reads them is loaded, and reads, when somebody looks. */
export class WorkspaceFunctions implements vscode.Disposable {
  readonly #log: ReaderContext["log"];
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #load: () => Promise<FunctionsReader>;
  #reader: FunctionsReader | undefined;
  #isStarted = false;
  #isDisposed = false;

  /** Fires when the functions or the state have changed. */
  readonly onDidChange = this.#changed.event;

  constructor(analyses: ReaderContext["analyses"], log: ReaderContext["log"]) {
    this.#log = log;
    this.#load = loadedOnce(async () => {
      const { FunctionsReader } = await import(/* webpackChunkName: "functions" */ "./functions-reader.ts");
      return new FunctionsReader({ analyses, log, changed: () => this.#changed.fire() });
    });
  }

  get state(): IndexState {
    return this.#reader?.state ?? NOTHING;
  }

  get files(): readonly IndexedFile[] {
    return this.#reader?.files ?? [];
  }

  /** Reads the workspace unless that has been done or is under way. */
  start(): void {
    if (!this.#isStarted) void this.refresh();
  }

  /** Reads the workspace anew. */
  async refresh(): Promise<void> {
    this.#isStarted = true;
    // What is there begins at once, so that it can be cancelled at once.
    const reader = this.#reader ?? (await this.#loaded());
    await reader?.refresh();
  }

  /** Stops reading; what has been read stays. */
  cancel(): void {
    this.#reader?.cancel();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#reader?.dispose();
    this.#changed.dispose();
  }

  /** Undefined where it could not be loaded, which the log tells, and when nobody looks any more. */
  async #loaded(): Promise<FunctionsReader | undefined> {
    try {
      const reader = await this.#load();
      if (this.#isDisposed) return undefined;
      return (this.#reader = reader);
    } catch (error) {
      this.#isStarted = false;
      this.#log.error(`What reads the workspace's functions could not be loaded: ${String(error)}`);
      return undefined;
    }
  }
}

import * as vscode from "vscode";
import type { BenchmarkCommands } from "../benchmark/commands.ts";
import { RefusedError } from "../benchmark/refused.ts";

/** What recording stands on. */
export interface RecordContext {
  readonly log: vscode.LogOutputChannel;
  readonly commands: Pick<BenchmarkCommands, "attempt">;
  /** The recorder's bundle. */
  readonly recorderFile: string;
  /** Called when there may be recordings that were not there before. */
  readonly onRecorded: () => void;
}

/** The command that records; what it does is loaded with the first. */
export class RecordCommands implements vscode.Disposable {
  readonly #context: RecordContext;
  readonly #registered: vscode.Disposable;
  #output: vscode.OutputChannel | undefined;
  #current: { readonly stop: AbortController; readonly done: Promise<unknown> } | undefined;

  constructor(context: RecordContext) {
    this.#context = context;
    this.#registered = vscode.commands.registerCommand("asyncCost.record", (argument: unknown) =>
      context.commands.attempt("The recording could not be started", () => this.#record(argument), "record"),
    );
  }

  /** Ends what is being recorded, and resolves when no process is left. */
  async close(): Promise<void> {
    this.#current?.stop.abort();
    await this.#current?.done.catch(() => undefined);
  }

  dispose(): void {
    void this.close();
    this.#registered.dispose();
    this.#output?.dispose();
  }

  async #record(argument: unknown): Promise<unknown> {
    if (this.#current !== undefined)
      throw new RefusedError("A recording is under way; the next one can begin when it has ended.");
    const stop = new AbortController();
    const done = this.#run(argument, stop);
    this.#current = { stop, done };
    try {
      return await done;
    } finally {
      this.#current = undefined;
    }
  }

  async #run(argument: unknown, stop: AbortController): Promise<unknown> {
    const { log, recorderFile, onRecorded } = this.#context;
    const { recordInEditor } = await import(/* webpackChunkName: "recording" */ "./record-in-editor.ts");
    const output = (): vscode.OutputChannel =>
      (this.#output ??= vscode.window.createOutputChannel("Async Cost: Recorded Command"));
    const recorded = await recordInEditor({ log, recorderFile, output }, argument, stop);
    if (recorded !== undefined) onRecorded();
    return recorded;
  }
}

import * as vscode from "vscode";
import type { BenchmarkCommands } from "../benchmark/commands.ts";
import type { Correction, FakesFileContext, FakesFileWriter } from "./fakes-file-writer.ts";

/** What the commands work with. */
export interface FakesFileCommandsContext extends FakesFileContext {
  readonly commands: BenchmarkCommands;
}

/** The commands that write fakes files; what does it is loaded with the first of them, as few sessions write any. */
export class FakesFileCommands {
  readonly #context: FakesFileCommandsContext;

  constructor(context: FakesFileCommandsContext) {
    this.#context = context;
  }

  register(): vscode.Disposable {
    return vscode.commands.registerCommand("asyncCost.writeFakes", (argument: unknown) =>
      this.#context.commands.attempt("The fakes could not be written", async () =>
        (await this.#writer()).write(argument),
      ),
    );
  }

  /**
   * Says in the fakes file of a shown result's function what one of its fakes does, and offers to run again. Whether the
   * file says so now; the user has been told where it does not.
   */
  async correct(correction: Correction): Promise<boolean> {
    const isDone = await this.#context.commands.attempt("The fake could not be corrected", async () =>
      (await this.#writer()).correct(correction),
    );
    return isDone === true;
  }

  async #writer(): Promise<FakesFileWriter> {
    const { FakesFileWriter } = await import(/* webpackChunkName: "benchmark" */ "./fakes-file-writer.ts");
    return new FakesFileWriter(this.#context);
  }
}

import * as vscode from "vscode";
import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import type { BenchmarkCommands } from "../benchmark/commands.ts";
import type { TargetResolver } from "../benchmark/target-resolver.ts";
import { loadedOnce } from "../loaded-once.ts";
import type { EditorComparison } from "./comparison.ts";
import type { ComparisonFinder } from "./comparison-finder.ts";

/** What the commands work with. */
export interface ComparisonCommandsContext {
  readonly resolver: TargetResolver;
  readonly commands: BenchmarkCommands;
}

/** The commands that compare functions, each of which returns the document of its comparison. What finds the functions is loaded with the first. */
export class ComparisonCommands {
  readonly #context: ComparisonCommandsContext;
  readonly #load = loadedOnce(async () => {
    const { ComparisonFinder } = await import(/* webpackChunkName: "targets" */ "./comparison-finder.ts");
    return new ComparisonFinder(this.#context.resolver);
  });

  constructor(context: ComparisonCommandsContext) {
    this.#context = context;
  }

  register(): vscode.Disposable {
    const { commands } = this.#context;
    const compare = (
      name: string,
      find: (finder: ComparisonFinder, ...given: unknown[]) => Promise<EditorComparison>,
    ): vscode.Disposable =>
      vscode.commands.registerCommand(name, (...given: unknown[]): Promise<BenchmarkDocument | undefined> =>
        commands.compare(async () => find(await this.#load(), ...given)),
      );
    return vscode.Disposable.from(
      compare("asyncCost.compareWithHead", (finder, argument) => finder.withHead(argument)),
      compare("asyncCost.compareWithGallery", (finder, argument) => finder.withGallery(argument)),
      compare("asyncCost.compareWithSelected", (finder, argument) => finder.withSelected(argument)),
      compare("asyncCost.compareFiles", (finder, clicked, chosen) => finder.files(clicked, chosen)),
      vscode.commands.registerCommand("asyncCost.selectForComparison", (argument: unknown) =>
        commands.tell("The function could not be selected", async () =>
          (await this.#load()).select(argument),
        ),
      ),
    );
  }
}

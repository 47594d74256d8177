import * as vscode from "vscode";
import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import type { OptionsOverride } from "../settings/settings.ts";
import type { Benchmarks } from "./benchmarks.ts";
import type { BenchmarkMessages } from "./messages.ts";
import { RefusedError, type TargetResolver } from "./resolve.ts";
import { parseReference, targetKey, type EditorTarget } from "./targets.ts";

/** What the commands work with. */
export interface CommandsContext {
  readonly benchmarks: Benchmarks;
  readonly resolver: TargetResolver;
  readonly messages: BenchmarkMessages;
  /** Brings the panel into view without taking the focus. */
  readonly showPanel: () => void;
}

/** Finds the targets and measures them in view of the user. */
export class BenchmarkCommands {
  readonly #context: CommandsContext;

  constructor(context: CommandsContext) {
    this.#context = context;
  }

  /** The commands, each of which returns the document of its benchmark. */
  register(): vscode.Disposable {
    const { benchmarks, resolver } = this.#context;
    return vscode.Disposable.from(
      vscode.commands.registerCommand("asyncCost.benchmark", (argument: unknown) =>
        this.#benchmark(async () => {
          const reference = parseReference(argument);
          return [await (reference === undefined ? resolver.underCursor() : resolver.referred(reference))];
        }),
      ),
      vscode.commands.registerCommand("asyncCost.benchmarkFile", () =>
        this.#benchmark(() => resolver.ofActiveFile()),
      ),
      vscode.commands.registerCommand("asyncCost.runAgain", () => this.runAgain({})),
      vscode.commands.registerCommand("asyncCost.cancel", (argument: unknown) => {
        const reference = parseReference(argument);
        return benchmarks.cancel(reference && targetKey(reference.uri, reference.name, reference.ordinal));
      }),
    );
  }

  /** Measures the functions of the shown benchmark once more, in their present text. */
  runAgain(override: OptionsOverride): Promise<BenchmarkDocument | undefined> {
    return this.#benchmark(async () => {
      const { state } = this.#context.benchmarks;
      if (state.kind === "nothing") throw new RefusedError(state.message);
      const targets: EditorTarget[] = [];
      for (const { uri, name, ordinal, file } of state.functions) {
        if (uri === null) throw new RefusedError(`${file} cannot be found any more.`);
        targets.push(await this.#context.resolver.referred({ uri, name, ordinal }));
      }
      return targets;
    }, override);
  }

  async #benchmark(
    resolve: () => Promise<EditorTarget[]>,
    override: OptionsOverride = {},
  ): Promise<BenchmarkDocument | undefined> {
    const { benchmarks, messages, showPanel } = this.#context;
    try {
      if (!vscode.workspace.isTrusted) {
        messages.untrusted();
        return undefined;
      }
      const targets = await resolve();
      showPanel();
      return await benchmarks.run(targets, override);
    } catch (error) {
      if (error instanceof RefusedError) messages.refused(error.message, error.actions);
      else messages.unexpected("The benchmark could not be started", error);
      return undefined;
    }
  }
}

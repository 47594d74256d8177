import * as vscode from "vscode";
import { choiceOf } from "../../bench-worker/call-choice.ts";
import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import { comparisonOf, type ComparisonOf } from "../comparison/again.ts";
import { withHead, type EditorComparison } from "../comparison/comparison.ts";
import type { OptionsOverride } from "../settings/settings.ts";
import type { MeasuredFunction } from "./benchmark-state.ts";
import type { Benchmarks } from "./benchmarks.ts";
import type { BenchmarkMessages, CodeRunning } from "./messages.ts";
import { RefusedError } from "./refused.ts";
import type { TargetResolver } from "./target-resolver.ts";
import { parseReference, targetKey, type EditorTarget } from "./targets.ts";

/** What the commands work with. */
export interface CommandsContext {
  readonly benchmarks: Benchmarks;
  readonly resolver: TargetResolver;
  readonly messages: BenchmarkMessages;
  /** Brings the panel into view without taking the focus. */
  readonly showPanel: () => void;
}

/** Another call of one function, where it is run again. */
export interface CallOverride {
  readonly call?: { readonly result: number; readonly path: number | null } | undefined;
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
      vscode.commands.registerCommand("asyncCost.benchmarkFile", (file: unknown) =>
        this.#benchmark(() => resolver.allOfFile(file instanceof vscode.Uri ? file : undefined)),
      ),
      vscode.commands.registerCommand("asyncCost.runAgain", () => this.runAgain({})),
      vscode.commands.registerCommand("asyncCost.cancel", (argument: unknown) => {
        const reference = parseReference(argument);
        return benchmarks.cancel(reference && targetKey(reference.uri, reference.name, reference.ordinal));
      }),
    );
  }

  /** Measures the functions of the shown benchmark once more, in their present text; a comparison is compared again. */
  runAgain(override: OptionsOverride & CallOverride): Promise<BenchmarkDocument | undefined> {
    return this.attempt("The benchmark could not be started", async () => {
      const { benchmarks } = this.#context;
      const { state } = benchmarks;
      if (state.kind === "nothing") throw new RefusedError(state.message);
      const { document, functions } = state;
      const again = { options: document.options, override };
      const comparison = comparisonOf(document);
      if (comparison === undefined) {
        const present = await this.#present(functions);
        const targets = present.map((target, index) => {
          const isOther = override.call?.result === index;
          return { ...target, call: isOther ? override.call.path : choiceOf(document.results[index]!) };
        });
        return this.#inView(() => benchmarks.run(targets, again));
      }
      const compared = await this.#presentComparison(comparison, functions);
      return this.#inView(() => benchmarks.compare(compared, again));
    });
  }

  /** Compares what `find` finds, in view of the user. */
  compare(find: () => Promise<EditorComparison>): Promise<BenchmarkDocument | undefined> {
    return this.attempt("The comparison could not be started", async () => {
      const comparison = await find();
      return this.#inView(() => this.#context.benchmarks.compare(comparison));
    });
  }

  /**
   * Does `work`, which runs code of the folder, where that is trusted; tells the user why when it cannot be done, and then
   * returns undefined.
   */
  async attempt<T>(
    failure: string,
    work: () => Promise<T>,
    verb: CodeRunning = "run a benchmark",
  ): Promise<T | undefined> {
    if (vscode.workspace.isTrusted) return this.tell(failure, work);
    this.#context.messages.untrusted(verb);
    return undefined;
  }

  /** The same for what runs no code of the folder. */
  async tell<T>(failure: string, work: () => Promise<T>): Promise<T | undefined> {
    const { messages } = this.#context;
    try {
      return await work();
    } catch (error) {
      if (error instanceof RefusedError) messages.refused(error.message, error.actions);
      else messages.unexpected(failure, error);
      return undefined;
    }
  }

  async #presentComparison(
    comparison: ComparisonOf,
    functions: readonly MeasuredFunction[],
  ): Promise<EditorComparison> {
    if (comparison.kind === "groups") {
      return { ...comparison, groups: await this.#presentGroups(comparison.groups, functions) };
    }
    const [target] = await this.#present(functions.slice(comparison.result, comparison.result + 1));
    if (target === undefined)
      throw new RefusedError("The function that was measured cannot be told any more.");
    return comparison.kind === "head" ? withHead(target) : { kind: "gallery", target };
  }

  /** The functions in their present text. */
  async #present(functions: readonly MeasuredFunction[]): Promise<EditorTarget[]> {
    const targets: EditorTarget[] = [];
    for (const { uri, name, ordinal, file } of functions) {
      if (uri === null) throw new RefusedError(`${file} cannot be found any more.`);
      targets.push(await this.#context.resolver.referred({ uri, name, ordinal }));
    }
    return targets;
  }

  async #presentGroups(
    groups: readonly (readonly number[])[],
    functions: readonly MeasuredFunction[],
  ): Promise<EditorTarget[][]> {
    const present: EditorTarget[][] = [];
    for (const group of groups) present.push(await this.#present(group.map((index) => functions[index]!)));
    return present;
  }

  #benchmark(resolve: () => Promise<EditorTarget[]>): Promise<BenchmarkDocument | undefined> {
    return this.attempt("The benchmark could not be started", async () => {
      const targets = await resolve();
      return this.#inView(() => this.#context.benchmarks.run(targets));
    });
  }

  /** Starts a benchmark before the panel is shown, so that a new one says so from the first. */
  #inView<T>(start: () => Promise<T>): Promise<T> {
    const started = start();
    this.#context.showPanel();
    return started;
  }
}

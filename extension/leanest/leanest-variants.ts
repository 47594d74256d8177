import * as vscode from "vscode";
import type { AsyncFunction } from "../../analysis/model.ts";
import type { FunctionReference } from "../benchmark/targets.ts";
import type { WorkspaceFunctions } from "../functions/workspace-functions.ts";
import type { LeanestVariant } from "../hint/compared.ts";
import { mayHaveVariants, VariantIndex } from "./variant-index.ts";

/** After the first question, before the workspace is read: what the user looks at comes first. */
const START_MILLISECONDS = 3_000;

/**
 * Finds the leanest variant of a function among the functions of the workspace. The workspace is read, in the
 * background, when the first function is asked about that may have variants; until then there is no answer.
 */
export class LeanestVariants implements vscode.Disposable {
  readonly #functions: WorkspaceFunctions;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #timer: NodeJS.Timeout | undefined;
  #index: VariantIndex | undefined;

  /** Fires when the workspace was read, and when its functions have changed. */
  readonly onDidChange = this.#changed.event;

  constructor(functions: WorkspaceFunctions) {
    this.#functions = functions;
    this.#subscription = functions.onDidChange(() => {
      this.#index = undefined;
      if (functions.state.kind === "done") this.#changed.fire();
    });
  }

  /** Undefined where there is none, and as long as the workspace has not been read. */
  of({ uri }: FunctionReference, found: AsyncFunction): LeanestVariant | undefined {
    if (!mayHaveVariants(found)) return undefined;
    const { state } = this.#functions;
    if (state.kind === "nothing" && vscode.workspace.workspaceFolders !== undefined)
      this.#timer ??= setTimeout(() => this.#functions.start(), START_MILLISECONDS);
    if (state.kind !== "done") return undefined;
    this.#index ??= new VariantIndex(this.#functions.files);
    return this.#index.leanestOf(uri, found);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

import type * as vscode from "vscode";
import type { AsyncFunction } from "../../analysis/model.ts";
import type { FunctionReference } from "../benchmark/targets.ts";
import type { HeadComparisons } from "../head/head-comparisons.ts";
import type { EditorSettings } from "../settings/editor-settings.ts";
import type { Compared } from "./compared.ts";
import type { Comparisons } from "./function-hints.ts";

/** What functions are compared with, from all who compare, as far as the settings want it. */
export class AllComparisons implements Comparisons {
  readonly #settings: EditorSettings;
  readonly #head: HeadComparisons;

  readonly onDidChange: vscode.Event<void>;

  constructor(settings: EditorSettings, head: HeadComparisons) {
    this.#settings = settings;
    this.#head = head;
    this.onDidChange = head.onDidChange;
  }

  of(reference: FunctionReference, found: AsyncFunction): Compared {
    const wanted = this.#settings.current.compareTokensWith;
    const sinceHead = wanted === "head" || wanted === "both" ? this.#head.of(reference, found) : undefined;
    return { ...(sinceHead === undefined ? {} : { sinceHead }) };
  }
}

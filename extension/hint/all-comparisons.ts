import * as vscode from "vscode";
import type { AsyncFunction } from "../../analysis/model.ts";
import type { FunctionReference } from "../benchmark/targets.ts";
import type { HeadComparisons } from "../head/head-comparisons.ts";
import type { LeanestVariants } from "../leanest/leanest-variants.ts";
import type { EditorSettings } from "../settings/editor-settings.ts";
import type { Compared } from "./compared.ts";
import type { Comparisons } from "./function-hints.ts";

/** What functions are compared with, from all who compare, as far as the settings want it. */
export class AllComparisons implements Comparisons {
  readonly #settings: EditorSettings;
  readonly #head: HeadComparisons;
  readonly #leanest: LeanestVariants;

  readonly onDidChange: vscode.Event<void>;

  constructor(settings: EditorSettings, head: HeadComparisons, leanest: LeanestVariants) {
    this.#settings = settings;
    this.#head = head;
    this.#leanest = leanest;
    this.onDidChange = (listener, thisArgument, disposables) => {
      const both = vscode.Disposable.from(
        head.onDidChange(listener, thisArgument),
        leanest.onDidChange(listener, thisArgument),
      );
      disposables?.push(both);
      return both;
    };
  }

  of(reference: FunctionReference, found: AsyncFunction): Compared {
    const wanted = this.#settings.current.compareTokensWith;
    const sinceHead = wanted === "head" || wanted === "both" ? this.#head.of(reference, found) : undefined;
    const leanest =
      wanted === "leanest" || wanted === "both" ? this.#leanest.of(reference, found) : undefined;
    return {
      ...(sinceHead === undefined ? {} : { sinceHead }),
      ...(leanest === undefined ? {} : { leanest }),
    };
  }
}

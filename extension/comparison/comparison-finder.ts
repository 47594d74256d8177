import * as vscode from "vscode";
import * as v from "valibot";
import { isSourceFile } from "../../analysis/components/code-of.ts";
import { counted } from "../../bench-worker/quantity.ts";
import { RefusedError } from "../benchmark/refused.ts";
import { parseReference, type EditorTarget, type FunctionReference } from "../benchmark/targets.ts";
import { withHead, type EditorComparison } from "./comparison.ts";
import type { TargetResolver } from "../benchmark/target-resolver.ts";
import { ComparisonSelection } from "./selection.ts";

/** True while functions are selected, for the menus. */
const HAS_SELECTION = "asyncCost.hasSelection";
const STATUS_MILLISECONDS = 8000;
const uriSchema = v.custom<vscode.Uri>((given) => given instanceof vscode.Uri, "It is no URI");
const urisSchema = v.array(uriSchema);

/** Finds what the commands that compare functions are to compare. */
export class ComparisonFinder {
  readonly #resolver: TargetResolver;
  readonly #selection = new ComparisonSelection();

  constructor(resolver: TargetResolver) {
    this.#resolver = resolver;
  }

  /** The function, and itself in the last commit. */
  async withHead(argument: unknown): Promise<EditorComparison> {
    return withHead(await this.#target(argument));
  }

  /** The function among the gallery's. */
  async withGallery(argument: unknown): Promise<EditorComparison> {
    return { kind: "gallery", target: await this.#target(argument) };
  }

  #target(argument: unknown): Promise<EditorTarget> {
    const reference = parseReference(argument);
    return reference === undefined ? this.#resolver.underCursor() : this.#resolver.referred(reference);
  }

  /** Selects the function for a comparison to come, or no longer, and says so. */
  async select(argument: unknown): Promise<void> {
    const { name, ...target } = await this.#target(argument);
    const isSelected = this.#selection.toggle(referenceOf({ name, ...target }));
    await this.#tellMenus();
    const count = this.#selection.selected.length;
    vscode.window.setStatusBarMessage(
      isSelected
        ? `Async Cost: ${name} is selected (${counted(count, "function")}). Choose “Compare This Function with Selected” in another one.`
        : `Async Cost: ${name} is not selected any more.`,
      STATUS_MILLISECONDS,
    );
  }

  /** The selected functions and this one. @throws RefusedError where no other is selected */
  async withSelected(argument: unknown): Promise<EditorComparison> {
    const target = await this.#target(argument);
    const { selected } = this.#selection;
    const others = selected.filter((one) => !isOf(one, target));
    if (others.length === 0) {
      throw new RefusedError(
        selected.length === 0
          ? "No function is selected. Choose “Select This Function for Comparison” in one first, then “Compare This Function with Selected” in another."
          : `${target.name} itself is selected, and nothing else. Choose “Compare This Function with Selected” in another function.`,
      );
    }
    const targets: EditorTarget[] = [];
    for (const reference of this.#selection.take(referenceOf(target))) {
      targets.push(await this.#resolver.referred(reference));
    }
    await this.#tellMenus();
    return { kind: "functions", targets };
  }

  /** The functions of files that were chosen in the explorer. @throws RefusedError for fewer than two */
  async files(clicked: unknown, chosen: unknown): Promise<EditorComparison> {
    const uris = v.safeParse(urisSchema, chosen);
    const files = (uris.success ? uris.output : []).filter(({ path }) => isSourceFile(path));
    if (files.length < 2) {
      const one = v.is(uriSchema, clicked) ? vscode.workspace.asRelativePath(clicked) : null;
      throw new RefusedError(
        `${one === null ? "No files are selected" : `Only ${one} is selected`}. Select two or more JavaScript or ` +
          "TypeScript files in the explorer; the first is what the others are compared with.",
      );
    }
    const named = [];
    for (const uri of files) {
      const targets = await this.#resolver.ofFile(uri);
      named.push({ name: vscode.workspace.asRelativePath(uri), targets });
    }
    return { kind: "files", files: named };
  }

  async #tellMenus(): Promise<void> {
    const hasSelection = this.#selection.selected.length > 0;
    await vscode.commands.executeCommand("setContext", HAS_SELECTION, hasSelection);
  }
}

function referenceOf({ uri, name, ordinal }: FunctionReference): FunctionReference {
  return { uri, name, ordinal };
}

function isOf(reference: FunctionReference, { uri, name, ordinal }: EditorTarget): boolean {
  return reference.uri === uri && reference.name === name && reference.ordinal === ordinal;
}

import * as vscode from "vscode";
import { patternLabel, PATTERNS } from "../../analysis/pattern.ts";
import { canBeMeasured } from "../benchmark/targets.ts";
import { Drawing } from "./drawing.ts";
import type { IndexedFile, IndexedFunction } from "./function-index.ts";
import { rowDescription, rowLabel, rowTooltip, viewMessage } from "./row-text.ts";
import {
  SORT_ORDERS,
  treeOf,
  type CostOf,
  type Node,
  type SortOrder,
  type ViewOptions,
} from "./tree-model.ts";
import { VIEW, type FunctionsViewContext } from "./view-context.ts";

/** With more files than this each is folded: the editor asks for the rows of all that are not. */
const UNFOLDED_FILES_AT_MOST = 200;
/** A file with more functions is folded, so that those of a bundle do not stand between one's own. */
const UNFOLDED_FUNCTIONS_AT_MOST = 50;

const SORT_LABELS: Readonly<Record<SortOrder, string>> = {
  place: "Place in the files",
  name: "Name",
  tokens: "Tokens, most first",
  pattern: "Pattern",
  cost: "Measured time of a call, longest first",
};

/** What the tree of the workspace's asynchronous functions shows, and in which order. */
export class FunctionsTree implements Omit<vscode.TreeDataProvider<Node>, "onDidChangeTreeData"> {
  readonly #context: FunctionsViewContext;
  readonly #view: vscode.TreeView<Node>;
  readonly #changed: () => void;
  #options: ViewOptions = { isGrouped: true, sort: "tokens" };
  #nodes: Node[] | undefined;
  readonly #drawing = new Drawing();

  /** @param changed Is called when all of the tree is to be drawn anew. */
  constructor(context: FunctionsViewContext, view: vscode.TreeView<Node>, changed: () => void) {
    this.#context = context;
    this.#view = view;
    this.#changed = changed;
    this.#tell();
  }

  getChildren(node?: Node): Node[] {
    if (node !== undefined) return node.kind === "file" ? [...node.functions] : [];
    this.#context.functions.start();
    return (this.#nodes ??= treeOf(this.#context.functions.files, this.#options, this.#costOf));
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const uri = vscode.Uri.parse(node.uri, true);
    if (node.kind === "file") {
      const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
      const areMany = (this.#nodes?.length ?? 0) > UNFOLDED_FILES_AT_MOST;
      const isLong = areMany || node.functions.length > UNFOLDED_FUNCTIONS_AT_MOST;
      const item = new vscode.TreeItem(uri, isLong ? Collapsed : Expanded);
      // One that the editor knows keeps its state: another id lets those fold that were drawn while there were few.
      item.id = isLong ? `${node.uri}#folded` : node.uri;
      item.description = node.path.includes("/") ? node.path.slice(0, node.path.lastIndexOf("/")) : false;
      item.iconPath = vscode.ThemeIcon.File;
      item.contextValue = "file";
      return item;
    }
    const item = new vscode.TreeItem(rowLabel(node));
    item.id = `${node.uri}#${node.name}@${node.ordinal}`;
    item.description = rowDescription(node, this.#options.isGrouped);
    item.tooltip = rowTooltip(node);
    item.iconPath = new vscode.ThemeIcon("symbol-function");
    const canBenchmark = this.#context.canBenchmark && node.isReachable && canBeMeasured(uri.scheme);
    item.contextValue = canBenchmark ? "function.measurable" : "function";
    const { line, column } = node.position;
    const place = new vscode.Position(line - 1, column - 1);
    item.command = {
      title: "Go to the Function",
      command: "vscode.open",
      arguments: [uri, { selection: new vscode.Range(place, place) }],
    };
    return item;
  }

  readonly #costOf: CostOf = (file: IndexedFile) => {
    const matched = this.#context.results.match(file.uri, file.functions);
    return (found: IndexedFunction) => {
      const known = matched.get(found);
      const time = known?.result.time;
      if (known === undefined || time === undefined) return undefined;
      return { nanosecondsPerCall: time.nanosecondsPerCall.median, isStale: known.stale };
    };
  };

  /** Shows functions under their files, or each by itself. */
  group(isGrouped: boolean): void {
    this.#show({ ...this.#options, isGrouped });
  }

  #show(options: ViewOptions): void {
    this.#options = options;
    void vscode.commands.executeCommand("setContext", `${VIEW}.isFlat`, !options.isGrouped);
    void vscode.commands.executeCommand("setContext", `${VIEW}.isFiltered`, options.patterns !== undefined);
    this.redraw();
  }

  /** The functions have changed, or how far reading them is. */
  follow(): void {
    if (this.#drawing.isDue(this.#context.functions.state)) this.redraw();
    else this.#tell();
  }

  /** Draws all anew. */
  redraw(): void {
    this.#tell();
    this.#nodes = undefined;
    this.#changed();
  }

  /** Says above the rows how far it is. */
  #tell(): void {
    const { state } = this.#context.functions;
    const { patterns } = this.#options;
    const shown =
      patterns === undefined
        ? undefined
        : `Shown: ${[...patterns].map((pattern) => patternLabel(pattern)).join(", ")}.`;
    this.#view.message = viewMessage(state, shown) ?? "";
    void vscode.commands.executeCommand("setContext", `${VIEW}.state`, state.kind);
  }

  /** Asks for the order, and shows the functions in it. */
  async sort(): Promise<void> {
    const picked = await vscode.window.showQuickPick(
      SORT_ORDERS.map((sort) => ({
        label: SORT_LABELS[sort],
        sort,
        ...(sort === this.#options.sort ? { description: "now" } : {}),
      })),
      { title: "Sort the Asynchronous Functions By" },
    );
    if (picked !== undefined) this.#show({ ...this.#options, sort: picked.sort });
  }

  /** Asks for the patterns, and shows functions of these. */
  async filter(): Promise<void> {
    const { patterns, ...rest } = this.#options;
    const picked = await vscode.window.showQuickPick(
      PATTERNS.map((pattern) => ({
        label: patternLabel(pattern),
        pattern,
        picked: patterns?.has(pattern) ?? true,
      })),
      { title: "Show Functions of These Patterns", canPickMany: true },
    );
    if (picked === undefined) return;
    const isAll = picked.length === PATTERNS.length || picked.length === 0;
    this.#show(isAll ? rest : { ...rest, patterns: new Set(picked.map(({ pattern }) => pattern)) });
  }
}

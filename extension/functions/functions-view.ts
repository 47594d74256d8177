import * as vscode from "vscode";
import { loadedOnce } from "../loaded-once.ts";
import type { FunctionsTree } from "./functions-tree.ts";
import type { Node } from "./tree-model.ts";
import { VIEW, type FunctionsViewContext } from "./view-context.ts";

/** The view of the workspace's asynchronous functions. Its tree is loaded, and the files are read, when it is looked at. */
export class FunctionsView implements vscode.Disposable {
  readonly #subscriptions: vscode.Disposable;

  constructor(context: FunctionsViewContext) {
    const changed = new vscode.EventEmitter<void>();
    let tree: FunctionsTree | undefined;
    const loaded = loadedOnce(async (): Promise<FunctionsTree> => {
      const { FunctionsTree } = await import(/* webpackChunkName: "functions" */ "./functions-tree.ts");
      return (tree = new FunctionsTree(context, view, () => changed.fire()));
    });
    const view: vscode.TreeView<Node> = vscode.window.createTreeView<Node>(VIEW, {
      treeDataProvider: {
        onDidChangeTreeData: changed.event,
        getChildren: async (node) => (await loaded()).getChildren(node),
        getTreeItem: async (node) => (await loaded()).getTreeItem(node),
      },
      showCollapseAll: true,
    });
    const { functions } = context;
    const command = (name: string, run: () => unknown): vscode.Disposable =>
      vscode.commands.registerCommand(`${VIEW}.${name}`, run);
    this.#subscriptions = vscode.Disposable.from(
      changed,
      view,
      functions.onDidChange(() => tree?.follow()),
      context.onDidChangeResults(() => tree?.redraw()),
      command("refresh", () => functions.refresh()),
      command("stop", () => functions.cancel()),
      command("group", async () => (await loaded()).group(true)),
      command("flatten", async () => (await loaded()).group(false)),
      command("sort", async () => (await loaded()).sort()),
      command("filter", async () => (await loaded()).filter()),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}

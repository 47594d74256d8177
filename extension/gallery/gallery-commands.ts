import * as vscode from "vscode";
import type { TargetResolver } from "../benchmark/target-resolver.ts";
import { loadedOnce } from "../loaded-once.ts";
import type { Gallery, GalleryContext } from "./gallery.ts";
import { GALLERY_VIEW } from "./view.ts";

/** What the commands work with. */
export interface GalleryCommandsContext extends GalleryContext {
  readonly resolver: TargetResolver;
}

/** The commands of the gallery, which is loaded with the first of them: few sessions open it. */
export class GalleryCommands implements vscode.Disposable {
  readonly #context: GalleryCommandsContext;
  readonly #registered: vscode.Disposable;
  #gallery: Gallery | undefined;
  readonly #loaded = loadedOnce(async () => {
    const { Gallery } = await import(/* webpackChunkName: "gallery" */ "./gallery.ts");
    return (this.#gallery = new Gallery(this.#context));
  });

  constructor(context: GalleryCommandsContext) {
    this.#context = context;
    const { commands } = context;
    this.#registered = vscode.Disposable.from(
      vscode.commands.registerCommand("asyncCost.openGallery", (name: unknown) =>
        commands.tell("The gallery could not be opened", async () => (await this.#loaded()).open(name)),
      ),
      vscode.commands.registerCommand("asyncCost.openAsVariant", async (argument: unknown) => {
        const { openAsVariant } = await import(/* webpackChunkName: "gallery" */ "./open-as-variant.ts");
        return openAsVariant(context, argument);
      }),
      vscode.window.registerWebviewPanelSerializer(GALLERY_VIEW, {
        deserializeWebviewPanel: async (panel, state) => (await this.#loaded()).restore(panel, state),
      }),
    );
  }

  dispose(): void {
    this.#registered.dispose();
    this.#gallery?.dispose();
  }
}

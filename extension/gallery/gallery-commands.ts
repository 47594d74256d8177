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
  /** Of the last load, which may be under way. */
  #gallery: Promise<Gallery> | undefined;
  readonly #loaded = loadedOnce(() => (this.#gallery = this.#load()));

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
    void this.#gallery?.then(
      (gallery) => gallery.dispose(),
      () => undefined,
    );
  }

  async #load(): Promise<Gallery> {
    const { Gallery } = await import(/* webpackChunkName: "gallery" */ "./gallery.ts");
    return new Gallery(this.#context);
  }
}

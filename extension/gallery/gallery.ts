import * as vscode from "vscode";
import { tableInMarkdown, tableTitle } from "../../bench-worker/gallery-table-text.ts";
import { TABLES, type GalleryTable, type TableName } from "../../bench-worker/gallery-table.ts";
import type { Benchmarks } from "../benchmark/benchmarks.ts";
import type { BenchmarkCommands } from "../benchmark/commands.ts";
import { RefusedError } from "../benchmark/refused.ts";
import type { EditorSettings } from "../settings/editor-settings.ts";
import type * as measuring from "./measure-gallery.ts";
import type { StoredTables } from "./stored-tables.ts";

const SCHEME = "async-cost-gallery";
/** What shows Markdown in the editor; it may have been disabled. */
const PREVIEW = "vscode.markdown-language-features";

/** What the gallery needs of the rest of the extension. */
export interface GalleryContext {
  readonly commands: BenchmarkCommands;
  /** Whose turns the tables take: two that run at once would measure each other. */
  readonly benchmarks: Pick<Benchmarks, "inTurn">;
  readonly settings: EditorSettings;
  readonly stored: StoredTables;
  /** The folder of `catalogue.json`. */
  readonly galleryFolder: string;
  /** The worker's bundle. */
  readonly workerFile: string;
}

type Choice = vscode.QuickPickItem & { readonly does: TableName | "install" };

/** The tables of the gallery in the editor: chosen from a list, measured on demand, shown as a preview. */
export class Gallery {
  readonly #context: GalleryContext;
  readonly #shown = new Map<string, GalleryTable>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();

  constructor(context: GalleryContext) {
    this.#context = context;
  }

  register(): vscode.Disposable {
    return vscode.Disposable.from(
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: ({ path }) => {
          const table = this.#shown.get(path);
          return table === undefined
            ? "This table is not open any more: choose “Async Cost: Open Gallery” again.\n"
            : tableInMarkdown(table, "#");
        },
      }),
      vscode.commands.registerCommand("asyncCost.openGallery", (name: unknown) =>
        this.#context.commands.attempt("The gallery could not be opened", () => this.#open(name)),
      ),
    );
  }

  /** @param name Of a table; anything else asks for one. Returns the table that is shown. */
  async #open(name: unknown): Promise<GalleryTable | undefined> {
    const wanted = TABLES.find((table) => table === name) ?? (await this.#choose());
    if (wanted === undefined) return undefined;
    if (wanted === "install") {
      await this.#install();
      return this.#open(undefined);
    }
    const stored = await this.#context.stored.read(wanted);
    const table = stored ?? (await this.#measure(wanted));
    if (table === undefined) return undefined;
    await this.#show(table);
    if (stored !== undefined) void this.#offerAgain(stored);
    return table;
  }

  async #choose(): Promise<Choice["does"] | undefined> {
    const { missingLibraries } = await work();
    const missing = await missingLibraries(this.#context.galleryFolder);
    const tables = await Promise.all(
      TABLES.map(async (table): Promise<Choice> => {
        const stored = await this.#context.stored.read(table);
        const said =
          stored === undefined ? "not measured yet" : `measured on ${stored.measuredAt.slice(0, 10)}`;
        return { label: tableTitle(table), description: said, does: table };
      }),
    );
    const install: Choice = {
      label: `Install ${missing.length === 1 ? "a missing library" : `${missing.length} missing libraries`}…`,
      description: missing.map(({ name, version }) => `${name}@${version}`).join(", "),
      does: "install",
    };
    const placeHolder = "A table of the gallery: measured where it was not yet";
    const choice = await vscode.window.showQuickPick(missing.length === 0 ? tables : [...tables, install], {
      placeHolder,
    });
    return choice?.does;
  }

  async #measure(name: TableName): Promise<GalleryTable | undefined> {
    const { benchmarks, settings, stored, galleryFolder, workerFile } = this.#context;
    const { nodePath, budgetSeconds } = settings.current;
    const { measureTable } = await work();
    const request = { galleryFolder, workerFile, nodePath, budgetMilliseconds: budgetSeconds * 1000 };
    const made = await withProgress(`Measuring ${tableTitle(name)}`, (say, signal) =>
      measureTable(
        name,
        {
          ...request,
          inTurn: (work) => {
            const { isWaiting, ended } = benchmarks.inTurn(work, signal);
            if (isWaiting) say("waits for the benchmark before it", 0);
            return ended;
          },
        },
        ({ fraction, activity }) => say(activity, fraction),
      ),
    );
    if (made.kind === "no-runtime") throw new RefusedError(`${made.reason} ${made.hint}`);
    if (made.kind === "not-begun") return undefined;
    // What a cancel cut short is shown and not kept.
    if (!made.isCutShort) await stored.write(made.table);
    return made.table;
  }

  async #install(): Promise<void> {
    const { missingLibraries, installLibraries } = await work();
    const missing = await missingLibraries(this.#context.galleryFolder);
    const detail = missing.map(({ name, version, licence }) => `${name}@${version}: ${licence}`).join("\n");
    const agreed = await vscode.window.showInformationMessage(
      "Install these libraries from the npm registry into your cache folder? Their licences:",
      { modal: true, detail },
      "Install",
    );
    if (agreed !== "Install") return;
    await withProgress("Installing the gallery's libraries", (say, signal) =>
      installLibraries(missing, say, signal),
    );
  }

  async #show(table: GalleryTable): Promise<void> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${tableTitle(table.table).split(":")[0]!}.md` });
    this.#shown.set(uri.path, table);
    this.#changed.fire(uri);
    // Its command is not among the known ones before that extension of the editor's own is activated, as the call does.
    if (vscode.extensions.getExtension(PREVIEW) !== undefined)
      await vscode.commands.executeCommand("markdown.showPreview", uri);
    else await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
  }

  async #offerAgain(stored: GalleryTable): Promise<void> {
    if (stored.table === "complexity") return;
    const again = "Measure Again";
    const when = stored.measuredAt.slice(0, 10);
    const chosen = await vscode.window.showInformationMessage(`This table was measured on ${when}.`, again);
    if (chosen !== again) return;
    await this.#context.commands.attempt("The table could not be measured", async () => {
      const table = await this.#measure(stored.table);
      if (table !== undefined) await this.#show(table);
    });
  }
}

function work(): Promise<typeof measuring> {
  return import(/* webpackChunkName: "gallery" */ "./measure-gallery.ts");
}

/** Does `task` under a notification with a bar and a button that cancels it. */
async function withProgress<T>(
  title: string,
  task: (say: (message: string, fraction: number) => void, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort());
    let told = 0;
    return task((message, fraction) => {
      progress.report({ message, increment: Math.max(0, fraction - told) * 100 });
      told = Math.max(told, fraction);
    }, stop.signal);
  });
}

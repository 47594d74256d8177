import * as vscode from "vscode";
import * as v from "valibot";
import type { FromGallery, ToGallery } from "../../bench-worker/gallery-messages.ts";
import { tableTitle } from "../../bench-worker/gallery-table-text.ts";
import { TABLES, type GalleryTable, type TableName } from "../../bench-worker/gallery-table.ts";
import { quantity, SIZE_UNITS } from "../../bench-worker/quantity.ts";
import type { Benchmarks } from "../benchmark/benchmarks.ts";
import type { BenchmarkCommands } from "../benchmark/commands.ts";
import { RefusedError } from "../benchmark/refused.ts";
import type { EditorSettings } from "../settings/editor-settings.ts";
import { GalleryPanel } from "./gallery-panel.ts";
import * as measuring from "./measure-gallery.ts";
import { StoredTables } from "./stored-tables.ts";
import { withProgress, type Say } from "./with-progress.ts";

/** What the gallery needs of the rest of the extension. */
export interface GalleryContext {
  readonly extensionUri: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
  readonly commands: BenchmarkCommands;
  /** Whose turns the tables take: two that run at once would measure each other. */
  readonly benchmarks: Pick<Benchmarks, "inTurn">;
  readonly settings: EditorSettings;
  /** The folder of the tables that were measured on this machine. */
  readonly tablesFolder: string;
  /** The folder of `catalogue.json`. */
  readonly galleryFolder: string;
  /** The worker's bundle. */
  readonly workerFile: string;
}

/** A page is told of a table under way no more often than this. */
const TELL_MILLISECONDS = 250;
/** Drawing its charts anew takes longer. */
const TELL_TABLE_MILLISECONDS = 3000;

const stateSchema = v.object({ table: v.picklist(TABLES) });

/** The tables of the gallery in a panel: chosen there, measured and installed for on demand. */
export class Gallery implements vscode.Disposable {
  readonly #context: GalleryContext;
  readonly #panel: GalleryPanel;
  readonly #stored: StoredTables;
  readonly #tables = new Map<TableName, GalleryTable>();
  /** Of which a cancel left parts only. */
  readonly #partial = new Set<TableName>();
  #chosen: TableName = "complexity";
  #rows: measuring.TableRows = { libraries: [], engines: [], count: 0 };
  #running: ToGallery["running"] = null;
  #stop: AbortController | undefined;

  constructor(context: GalleryContext) {
    this.#context = context;
    const { extensionUri, log, tablesFolder } = context;
    this.#stored = new StoredTables(tablesFolder);
    this.#panel = new GalleryPanel({
      extensionUri,
      present: () => this.#present(),
      answer: (intent) => void this.#answer(intent),
      onFault: (error) => log.error(`The gallery: ${error instanceof Error ? error.message : String(error)}`),
    });
  }

  /** Shows a table, the one that was shown last where there is none of that name. */
  async open(name: unknown): Promise<GalleryTable | undefined> {
    await this.#choose(TABLES.find((table) => table === name) ?? this.#chosen);
    this.#panel.show();
    return this.#tables.get(this.#chosen);
  }

  /** Takes over a panel that the editor kept of an earlier session, with the page's state. */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const kept = v.safeParse(stateSchema, state);
    await this.#choose(kept.success ? kept.output.table : this.#chosen);
    this.#panel.attach(panel);
  }

  dispose(): void {
    this.#panel.dispose();
  }

  #present(): ToGallery {
    const { budgetSeconds } = this.#context.settings.current;
    const { libraries, engines, count } = this.#rows;
    return {
      type: "gallery",
      tables: TABLES.map((name) => ({
        name,
        title: tableTitle(name),
        measuredOn: this.#partial.has(name)
          ? null
          : (this.#tables.get(name)?.measuredAt.slice(0, 10) ?? null),
      })),
      chosen: this.#chosen,
      table: this.#tables.get(this.#chosen) ?? null,
      isPartial: this.#partial.has(this.#chosen),
      running: this.#running,
      secondsAtLeast: count === 0 ? null : count * budgetSeconds,
      missing: {
        libraries: libraries.map(({ name, version }) => `${name}@${version}`),
        engines: [...engines],
      },
    };
  }

  /** Reads what there is of a table, and shows it. */
  async #choose(name: TableName): Promise<void> {
    const { galleryFolder } = this.#context;
    for (const table of TABLES) {
      const kept = this.#tables.has(table) ? undefined : await this.#stored.read(table);
      if (kept !== undefined) this.#tables.set(table, kept);
    }
    // Counting takes no time, and the files may be others than at the last count.
    if (name === "complexity") await this.#make(name, () => undefined, new AbortController().signal);
    this.#rows = await measuring.rowsOfTable(name, galleryFolder);
    this.#chosen = name;
    this.#panel.post();
  }

  #answer(intent: Exclude<FromGallery, { type: "ready" }>): Promise<void> {
    const attempt = async (failure: string, task: () => Promise<void>): Promise<void> => {
      await this.#context.commands.tell(failure, task);
    };
    switch (intent.type) {
      case "choose":
        return attempt("The table could not be shown", () => this.#choose(intent.table));
      case "measure":
        return attempt("The table could not be measured", () => this.#measure(intent.table));
      case "install":
        return attempt("Nothing could be installed", () =>
          intent.what === "libraries" ? this.#installLibraries() : this.#installEngines(),
        );
      case "cancel":
        this.#stop?.abort();
        return Promise.resolve();
    }
  }

  async #measure(name: TableName): Promise<void> {
    if (this.#running !== null) throw new RefusedError("A table of the gallery is being measured already.");
    this.#running = { table: name, fraction: 0, activity: "begins" };
    this.#panel.post();
    try {
      await withProgress(`Measuring ${tableTitle(name)}`, (say, signal) => {
        this.#stop = new AbortController();
        return this.#make(name, say, AbortSignal.any([signal, this.#stop.signal]));
      });
    } finally {
      this.#running = null;
      this.#panel.post();
    }
  }

  /**
   * Measures a table, tells of it meanwhile, and keeps it. What a cancel cut short is shown and not stored, where there is
   * no whole one of before to show.
   */
  async #make(name: TableName, say: Say, signal: AbortSignal): Promise<void> {
    const { benchmarks, settings, galleryFolder, workerFile } = this.#context;
    const { nodePath, budgetSeconds } = settings.current;
    const request = { galleryFolder, workerFile, nodePath, budgetMilliseconds: budgetSeconds * 1000 };
    const before = this.#partial.has(name) ? undefined : this.#tables.get(name);
    const told = { running: 0, table: Date.now() };
    const shown = this.#tables.get(name);
    const restore = (): void => {
      if (shown === undefined) this.#tables.delete(name);
      else this.#tables.set(name, shown);
    };
    const made = await measuring
      .measureTable(
        name,
        {
          ...request,
          inTurn: (task) => {
            const { isWaiting, ended } = benchmarks.inTurn(task, signal);
            if (isWaiting) say("waits for the benchmark before it", 0);
            return ended;
          },
        },
        (table, { activity, fraction }) => {
          say(activity, fraction);
          this.#running = { table: name, activity, fraction };
          const now = Date.now();
          if (now - told.running < TELL_MILLISECONDS) return;
          told.running = now;
          if (now - told.table >= TELL_TABLE_MILLISECONDS) {
            told.table = now;
            this.#tables.set(name, table);
          }
          this.#panel.post();
        },
      )
      .catch((error: unknown) => {
        // What was told of it meanwhile would pass for a whole table.
        restore();
        throw error;
      });
    if (made.kind === "measured" && (!made.isCutShort || before === undefined)) {
      this.#tables.set(name, made.table);
      if (made.isCutShort) this.#partial.add(name);
      else {
        this.#partial.delete(name);
        await this.#stored.write(made.table);
      }
      return;
    }
    restore();
    if (made.kind === "no-runtime") throw new RefusedError(`${made.reason} ${made.hint}`);
  }

  async #installLibraries(): Promise<void> {
    const { libraries } = this.#rows;
    const detail = measuring.licencesOf(libraries).join("\n");
    await this.#install(
      "Install these libraries from the npm registry into your cache folder? Their licences:",
      detail,
      "Installing the gallery's libraries",
      (say, signal) => measuring.installLibraries(libraries, say, signal),
    );
  }

  async #installEngines(): Promise<void> {
    const { engines } = this.#rows;
    const planned = await withProgress("Asking the npm registry for engines", (_say, signal) =>
      measuring.planEngines(engines, signal).catch((error: unknown) => {
        if (signal.aborted) return undefined;
        throw measuring.isInstallError(error)
          ? new RefusedError(`The engines were not installed: ${error.message}`)
          : error;
      }),
    );
    if (planned === undefined) return;
    const detail = planned
      .map(
        ({ engine, version, licence, approximateBytes }) =>
          `${engine}@${version}: ${licence ?? "its package names no licence"}, about ${quantity(approximateBytes, SIZE_UNITS)}`,
      )
      .join("\n");
    await this.#install(
      "Install these engines from the npm registry into your cache folder? Their licences:",
      detail,
      "Installing engines",
      (say, signal) => measuring.installEngines(planned, say, signal),
    );
  }

  /** Installs once the user has agreed; tells what could not be, and why. */
  async #install(
    question: string,
    detail: string,
    title: string,
    task: (say: Say, signal: AbortSignal) => Promise<measuring.NotInstalled[]>,
  ): Promise<void> {
    const agreed = await vscode.window.showInformationMessage(question, { modal: true, detail }, "Install");
    if (agreed !== "Install") return;
    const failed = await withProgress(title, task);
    await this.#choose(this.#chosen);
    const [first] = failed;
    if (first === undefined) return;
    throw new RefusedError(
      failed.length === 1
        ? `${first.reason}.`
        : `Not installed: ${failed.map(({ name }) => name).join(", ")}. The first: ${first.reason}.`,
    );
  }
}

import * as vscode from "vscode";
import { codeOfFile, isSourceEditorId, isSourceFile } from "../../analysis/components/code-of.ts";
import type { DocumentAnalyses } from "../analysis/document-analyses.ts";
import { LARGE_CHARACTERS } from "../analysis/file-size.ts";
import { FunctionIndex, indexedFunctions, type IndexedFile, type IndexState } from "./function-index.ts";
import { excludeGlob, isOfPackage, mayBeFolder, SOURCE_GLOB } from "./workspace-files.ts";

/** More would make the first look slow and the list useless. */
const FILES_AT_MOST = 3_000;
/** Files that are read from the disk at the same time. */
const FILES_AT_ONCE = 8;
/** After this long the extension host has its turn. */
const STRETCH_MILLISECONDS = 10;
/** Between two reports of how far it is. */
const PROGRESS_MILLISECONDS = 300;
/** After a change, before what has changed is read. */
const CHANGE_MILLISECONDS = 400;
/** After a folder has come, before the workspace is searched for its files: what builds makes many, one after the other. */
const FOLDERS_MILLISECONDS = 1_500;

/** What the reader of the workspace's functions needs of the rest of the extension. */
export interface ReaderContext {
  readonly analyses: Pick<DocumentAnalyses, "read" | "ofFile">;
  readonly log: Pick<vscode.LogOutputChannel, "error">;
  /** Is called when the functions or the state have changed. */
  readonly changed: () => void;
}

/**
 * Reads the asynchronous functions of the workspace's files, then keeps up with what is edited, saved, made and
 * removed.
 */
export class FunctionsReader implements vscode.Disposable {
  readonly #context: ReaderContext;
  readonly #index = new FunctionIndex();
  readonly #waiting = new Map<string, vscode.Uri>();
  /** What is there since, and may be folders. */
  readonly #newFolders = new Map<string, vscode.Uri>();
  /** Paths of large files of which nothing is known, by their URIs. */
  readonly #tooLarge = new Map<string, string>();
  #subscriptions: vscode.Disposable | undefined;
  #cancellation: vscode.CancellationTokenSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #foldersTimer: ReturnType<typeof setTimeout> | undefined;
  #state: IndexState = { kind: "nothing" };

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  get state(): IndexState {
    return this.#state;
  }

  get files(): readonly IndexedFile[] {
    return this.#index.files;
  }

  /** Reads the workspace anew. */
  async refresh(): Promise<void> {
    this.cancel();
    const cancellation = new vscode.CancellationTokenSource();
    this.#cancellation = cancellation;
    this.#subscriptions ??= this.#follow();
    this.#index.clear();
    this.#tooLarge.clear();
    try {
      await this.#readAll(cancellation.token);
    } catch (error) {
      this.#context.log.error(`The workspace's functions could not be read: ${String(error)}`);
      this.#tell({ kind: "cancelled", read: 0, files: 0 });
    } finally {
      cancellation.dispose();
      if (this.#cancellation === cancellation) this.#cancellation = undefined;
    }
  }

  /** Stops reading; what has been read stays. */
  cancel(): void {
    this.#cancellation?.cancel();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#foldersTimer);
    this.cancel();
    this.#subscriptions?.dispose();
  }

  async #readAll(token: vscode.CancellationToken): Promise<void> {
    this.#tell({ kind: "reading", read: 0, files: 0 });
    const found = await this.#find(token);
    const files = found.slice(0, FILES_AT_MOST);
    const queue = [...files];
    let read = 0;
    let rested = performance.now();
    let told = rested;
    const work = async (): Promise<void> => {
      for (let uri = queue.shift(); uri !== undefined; uri = queue.shift()) {
        if (token.isCancellationRequested) return;
        await this.#read(uri);
        read += 1;
        if (performance.now() - rested < STRETCH_MILLISECONDS) continue;
        await new Promise((resolve) => setTimeout(resolve, 0));
        rested = performance.now();
        if (this.#cancellation?.token !== token || rested - told < PROGRESS_MILLISECONDS) continue;
        told = rested;
        this.#tell({ kind: "reading", read, files: files.length });
      }
    };
    await Promise.all(Array.from({ length: FILES_AT_ONCE }, work));
    if (token.isCancellationRequested) {
      if (this.#cancellation?.token === token) this.#tell({ kind: "cancelled", read, files: files.length });
      return;
    }
    const tooLarge = [...this.#tooLarge.values()];
    this.#tell({ kind: "done", files: files.length, tooMany: found.length > FILES_AT_MOST, tooLarge });
  }

  #find(token?: vscode.CancellationToken): Thenable<vscode.Uri[]> {
    const exclude = excludeGlob(
      ["files", "search"].map((section) =>
        vscode.workspace.getConfiguration(section).get<unknown>("exclude"),
      ),
    );
    return vscode.workspace.findFiles(SOURCE_GLOB, exclude, FILES_AT_MOST + 1, token);
  }

  /** Reads a file, as its open document where it has one. */
  async #read(uri: vscode.Uri): Promise<"changed" | "same"> {
    const key = uri.toString();
    const path = vscode.workspace.asRelativePath(uri);
    const wasTooLarge = this.#tooLarge.delete(key);
    try {
      const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === key);
      if (document !== undefined && isSourceEditorId(document.languageId)) {
        const known = await this.#context.analyses.read(document);
        if (known === undefined) return this.#leaveOut(key, path, wasTooLarge);
        // Half-typed text would have functions come and go.
        if (known.analysis.problems.length > 0 && this.#state.kind === "done") {
          return wasTooLarge ? this.#leaveOut(key, path, true) : "same";
        }
        return this.#put({ uri: key, path, functions: indexedFunctions(known.analysis) }, wasTooLarge);
      }
      const { size } = await vscode.workspace.fs.stat(uri);
      if (size > LARGE_CHARACTERS) return this.#leaveOut(key, path, wasTooLarge);
      const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
      const code = codeOfFile(uri.path, text);
      if (code === undefined) return "same";
      const { analysis, dependsOn } = await this.#context.analyses.ofFile(uri, code);
      return this.#put({ uri: key, path, functions: indexedFunctions(analysis), dependsOn }, wasTooLarge);
    } catch {
      // It is not there any more, or may not be read.
      return this.#index.remove(key) || wasTooLarge ? "changed" : "same";
    }
  }

  /** Notes that a file is too large to be read, unless its functions are known since it was open. */
  #leaveOut(uri: string, path: string, wasTooLarge: boolean): "changed" | "same" {
    if (this.#index.has(uri)) return "same";
    this.#tooLarge.set(uri, path);
    return wasTooLarge ? "same" : "changed";
  }

  #put(file: IndexedFile, wasTooLarge: boolean): "changed" | "same" {
    return this.#index.put(file) || wasTooLarge ? "changed" : "same";
  }

  #follow(): vscode.Disposable {
    const watcher = vscode.workspace.createFileSystemWatcher(SOURCE_GLOB);
    // A folder may come with its files, and goes with them: of those the editor's watcher tells nothing then.
    const folders = vscode.workspace.createFileSystemWatcher("**", false, true, false);
    const later = (uri: vscode.Uri): void => this.#readLater(uri);
    return vscode.Disposable.from(
      watcher,
      folders,
      folders.onDidCreate((uri) => this.#lookIntoLater(uri)),
      folders.onDidDelete((uri) => {
        if (mayBeOurFolder(uri)) this.#drop([uri]);
      }),
      watcher.onDidCreate(later),
      watcher.onDidChange(later),
      watcher.onDidDelete(later),
      vscode.workspace.onDidDeleteFiles(({ files }) => this.#drop(files)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => later(document.uri)),
      vscode.workspace.onDidOpenTextDocument(({ uri }) => {
        if (this.#tooLarge.has(uri.toString())) later(uri);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => later(uri)),
      vscode.workspace.onDidChangeWorkspaceFolders(() => void this.refresh()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("files.exclude") || event.affectsConfiguration("search.exclude")) {
          void this.refresh();
        }
      }),
    );
  }

  #readLater(uri: vscode.Uri): void {
    const isOurs = isSourceFile(uri.path) && vscode.workspace.getWorkspaceFolder(uri) !== undefined;
    if (!isOurs || isOfPackage(vscode.workspace.asRelativePath(uri))) return;
    const isKnown = this.#index.has(uri.toString());
    if (!isKnown && this.#state.kind === "done" && this.#state.tooMany) return;
    this.#waiting.set(uri.toString(), uri);
    for (const other of this.#index.dependentOn(uri.toString()))
      this.#waiting.set(other, vscode.Uri.parse(other, true));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#readWaiting(), CHANGE_MILLISECONDS);
  }

  #lookIntoLater(uri: vscode.Uri): void {
    if (!mayBeOurFolder(uri)) return;
    if (this.#state.kind === "done" && this.#state.tooMany) return;
    this.#newFolders.set(uri.toString(), uri);
    this.#foldersTimer ??= setTimeout(() => void this.#lookIntoNew(), FOLDERS_MILLISECONDS);
  }

  async #readWaiting(): Promise<void> {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    let isChanged = false;
    for (const uri of waiting) if ((await this.#read(uri)) === "changed") isChanged = true;
    if (isChanged) this.#tellOfChange();
  }

  /** Reads the files of the folders that are there since. */
  async #lookIntoNew(): Promise<void> {
    this.#foldersTimer = undefined;
    const created = new Map(this.#newFolders);
    this.#newFolders.clear();
    const folders: string[] = [];
    for (const [key, uri] of created) {
      // What is within another new one is found with that.
      const isWithin = [...parentsOf(key)].some((parent) => created.has(parent));
      if (!isWithin && (await isFolder(uri))) folders.push(`${key}/`);
    }
    if (folders.length === 0) return;
    for (const uri of await this.#find()) {
      if (folders.some((folder) => uri.toString().startsWith(folder))) this.#readLater(uri);
    }
  }

  /** Drops files, and folders with all in them. */
  #drop(uris: readonly vscode.Uri[]): void {
    let isChanged = false;
    for (const uri of uris) {
      const key = uri.toString();
      if (this.#index.remove(key)) isChanged = true;
      for (const large of this.#tooLarge.keys()) {
        if (large !== key && !large.startsWith(`${key}/`)) continue;
        this.#tooLarge.delete(large);
        isChanged = true;
      }
    }
    if (isChanged) this.#tellOfChange();
  }

  #tellOfChange(): void {
    if (this.#state.kind === "done") this.#state = { ...this.#state, tooLarge: [...this.#tooLarge.values()] };
    this.#context.changed();
  }

  #tell(state: IndexState): void {
    this.#state = state;
    this.#context.changed();
  }
}

function mayBeOurFolder(uri: vscode.Uri): boolean {
  return mayBeFolder(uri.path) && !isOfPackage(`${vscode.workspace.asRelativePath(uri)}/`);
}

/** The folders in which a URI lies. */
function* parentsOf(uri: string): Generator<string> {
  for (let end = uri.lastIndexOf("/"); end > 0; end = uri.lastIndexOf("/", end - 1)) yield uri.slice(0, end);
}

async function isFolder(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.Directory) !== 0;
  } catch {
    // It is gone again.
    return false;
  }
}

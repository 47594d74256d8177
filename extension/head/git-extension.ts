import * as vscode from "vscode";
import type { HeadSource } from "./head-source.ts";

/** The part that is used of what the editor's git extension offers to others, in version 1. */
interface GitApi {
  readonly onDidOpenRepository: vscode.Event<GitRepository>;
  getRepository(uri: vscode.Uri): GitRepository | null;
  readonly repositories: readonly GitRepository[];
}

interface GitRepository {
  readonly state: { readonly HEAD?: { readonly commit?: string }; readonly onDidChange: vscode.Event<void> };
  show(ref: string, path: string): Promise<string>;
}

interface GitExports {
  readonly enabled: boolean;
  readonly onDidChangeEnablement: vscode.Event<boolean>;
  getAPI(version: 1): GitApi;
}

/**
 * Asks the editor's own git extension, which knows at once when another commit is checked out. Knows nothing where that
 * is missing or switched off, and until it has looked at the repository.
 */
export class GitExtension implements HeadSource, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: { dispose(): unknown }[] = [this.#changed];
  readonly #log: vscode.LogOutputChannel;
  #isAsked = false;
  #api: GitApi | undefined;
  #isDisposed = false;

  /** Fires when a repository was opened or may have another commit checked out. */
  readonly onDidChange = this.#changed.event;

  constructor(log: vscode.LogOutputChannel) {
    this.#log = log;
  }

  commitOf(file: string): Promise<string | undefined> {
    if (!this.#isAsked) {
      this.#isAsked = true;
      void this.#connect();
    }
    return Promise.resolve(this.#repositoryOf(file)?.state.HEAD?.commit);
  }

  async textAt(commit: string, file: string): Promise<string | null> {
    try {
      return (await this.#repositoryOf(file)?.show(commit, file)) ?? null;
    } catch {
      // The extension does not tell a file that is not there from other failures.
      return null;
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #connect(): Promise<void> {
    try {
      const extension = vscode.extensions.getExtension<GitExports>("vscode.git");
      if (extension === undefined) return;
      const git = await extension.activate();
      if (this.#isDisposed) return;
      // It says that it is enabled a moment before it can be asked.
      const useSoon = (): unknown => setTimeout(() => this.#use(git), 0);
      this.#subscriptions.push(git.onDidChangeEnablement(useSoon));
      this.#use(git);
    } catch (error) {
      this.#isMissing(error);
    }
  }

  #isMissing(error: unknown): void {
    this.#log.info(`The editor's git extension cannot be asked: ${String(error)}`);
  }

  #use(git: GitExports): void {
    if (this.#isDisposed) return;
    this.#api = undefined;
    try {
      if (git.enabled) this.#api = git.getAPI(1);
    } catch (error) {
      this.#isMissing(error);
    }
    this.#changed.fire();
    if (this.#api === undefined) return;
    const follow = ({ state }: GitRepository): void => {
      this.#subscriptions.push(state.onDidChange(() => this.#changed.fire()));
      this.#changed.fire();
    };
    this.#api.repositories.forEach(follow);
    this.#subscriptions.push(this.#api.onDidOpenRepository(follow));
  }

  #repositoryOf(file: string): GitRepository | null | undefined {
    return this.#api?.getRepository(vscode.Uri.file(file));
  }
}

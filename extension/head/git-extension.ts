import * as v from "valibot";
import * as vscode from "vscode";
import type { HeadSource } from "./head-source.ts";

/** The part that is used of what the editor's git extension offers to others, in version 1. */
interface GitApi {
  readonly onDidOpenRepository: vscode.Event<GitRepository>;
  readonly onDidCloseRepository: vscode.Event<GitRepository>;
  getRepository(uri: vscode.Uri): GitRepository | null;
  readonly repositories: readonly GitRepository[];
}

/** How git's failures are told apart. */
const failureSchema = v.object({ gitErrorCode: v.string() });
/** A file that is on the disk is not in the commit. */
const NOT_IN_COMMIT = "WrongCase";

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
  /** What listens to the repositories of the API that is asked; another API begins anew. */
  #listeners: { dispose(): unknown }[] = [];
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

  async textAt(commit: string, file: string): Promise<string | null | undefined> {
    try {
      return await this.#repositoryOf(file)?.show(commit, file);
    } catch (error) {
      const parsed = v.safeParse(failureSchema, error);
      return parsed.success && parsed.output.gitErrorCode === NOT_IN_COMMIT ? null : undefined;
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#stopListening();
  }

  #stopListening(): void {
    for (const listener of this.#listeners) listener.dispose();
    this.#listeners = [];
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
    this.#stopListening();
    this.#api = undefined;
    try {
      if (git.enabled) this.#api = git.getAPI(1);
    } catch (error) {
      this.#isMissing(error);
    }
    this.#changed.fire();
    if (this.#api === undefined) return;
    const listenerOf = new Map<GitRepository, { dispose(): unknown }>();
    const follow = (repository: GitRepository): void => {
      listenerOf.get(repository)?.dispose();
      listenerOf.set(
        repository,
        repository.state.onDidChange(() => this.#changed.fire()),
      );
      this.#changed.fire();
    };
    const leave = (repository: GitRepository): void => {
      listenerOf.get(repository)?.dispose();
      listenerOf.delete(repository);
    };
    this.#listeners.push(this.#api.onDidOpenRepository(follow), this.#api.onDidCloseRepository(leave), {
      dispose: () => listenerOf.forEach((listener) => listener.dispose()),
    });
    this.#api.repositories.forEach(follow);
  }

  #repositoryOf(file: string): GitRepository | null | undefined {
    return this.#api?.getRepository(vscode.Uri.file(file));
  }
}

import { loadedOnce } from "../loaded-once.ts";
import type { HeadSource } from "./head-source.ts";

/** The git on `PATH`, which is loaded with the first question: most are answered by the editor's own git extension. */
export class GitWhenAsked implements HeadSource {
  readonly #git: () => Promise<HeadSource>;

  /** @param isAllowed False in a folder that is not trusted. */
  constructor(isAllowed: () => boolean) {
    this.#git = loadedOnce(async () => {
      const { briefGit, GitCommand } = await import(/* webpackChunkName: "git" */ "./git-command.ts");
      return new GitCommand(briefGit, isAllowed);
    });
  }

  async commitOf(file: string): Promise<string | undefined> {
    return (await this.#git()).commitOf(file);
  }

  async textAt(commit: string, file: string): Promise<string | null | undefined> {
    return (await this.#git()).textAt(commit, file);
  }
}

import path from "node:path";
import { harness } from "../harness/intrinsics.ts";
import { framesOf, stackHere } from "./call-site.ts";

/** So many different things are told of one target; more would bury the first. */
const TOLD_AT_MOST = 20;

/**
 * What the user's code tried that would have reached out of the process, or be heard outside, and came to nothing:
 * each once, with the line.
 */
export class Attempts {
  /** Where the user's code lies, packages included: absolute. */
  folders: readonly string[] = [];
  readonly #told: Set<string>;
  readonly #seen = new Set<string>();

  /** `told`: where the sentences go. */
  constructor(told: Set<string>) {
    this.#told = told;
  }

  /** Tells of `api`; `became` says what it came to: `does nothing here`. */
  note(api: string, became: string): void {
    if (!this.#isNew(api)) return;
    this.#told.add(`${api}${this.#where() ?? ""} ${became}.`);
  }

  /** The same, of code of the user's own only: what packages try and can do without concerns nobody. */
  noteOwn(api: string, became: string): void {
    if (this.#seen.has(api)) return;
    const where = this.#where();
    if (where === null || /node_modules/.test(where) || !this.#isNew(api)) return;
    this.#told.add(`${api}${where} ${became}.`);
  }

  /** Whether the innermost of the user's code that led here is a package's. */
  isOfPackage(): boolean {
    return /node_modules/.test(this.#where() ?? "");
  }

  /** Tells something else. */
  say(sentence: string): void {
    if (this.#isNew(sentence)) this.#told.add(sentence);
  }

  /** Begins anew, for another target. */
  forget(): void {
    this.#seen.clear();
  }

  #isNew(what: string): boolean {
    if (this.#seen.has(what) || this.#seen.size >= TOLD_AT_MOST) return false;
    this.#seen.add(what);
    return true;
  }

  /** The innermost place in the user's code that led here: ` at src/a.js:3`; null where there is none. */
  #where(): string | null {
    for (const { file, line } of framesOf(stackHere())) {
      // It may lie in the project's own packages.
      if (file === harness.ownFile) continue;
      for (const folder of this.folders) {
        const name = path.relative(folder, file);
        if (name !== "" && !name.startsWith("..") && !path.isAbsolute(name)) return ` at ${name}:${line}`;
      }
    }
    return null;
  }
}

import path from "node:path";
import { harness } from "../harness/intrinsics.ts";
import { framesOf, stackHere } from "./call-site.ts";

/** An operation that a wall has refused. */
export interface Refusal {
  /** `net.connect`; `FileSystemWrite` where the runtime refused it. */
  readonly operation: string;
  /** `src/a.js:3`; null where no code of the user led there. */
  readonly place: string | null;
}

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
  /** Null: they are not kept, as to look where each came from takes time. */
  #refusals: Map<string, Refusal> | null = null;

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

  /** Keeps what is refused from now on, until {@link takeRefusals}. */
  keepRefusals(): void {
    this.#refusals = new Map();
  }

  /** What was kept from reaching out of the process, each once a place. */
  takeRefusals(): Refusal[] {
    const taken = [...(this.#refusals?.values() ?? [])];
    this.#refusals = null;
    return taken;
  }

  /** Keeps in mind that an operation was refused, whoever tried it, and whatever became of that. */
  refused(operation: string): void {
    if (this.#refusals === null || this.#refusals.size >= TOLD_AT_MOST) return;
    const place = this.#where()?.slice(" at ".length) ?? null;
    this.#refusals.set(`${operation} ${place}`, { operation, place });
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

import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { RecordedFunction } from "../../bench-worker/contract/recording.ts";
import type { RecordedProject } from "../../bench-worker/host/recordings/project-folder.ts";
import type { RecordedOne } from "../../bench-worker/host/recordings/recorded-among.ts";
import { readRecording, recordingFile } from "../../bench-worker/host/recordings/store.ts";
import { TextFunctions, textFunctionsOf } from "../../bench-worker/host/recordings/text-functions.ts";
import type { ReadText } from "../analysis/answer.ts";
import type { RecordedHint } from "./recorded-hint.ts";

/** What is recorded of a function, by the texts on the disk. */
export interface KnownFunction extends RecordedOne, Omit<RecordedHint, "isChanged"> {
  /** Other functions that ran in its calls have changed since, so that none can be played. */
  readonly areOthersChanged: boolean;
}

/** Another function that ran in a call. */
interface Other {
  readonly file: string;
  readonly textHash: string;
}

interface Condensed extends Omit<KnownFunction, "areOthersChanged"> {
  /** Of each call that was kept. */
  readonly others: readonly (readonly Other[])[];
}

/** Something that was made of a file, until that is another one. */
class OfFile<T> {
  readonly #known = new Map<string, { readonly stamp: string; readonly made: T }>();

  /** Null where the file cannot be read. */
  async get(file: string, make: () => Promise<T>): Promise<T | null> {
    const found = await stat(file).catch(() => null);
    if (found === null) {
      this.#known.delete(file);
      return null;
    }
    const stamp = `${found.mtimeMs} ${found.size}`;
    const known = this.#known.get(file);
    if (known?.stamp === stamp) return known.made;
    const made = await make();
    this.#known.set(file, { stamp, made });
    return made;
  }
}

/** Reads what is recorded, and what of it has changed since; each file only where it is another one than when it was read last. */
export class RecordedReader {
  readonly #recordings = new OfFile<readonly Condensed[]>();
  readonly #hashes = new OfFile<ReadonlySet<string>>();
  readonly #warn: (text: string) => void;

  /** @param warn Hears of recordings that cannot be read. */
  constructor(warn: (text: string) => void) {
    this.#warn = warn;
  }

  /** What is recorded of the functions of a file. */
  async read({ root, folder }: RecordedProject, file: string): Promise<KnownFunction[]> {
    const source = path.relative(root, file).split(path.sep).join("/");
    const condensed = await this.#recordings.get(recordingFile(folder, source), async () => {
      const read = await readRecording(folder, source, (one) => one);
      if (read.state === "unreadable") this.#warn(read.problem);
      return read.state === "read" ? read.recording.functions.map((one) => condense(one, source)) : [];
    });
    const known: KnownFunction[] = [];
    for (const { others, ...one } of condensed ?? [])
      known.push({ ...one, areOthersChanged: await this.#areAllChanged(others, root) });
    return known;
  }

  /**
   * By the hashes that hints know functions of a text by, those that recordings know them by: the former see only asynchronous
   * functions in others, the latter all. A function that cannot be found has an empty one.
   */
  hashesOf({ text, language, analysis }: ReadText): ReadonlyMap<string, string> {
    const { functions } = new TextFunctions(text, language);
    const byStart = new Map(functions.map(({ start, textHash }) => [start, textHash]));
    return new Map(
      analysis.functions.map(({ range, textHash }) => [textHash, byStart.get(range.start) ?? ""]),
    );
  }

  async #areAllChanged(calls: Condensed["others"], root: string): Promise<boolean> {
    for (const others of calls) {
      let isChanged = false;
      for (const { file, textHash } of others)
        isChanged ||= !(await this.#textHashesIn(path.join(root, file))).has(textHash);
      if (!isChanged) return false;
    }
    return calls.length > 0;
  }

  /** Of all functions of a file. */
  async #textHashesIn(file: string): Promise<ReadonlySet<string>> {
    const hashes = await this.#hashes.get(file, async () => {
      const text = await readFile(file, "utf8").catch(() => "");
      const found = textFunctionsOf(file, text.replace(/^\uFEFF/, ""));
      return new Set(found?.functions.map(({ textHash }) => textHash));
    });
    return hashes ?? new Set();
  }
}

/** What a hint needs: the values of calls are left out, of which there may be many megabytes. */
function condense({ name, line, textHash, paths }: RecordedFunction, source: string): Condensed {
  const kept = paths.flatMap((one) => one.kept);
  const [newest = null] = kept
    .map(({ recordedAt, command }) => ({ recordedAt, command }))
    .sort((left, right) => (left.recordedAt < right.recordedAt ? 1 : -1));
  const others = kept.map(({ functions }) =>
    functions
      .filter((one) => one.textHash !== textHash || one.file !== source)
      .map((one) => ({ file: one.file, textHash: one.textHash })),
  );
  return { name, line, textHash, paths: paths.map(({ calls }) => ({ calls })), newest, others };
}

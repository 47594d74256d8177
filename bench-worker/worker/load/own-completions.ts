import path from "node:path";
import type { IoCall } from "../../../analysis/model.ts";
import { causality } from "../io/causality.ts";
import type { IoCore } from "../io/io-core.ts";
import { framesOf, stackHere } from "../io/call-site.ts";
import { isHarness } from "../io/own-frames.ts";
import { folderAround } from "./workspace-packages.ts";

/** So many timers and ticks of one call are looked at for who sets them. */
const LOOKS_AT_MOST = 2_000;

/** Which of the project's files may be fakes of its own. */
export interface OwnFiles {
  /** Of the target. */
  readonly file: string;
  /** The project's files that were loaded, by their paths. */
  readonly loaded: ReadonlyMap<string, unknown>;
  /** Those of them that import a package, or a module of Node's that reaches out of the process. */
  readonly reachOut: ReadonlySet<string>;
  /** Those that the target's source shows. */
  readonly ioCalls: readonly IoCall[];
}

/**
 * What the project itself completes later, without any I/O: a data layer of fakes that calls back by a timer or a tick. Where a call
 * comes to no other I/O call, each of these is one.
 */
export class OwnCompletions {
  /** Whether they count. */
  counts = false;
  /** The places that set what ran before the call had settled: a timer that is left, as one that clears a cache, completes nothing. */
  readonly #completing = new Set<string>();
  readonly #files: OwnFiles;
  readonly #known = new Map<string, boolean>();

  constructor(files: OwnFiles) {
    this.#files = files;
  }

  /** Those of the same target, loaded before, are what counts. */
  follow(other: OwnCompletions): void {
    this.counts = other.counts;
    for (const place of other.#completing) this.#completing.add(place);
  }

  /** Whether there were any in a call that was watched. */
  get areThere(): boolean {
    return this.#completing.size > 0;
  }

  /** Watches what is set from here on, until what this gives is called. */
  watch(core: IoCore, isSettled: () => boolean = () => false): () => void {
    let looks = 0;
    causality.completes = (run, written, by) => {
      if (++looks > LOOKS_AT_MOST) return run;
      const frames = framesOf(stackHere());
      const setter = frames.find(({ file }) => !isHarness(file));
      if (setter === undefined || !this.#isFake(setter.file)) return run;
      const place = `${setter.file}:${setter.line}:${setter.column}`;
      if (!this.counts) {
        return (...values) => {
          if (!isSettled()) this.#completing.add(place);
          run(...values);
        };
      }
      if (!this.#completing.has(place)) return run;
      const caller = frames.find(({ file }) => file === this.#files.file);
      const shown = this.#files.ioCalls.find(({ position }) => position.line === caller?.line);
      const expression = shown?.expression ?? by;
      core.noteUse(expression, "callback", "default", "the project's own, completed by a timer or a tick");
      const fire = core.began(expression, written, true);
      return (...values) =>
        fire((error: unknown) => {
          run(...(error === null ? values : [error]));
        });
    };
    return () => {
      causality.completes = null;
    };
  }

  /** Another file of the target's own package that reaches nothing outside of the process. */
  #isFake(file: string): boolean {
    const known = this.#known.get(file);
    if (known !== undefined) return known;
    const { file: own, loaded, reachOut } = this.#files;
    const isFake =
      file !== own &&
      loaded.has(file) &&
      !reachOut.has(file) &&
      folderAround(path.dirname(file)) === folderAround(path.dirname(own));
    this.#known.set(file, isFake);
    return isFake;
  }
}

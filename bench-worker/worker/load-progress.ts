import path from "node:path";
import type { RunProgress } from "../protocol.ts";
import { packageOfFile } from "./load/package-name.ts";

/**
 * So many messages are sent in so many milliseconds, some 20 µs each: what is told last before code does not come back is where
 * that is. The last of them says that more may come.
 */
const TOLD_AT_MOST = { messages: 150, within: 100 };
/** Who has sent so many sends a tenth from then on: the host listens to so many of one process, and a busy machine may have it run for long. */
const MANY = 5_000;

type Waiting = NonNullable<RunProgress["waiting"]>;

/** Tells the host of a target that is made ready: which modules were loaded, at which attempt, and where its call is. */
export class LoadProgress {
  readonly #file: string;
  readonly #times: Times;
  readonly #begun: { readonly now: number; readonly computed: number };
  readonly #notify: (progress: RunProgress) => void;
  #modules = 0;
  #attempt = 0;
  #module: string | undefined;
  #call: Waiting["call"];
  #soFar: Waiting["soFar"];
  #told = { since: -Infinity, messages: 0 };
  #sent = 0;

  constructor(file: string, times: Times, notify: (progress: RunProgress) => void) {
    this.#file = file;
    this.#times = times;
    this.#begun = { now: times.now(), computed: times.cpuMilliseconds() };
    this.#notify = notify;
  }

  /** Another attempt begins. */
  readonly onTry = (): void => {
    this.#attempt++;
    this.#modules = 0;
    this.#call = undefined;
    this.#tell();
  };

  /** Another module is about to be loaded. */
  readonly onModule = (file: string): void => {
    this.#modules++;
    const name = packageOfFile(file);
    this.#module = name === null ? path.basename(file) : `${name} (${path.basename(file)})`;
    this.#tell();
  };

  /** The target is called, or that call has come to an I/O call at a line of it. */
  readonly onCall = (name: string, line: number | null): void => {
    this.#call = { name, ...(line === null ? {} : { line }) };
    this.#tell();
  };

  /** An attempt came to no good end; undefined where that need not be told, as there is one that will do. */
  readonly onFailure = (why: { readonly message: string; readonly hint: string } | undefined): void => {
    this.#soFar = why === undefined ? undefined : { reason: why.message, hint: why.hint };
  };

  #tell(): void {
    const now = this.#times.now();
    if (now - this.#told.since >= TOLD_AT_MOST.within) this.#told = { since: now, messages: 0 };
    const most = this.#sent < MANY ? TOLD_AT_MOST.messages : TOLD_AT_MOST.messages / 10;
    if (++this.#told.messages > most) return;
    this.#sent++;
    const waiting: Waiting = {
      modules: this.#modules,
      attempt: Math.max(1, this.#attempt),
      passed: now - this.#begun.now,
      computed: this.#times.cpuMilliseconds() - this.#begun.computed,
      ...(this.#module === undefined ? {} : { module: this.#module }),
      ...(this.#told.messages < most ? {} : { mayBeBehind: true }),
      ...(this.#call === undefined ? {} : { call: this.#call }),
      ...(this.#soFar === undefined ? {} : { soFar: this.#soFar }),
    };
    this.#notify({ fraction: 0, activity: `loading ${this.#file}`, loading: this.#file, waiting });
  }
}

/** Milliseconds by the watch, and of computing. */
interface Times {
  readonly now: () => number;
  readonly cpuMilliseconds: () => number;
}

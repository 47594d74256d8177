import { types } from "node:util";
import { isPowerOfTwo, type Activation, type Call, type FunctionState, type Kept } from "./activation.ts";
import type { Reads } from "./captured.ts";
import type { Encoded } from "./encoded.ts";
import { itemsOf } from "./callees.ts";
import type { Pauses } from "./pauses.ts";
import { Snapshots, type SnapshotOptions } from "./snapshot.ts";

/** Functions of which no call was seen to answer later are kept so often, in the hope that one does. */
const SNAPSHOTS_OF_UNPROVEN = 4;
/** Of the others so many of the first calls are kept, and then one of twice as many. */
const SNAPSHOTS = 20;
/** Once so many in a row have shown nothing new, the others are not among the first calls any more. */
const IN_VAIN = 4;
/**
 * Keeping values may take this part of what the program computes itself, and so many milliseconds beside; from then on only
 * functions are kept of which nothing is.
 */
const SHARE_AT_MOST = 0.4;
const MILLISECONDS_AT_MOST = 250;
/**
 * Milliseconds of a stretch of time, and of the processor's for which values may be kept in one: a program has limits of time of its own,
 * as a socket's. What waits for the processor meanwhile is not counted, as others keep it busy.
 */
const STRETCH = 100;
const OF_STRETCH_AT_MOST = 60;
/** So often it is looked what the program has computed. */
const LOOK_EVERY = 256;

/** What is to be kept of a function that begins. */
export interface Wanted {
  /** Kept ones of which it is a part. */
  readonly by: readonly Activation[];
  /** Whether it is kept itself. */
  readonly isWhole: boolean;
}

/** Decides which calls are kept whole, and keeps them. */
export class Keeping {
  readonly #snapshots: Snapshots;
  /** No value is kept. */
  readonly keepsShapesOnly: boolean;
  readonly #now: () => number;
  readonly #pauses: Pauses;
  readonly #active: () => number;
  readonly #processor: () => number;
  /** Milliseconds for which values were kept, and those of the processor among them. */
  #spent = 0;
  #computed = 0;
  #looks = 0;
  #dear = false;
  /** When the present stretch of time has begun, and what had been computed by then. */
  #stretch = { began: -Infinity, computed: 0 };

  /**
   * @param now Milliseconds.
   * @param active Milliseconds for which the program did not wait: of the same time that goes by, so that a machine which is busy with others
   * changes both alike.
   * @param pauses Hear when values are kept.
   * @param processor Milliseconds for which this process had the processor.
   */
  constructor(
    options: SnapshotOptions,
    now: () => number,
    active: () => number,
    pauses: Pauses,
    processor: () => number,
  ) {
    this.#snapshots = new Snapshots(options);
    this.keepsShapesOnly = options.shapesOnly;
    this.#now = now;
    this.#pauses = pauses;
    this.#active = active;
    this.#processor = processor;
  }

  /** A value as it is now. */
  value(value: unknown): Encoded {
    return this.#pauses.during(() => this.#snapshots.of(value));
  }

  /** Values as they are now. */
  values(values: ArrayLike<unknown>): Encoded[] {
    return this.#pauses.during(() => itemsOf(values).map((one) => this.#snapshots.of(one)));
  }

  /** Does what keeps something, and counts the time that it takes. */
  timed<T>(keep: () => T): T {
    const [before, computed] = [this.#now(), this.#processor()];
    const kept = this.#pauses.during(keep);
    this.#spent += this.#now() - before;
    this.#computed += this.#processor() - computed;
    return kept;
  }

  /** What is to be kept of a function that begins; null for nothing. */
  wanted(begun: Activation): Wanted | null {
    const { fn } = begun;
    const by = begun.keepersWithout(fn);
    const isWhole = fn.mayBeAsync && this.#keeps(fn);
    return isWhole || by.length > 0 ? { by, isWhole } : null;
  }

  /**
   * A function begins: keeps what is needed to make the same call again, where it is among those that are kept, and what it takes from
   * around it for those that are kept and of which it is a part.
   *
   * @param given Its arguments; null where they cannot be read.
   */
  entered(
    begun: Activation,
    wanted: Wanted,
    self: unknown,
    given: ArrayLike<unknown> | null,
    variables?: Reads,
  ): void {
    const { fn } = begun;
    this.timed(() => {
      const reads = variables?.() ?? [];
      const { kept: around, promises } = this.#snapshots.whole(() => {
        const around = this.#variables(fn, reads);
        if (wanted.isWhole && given !== null) begun.kept = this.#kept(begun, around, self, given, variables);
        return around;
      });
      begun.kept?.promises.push(...promises);
      for (const { kept, fn: keeper } of wanted.by) {
        kept!.functions.add(fn);
        addVariables(kept!, keeper, around, fn);
        // What is not there yet is asked for again.
        if (around.length === reads.length) kept!.known.add(fn);
        kept!.promises.push(...promises);
      }
    });
  }

  #kept(
    begun: Activation,
    around: Kept["variables"],
    self: unknown,
    given: ArrayLike<unknown>,
    reads: Reads | undefined,
  ): Kept {
    const { fn } = begun;
    fn.snapshots++;
    const itsThis = (): Encoded => around.find(({ name }) => name === "this")?.value ?? null;
    return {
      wallTime: Date.now(),
      self: fn.readsThis ? itsThis() : this.value(self),
      given: this.values(given),
      around: this.#snapshots.around(begun, reads),
      variables: around.filter(({ name }) => name !== "this"),
      functions: new Set([fn]),
      promises: [],
      known: new Set(),
    };
  }

  /** Keeps the arguments of a call that a kept one makes. */
  arguments(call: Call): void {
    if (!call.isKept || call.givenEncoded !== null) return;
    this.timed(() => (call.givenEncoded = this.values(call.given)));
  }

  #keeps(fn: FunctionState): boolean {
    const { snapshots, vain, calls, isProven } = fn;
    const hasPath = fn.paths.size > 0;
    if ((hasPath && this.#isTooDear()) || this.#isTooMuchAtOnce(hasPath)) return false;
    const isOneOfFirst = snapshots < (isProven ? SNAPSHOTS : SNAPSHOTS_OF_UNPROVEN) && vain < IN_VAIN;
    return isOneOfFirst || isPowerOfTwo(calls);
  }

  /** Whether what was kept lately has already held up the program: a function that has no path yet may do so for twice as long. */
  #isTooMuchAtOnce(hasPath: boolean): boolean {
    const now = this.#now();
    if (now - this.#stretch.began > STRETCH) this.#stretch = { began: now, computed: this.#computed };
    const computed = this.#computed - this.#stretch.computed;
    return computed > (hasPath ? OF_STRETCH_AT_MOST / 2 : OF_STRETCH_AT_MOST);
  }

  #isTooDear(): boolean {
    if (this.#looks++ % LOOK_EVERY === 0) {
      const ofProgram = this.#active() - this.#spent;
      this.#dear = this.#spent > SHARE_AT_MOST * ofProgram + MILLISECONDS_AT_MOST;
    }
    return this.#dear;
  }

  #variables(fn: FunctionState, reads: readonly (() => unknown)[]): Kept["variables"] {
    const kept: Kept["variables"] = [];
    for (let index = 0; index < reads.length; index++) {
      const variable = fn.variables[index];
      const name = variable?.name ?? "this";
      try {
        const isGlobal = variable !== undefined && variable.depth < 0;
        const read = reads[index]!();
        if (isGlobal && !isData(read)) continue;
        const value = this.#snapshots.of(read, name);
        kept.push({
          file: fn.file,
          scope: isGlobal ? "global" : variable !== undefined && variable.depth > 0 ? "closure" : "module",
          name,
          value,
        });
      } catch {
        // It is not there yet.
      }
    }
    return kept;
  }
}

function addVariables(
  kept: Kept,
  keeper: FunctionState,
  variables: Kept["variables"],
  of: FunctionState,
): void {
  for (const variable of variables) {
    const entry = of.variables.find(({ name }) => name === variable.name);
    // What the function itself declares, it makes again.
    if (entry === undefined || (entry.depth > keeper.depth && of.file === keeper.file)) continue;
    const isKnown = kept.variables.some(({ file, name }) => file === variable.file && name === variable.name);
    if (!isKnown) kept.variables.push(variable);
  }
}

/** Whether a global's value may be one that somebody has set for the program to read: no function, and nothing of an environment. */
function isData(value: unknown): boolean {
  if (value === undefined || typeof value === "function" || types.isProxy(value)) return false;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return true;
  const root = Object.getPrototypeOf(value) as object | null;
  return root === null || Object.getPrototypeOf(root) === null;
}

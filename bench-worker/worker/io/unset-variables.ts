import { stackHere } from "./call-site.ts";

/** More are not kept of one program, and of one variable no more reads: packages ask for what they are never told. */
const NAMES_AT_MOST = 200;
const READS_AT_MOST = 5;
/** So many reads of one variable are looked at, as most are of one place. */
const LOOKS_AT_MOST = 20;

/** Variables of the environment that were read while nothing sets them, each with the stacks of its first reads. */
export class UnsetVariables {
  readonly #reads = new Map<string, string[]>();
  /** By name: how often it was looked who reads it. */
  readonly #times = new Map<string, number>();

  /** By name: the stacks of its first reads, as text. */
  get reads(): ReadonlyMap<string, readonly string[]> {
    return this.#reads;
  }

  forget(): void {
    this.#reads.clear();
    this.#times.clear();
  }

  /** Has reads of an environment be noted from here on. What is set is read as ever. Gives what ends it. */
  watch(env: NodeJS.ProcessEnv): () => void {
    const before = Object.getPrototypeOf(env) as object | null;
    const noted = new Proxy(before ?? {}, {
      get: (target, name, receiver) => {
        this.#note(target, name);
        return Reflect.get(target, name, receiver) as unknown;
      },
      has: (target, name) => {
        this.#note(target, name);
        return Reflect.has(target, name);
      },
    });
    Object.setPrototypeOf(env, noted);
    return () => void Object.setPrototypeOf(env, before);
  }

  #note(target: object, name: PropertyKey): void {
    if (typeof name !== "string" || name in target) return;
    const times = (this.#times.get(name) ?? 0) + 1;
    if (times > LOOKS_AT_MOST) return;
    this.#times.set(name, times);
    const reads = this.#reads.get(name) ?? [];
    if (reads.length >= READS_AT_MOST || (reads.length === 0 && this.#reads.size >= NAMES_AT_MOST)) return;
    const stack = stackHere();
    if (!reads.includes(stack)) this.#reads.set(name, [...reads, stack]);
  }
}

import type { Fact, FactAbout, Shape } from "../contract/fact.ts";

/** What tells one fact from another: what is known of that is not learnt again. */
interface Known extends Pick<Fact, "about"> {
  readonly name?: string;
  readonly is?: unknown;
  readonly line?: number;
  readonly member?: string;
}

/** What holds for all attempts at a target, whichever has told it. */
const OF_ALL_ATTEMPTS: ReadonlySet<Fact["about"]> = new Set([
  ...(["package", "global", "missing-files", "unloaded-file", "exit"] as const),
]);

/** What an attempt at a target is made with of what those before it have told, each once, in the order in which it was learnt. */
export class Facts implements Iterable<Fact> {
  readonly #ofAll: Map<string, Fact>;
  readonly #own: Map<string, Fact>;

  constructor(ofAll = new Map<string, Fact>(), own = new Map<string, Fact>()) {
    this.#ofAll = ofAll;
    this.#own = own;
  }

  /** For another attempt at the same target. */
  ofNewAttempt(): Facts {
    return new Facts(this.#ofAll);
  }

  /** For the same attempt: what it learns later of itself is not in here. */
  copy(): Facts {
    return new Facts(this.#ofAll, new Map(this.#own));
  }

  *[Symbol.iterator](): Iterator<Fact> {
    yield* this.#ofAll.values();
    yield* this.#own.values();
  }

  /** Adds one, unless it is known; gives whether it was not. */
  add(fact: Fact): boolean {
    if (this.has(fact)) return false;
    this.put(fact);
    return true;
  }

  /** Adds one, in the place of what was known of that. */
  put(fact: Fact): void {
    this.#with(fact).set(keyOf(fact), fact);
  }

  delete(fact: Known): void {
    this.#with(fact).delete(keyOf(fact));
  }

  has(fact: Known): boolean {
    return this.#with(fact).has(keyOf(fact));
  }

  /** What a value is, by its name; undefined where nothing was learnt of it. */
  shapeOf(name: string): Shape | undefined {
    const fact = this.#own.get(keyOf({ about: "value", name }));
    return fact?.about === "value" ? fact.is : undefined;
  }

  /** Those about one kind of thing. */
  about<About extends Fact["about"]>(about: About): FactAbout<About>[] {
    return [...this].filter((fact): fact is FactAbout<About> => fact.about === about);
  }

  #with({ about }: Known): Map<string, Fact> {
    return OF_ALL_ATTEMPTS.has(about) ? this.#ofAll : this.#own;
  }
}

/** What a value is makes it no other fact, and what an operation gives does. */
function keyOf({ about, name, is, line, member }: Known): string {
  return `${about} ${typeof is === "string" ? is : (line ?? "")} ${name ?? member ?? ""}`;
}

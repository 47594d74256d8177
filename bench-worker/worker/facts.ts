import type { Fact, FactAbout, Shape } from "../contract/fact.ts";

/** What holds for all attempts at a target, whichever has told it. */
const OF_ALL_ATTEMPTS: ReadonlySet<Fact["about"]> = new Set([
  ...(["package", "global", "variable", "missing-files", "unloaded-file", "classes", "exit"] as const),
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
    if (this.includes(fact)) return false;
    this.put(fact);
    return true;
  }

  /** Adds one, in the place of what was known of that. */
  put(fact: Fact): void {
    this.#all(fact.about).set(keyOf(fact), fact);
  }

  delete(fact: Fact): void {
    this.#all(fact.about).delete(keyOf(fact));
  }

  includes(fact: Fact): boolean {
    return this.#all(fact.about).has(keyOf(fact));
  }

  /** Whether something is known of one thing; of an operation that it gives what is said. It is asked while calls are timed as well. */
  has(about: Fact["about"], name = "", is = ""): boolean {
    const all = this.#all(about);
    return all.size > 0 && all.has(keyWith(about, name, is));
  }

  /** What a value is, by its name; undefined where nothing was learnt of it. */
  shapeOf(name: string): Shape | undefined {
    const fact = this.#own.size > 0 ? this.#own.get(keyWith("value", name)) : undefined;
    return fact?.about === "value" ? fact.is : undefined;
  }

  /** Those about one kind of thing. */
  about<About extends Fact["about"]>(about: About): FactAbout<About>[] {
    return [...this].filter((fact): fact is FactAbout<About> => fact.about === about);
  }

  #all(about: Fact["about"]): Map<string, Fact> {
    return OF_ALL_ATTEMPTS.has(about) ? this.#ofAll : this.#own;
  }
}

/** By what a fact is known: what a value is makes it no other one, and what an operation gives does. */
function keyOf(fact: Fact): string {
  if (fact.about === "line") return keyWith("line", `${fact.name} ${fact.line} ${fact.member}`);
  if (fact.about === "branch") return keyWith("branch", `${fact.name} ${fact.at}`);
  return keyWith(fact.about, "name" in fact ? fact.name : "", fact.about === "operation" ? fact.is : "");
}

function keyWith(about: Fact["about"], name: string, is = ""): string {
  return `${about} ${is} ${name}`;
}

import type { Fact } from "../../contract/fact.ts";
import type { Facts } from "../facts.ts";
import { lastName } from "../io/last-name.ts";
import { isObject } from "../io/is-object.ts";
import type { IoCore } from "../io/io-core.ts";
import { classSetTo } from "../load/classes-set.ts";
import type { Contestant } from "../measure/contestant.ts";
import { unknownCalls } from "../stand-ins-called.ts";

/** So often instances are put in the places of stand-ins: those of one may bring the calls of others. */
const ROUNDS_AT_MOST = 3;

/**
 * What is the project's own in a call: instances of its classes in the places of stand-ins on which it makes I/O calls, where the project itself sets
 * what goes by their names to such instances, `container.shell = new Shell()`; and items of lists that are empty in a new instance. They are taken
 * back where the call does not run with them.
 */
export class OwnParts {
  readonly #facts: Facts;
  readonly #set: Fact[] = [];
  #roundsLeft = ROUNDS_AT_MOST;

  /** @param facts Of the attempt. */
  constructor(facts: Facts) {
    this.#facts = facts;
  }

  /** Whether there are more of them from here on than in a call, the last. */
  take(contestant: Contestant, core: IoCore): boolean {
    const facts = this.#facts;
    if (this.#roundsLeft-- <= 0 || facts.has("classes")) return false;
    const receivers = new Set(
      unknownCalls(contestant, core).map(({ name }) => name.slice(0, Math.max(name.lastIndexOf("."), 0))),
    );
    const found = [...receivers].flatMap((name): Fact[] => {
      const isMember = /[.][\w$]+$/.test(name) && facts.shapeOf(name) === undefined;
      const set = isMember ? classSetTo(lastName(name), contestant.target.source.file) : undefined;
      if (set === undefined || !("file" in set)) return [];
      return [
        { about: "value", name, is: { classOf: set.file, exported: set.exported }, because: "class-set" },
      ];
    });
    if (found.length === 0 || !core.rules.allow("class-set")) return false;
    for (const fact of found) facts.add(fact);
    this.#set.push(...found);
    return true;
  }

  /** Whether lists have items from here on that a call, the last, reads of its instance, where they are empty: it made no I/O call. */
  fill({ target }: Contestant, core: IoCore): boolean {
    const { source, callable, asyncFunction, fakes } = target;
    const { receiver } = callable;
    if (this.#roundsLeft <= 0 || !isObject(receiver) || fakes.isFake(receiver)) return false;
    const text = source.text.slice(asyncFunction.range.start, asyncFunction.range.end);
    const found = Object.entries(receiver)
      .filter(([key, value]) => Array.isArray(value) && value.length === 0 && text.includes(`this.${key}`))
      .map(([key]): Fact => ({
        about: "value",
        name: `this.${key}`,
        is: { make: "list" },
        because: "own-lists",
      }))
      .filter((fact) => !this.#facts.includes(fact));
    if (found.length === 0 || !core.rules.allow("own-lists")) return false;
    for (const fact of found) this.#facts.add(fact);
    this.#set.push(...found);
    return true;
  }

  /** Whether there are some. */
  get areThere(): boolean {
    return this.#set.length > 0;
  }

  /** Whether there were some, which there are no more. */
  takeBack(): boolean {
    this.#roundsLeft = 0;
    const set = this.#set.splice(0);
    for (const fact of set) this.#facts.delete(fact);
    return set.length > 0;
  }
}

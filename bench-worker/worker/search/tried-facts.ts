import type { Fact } from "../../contract/fact.ts";
import type { Facts } from "../facts.ts";
import { lastName } from "../io/last-name.ts";
import { emptyListOf } from "../load/empty-list.ts";
import { isObject } from "../io/is-object.ts";
import type { IoCore } from "../io/io-core.ts";
import { classSetTo } from "../load/classes-set.ts";
import type { Contestant } from "../measure/contestant.ts";
import { reachedBy } from "../path-of-failure.ts";
import { unknownCalls } from "../stand-ins-called.ts";

/** So often instances are put in the places of stand-ins: those of one may bring the calls of others. */
const ROUNDS_AT_MOST = 3;

/** Facts that are tried, and taken back where a call does not run with them, or comes to no more of its I/O calls. */
export class TriedFacts {
  readonly #facts: Facts;
  #set: Fact[] = [];
  readonly #keys: Fact[] = [];
  #roundsLeft = ROUNDS_AT_MOST;
  /** How many I/O calls, each once, a call came to before keys were given to what it asked for keys. */
  #reachedBefore: number | null = null;

  /** @param facts Of the attempt. */
  constructor(facts: Facts) {
    this.#facts = facts;
  }

  /**
   * Instances of the project's own classes in the places of stand-ins on which a call, the last, makes I/O calls, where the project itself sets what goes
   * by their names to such instances: `container.shell = new Shell()`. Whether there are more of them from here on.
   */
  takeClasses(contestant: Contestant, core: IoCore): boolean {
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
    return this.#try(found, core);
  }

  /**
   * Operations of which a call, the last, gave another one what they gave, `db.raw()` in `db.select(db.raw("now()"))`, build that: they count where they are
   * waited for. Whether there are more of them from here on.
   */
  takeParts({ target }: Contestant, core: IoCore): boolean {
    if (this.#roundsLeft <= 0) return false;
    const found = [...target.fakes.parts]
      .map((name): Fact => ({
        about: "operation",
        name: lastName(name),
        is: "plain",
        because: "part-of-another",
      }))
      .filter((fact) => !this.#facts.includes(fact));
    return this.#try(found, core);
  }

  /** Items in lists that a call, the last, which made no I/O call, reads of its instance, where they are empty. Whether there are some from here on. */
  fillLists({ target }: Contestant, core: IoCore): boolean {
    const { source, callable, asyncFunction, fakes } = target;
    const { receiver } = callable;
    if (this.#roundsLeft <= 0 || !isObject(receiver) || fakes.isFake(receiver)) return false;
    const text = source.text.slice(asyncFunction.range.start, asyncFunction.range.end);
    const found = Object.keys(receiver)
      .filter((key) => emptyListOf(receiver, key) !== null && readsMember(text, key))
      .map((key): Fact => ({
        about: "value",
        name: `this.${key}`,
        is: { make: "list" },
        because: "own-lists",
      }))
      .filter((fact) => !this.#facts.includes(fact));
    return this.#try(found, core);
  }

  /**
   * Keys of stand-ins that a call, the last, which did not come to all of its I/O calls, asked for their keys: `Object.entries(config.routes)`. Whether
   * some have them from here on.
   */
  giveKeys({ target: { fakes }, recording }: Contestant, core: IoCore): boolean {
    if (this.#roundsLeft <= 0 || this.#reachedBefore !== null) return false;
    const found = [...fakes.askedForKeys]
      .filter((name) => !fakes.isCorrected(name))
      .map((name): Fact => ({ about: "value", name, is: { make: "record" }, because: "keys" }));
    if (!this.#try(found, core)) return false;
    this.#keys.push(...found);
    this.#reachedBefore = reachedBy(recording);
    return true;
  }

  /** Takes keys back that have brought a call, the last and the first with them, no further I/O call; gives whether there were such. */
  takeKeysBack({ recording }: Contestant): boolean {
    const keys = this.#keys.splice(0);
    if (keys.length === 0 || reachedBy(recording) > this.#reachedBefore!) return false;
    for (const fact of keys) this.#facts.delete(fact);
    this.#set = this.#set.filter((fact) => !keys.includes(fact));
    return true;
  }

  #try(found: readonly Fact[], core: IoCore): boolean {
    const [first] = found;
    if (first === undefined || !core.rules.allow(first.because)) return false;
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

/** Whether a text reads a member of `this`. */
function readsMember(text: string, key: string): boolean {
  return new RegExp(String.raw`\bthis\.${key.replaceAll("$", "[$]")}(?![\w$])`).test(text);
}

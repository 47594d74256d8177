import { isNamedLikePlain } from "../../../analysis/io-calls/given-back.ts";
import { isPlainMethod } from "../../../analysis/io-calls/plain-calls.ts";
import type { Fact } from "../../contract/fact.ts";
import type { Facts } from "../facts.ts";
import { lastName } from "../io/last-name.ts";
import { emptyListOf } from "../load/empty-list.ts";
import { isObject } from "../io/is-object.ts";
import { isMadeText, type IoCore } from "../io/io-core.ts";
import { classSetTo } from "../load/classes-set.ts";
import type { Contestant } from "../measure/contestant.ts";
import type { Recording } from "../measure/record.ts";
import { reachedBy } from "../path-of-failure.ts";
import { unknownCalls } from "../stand-ins-called.ts";

/** So often instances are put in the places of stand-ins: those of one may bring the calls of others. */
const ROUNDS_AT_MOST = 3;

/** Facts that are tried, and taken back where a call does not run with them, or comes to no more of its I/O calls. */
export class TriedFacts {
  readonly #facts: Facts;
  #set: Fact[] = [];
  #roundsLeft = ROUNDS_AT_MOST;
  /** The rules of those that are tried once. */
  readonly #triedOnce = new Set<string>();
  /** The values that were to lead a call to further I/O calls. */
  readonly #led = new Set<string>();
  /** What is taken back unless it helps: some facts, or all that were not known before. */
  #judged: { readonly facts: () => readonly Fact[]; readonly helps: (now: Recording) => boolean } | null =
    null;

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

  /**
   * Operations of which a call, the last, awaited what they gave, though their own text does not: a helper gave that back, `function load(id) { return
   * client.get(id); }`. Whether there are some that give promises from here on.
   */
  takeAwaited({ target: { fakes } }: Contestant, core: IoCore): boolean {
    if (this.#roundsLeft <= 0) return false;
    const promises = new Set(
      core.calledFakes.filter(({ kind }) => kind === "promise").map(({ name }) => name),
    );
    const isOfAnswer = (name: string): boolean => promises.has(name.slice(0, name.lastIndexOf("()")));
    const isPlain = (last: string): boolean => isNamedLikePlain(last) || isPlainMethod(last);
    const found = [...fakes.awaited]
      .filter((name) => !isPlain(lastName(name)) && !isOfAnswer(name) && !ANSWERS_AT_ONCE.test(name))
      .map((name): Fact => ({ about: "operation", name, is: "promise", because: "awaited" }))
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
    const found = [...fakes.askedForKeys]
      .filter((name) => !fakes.isCorrected(name))
      .map((name): Fact => ({ about: "value", name, is: { make: "record" }, because: "keys" }));
    const before = reachedBy(recording);
    return this.#tryOnce(found, core, (now) => reachedBy(now) > before);
  }

  /**
   * Lists in the places of one thing that a call, the last, has taken for a list: text that it split, stand-ins that it made one list. Whether there are
   * some from here on.
   */
  giveLists(contestant: Contestant, core: IoCore): boolean {
    return this.#giveLines(contestant, core) || this.#giveFlattened(core);
  }

  #giveFlattened(core: IoCore): boolean {
    const found = [...core.flattened]
      .map((name): Fact => ({ about: "value", name, is: { make: "list" }, because: "flattened" }))
      .filter((fact) => !this.#facts.includes(fact));
    return this.#roundsLeft > 0 && this.#try(found, core);
  }

  /**
   * Whether a value is what may lead a call, the last, to I/O calls that it did not come to, from here on: each is tried once, and taken back where the call
   * comes to no more of them, or to another in the place of one.
   */
  lead(fact: Fact, { recording }: Pick<Contestant, "recording">, core: IoCore): boolean {
    const key = JSON.stringify(fact);
    if (this.#roundsLeft <= 0 || this.#led.has(key)) return false;
    this.#led.add(key);
    const known = new Set(this.#facts);
    if (!this.#try([fact], core)) return false;
    const before = placesOf(recording);
    this.#judged = {
      // What a call has met on a way that led to nothing is of no other.
      facts: () => [...this.#facts].filter((one) => !known.has(one)),
      helps: (now) => {
        const after = placesOf(now);
        return after.size > before.size && [...before].every((place) => after.has(place));
      },
    };
    return true;
  }

  /** Several lines in text of one line: what fakes give, and what the call was given. */
  #giveLines({ recording, target }: Contestant, core: IoCore): boolean {
    const texts = core.splitTexts;
    const given = target.asyncFunction.parameters.filter(
      ({ name }) => texts.has(name) && this.#facts.shapeOf(name) === undefined,
    );
    const by = [...texts].find(([text]) => isMadeText(text) || given.some(({ name }) => name === text))?.[1];
    const found: Fact[] = given.map(({ name }) => ({
      ...{ about: "value", name, is: { make: "lines" }, because: "lines" },
    }));
    if (by !== undefined && !this.#facts.has("lines")) found.push({ about: "lines", by, because: "lines" });
    const before = recording.operations.length;
    return this.#tryOnce(found, core, ({ operations }) => operations.length > before);
  }

  /** Takes back what has brought a call, the last and the first with it, no further I/O call; gives whether there was such. */
  takeUselessBack({ recording }: Contestant): boolean {
    const judged = this.#judged;
    this.#judged = null;
    if (judged === null || judged.helps(recording)) return false;
    this.#takeBack(judged.facts());
    return true;
  }

  /** @param helps Whether a call with them makes further I/O calls. */
  #tryOnce(found: readonly Fact[], core: IoCore, helps: (now: Recording) => boolean): boolean {
    const [first] = found;
    if (first === undefined || this.#roundsLeft <= 0 || this.#triedOnce.has(first.because)) return false;
    if (!this.#try(found, core)) return false;
    this.#triedOnce.add(first.because);
    this.#judged = { facts: () => found, helps };
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
    const all = [...this.#set, ...(this.#judged?.facts() ?? [])];
    this.#judged = null;
    this.#takeBack(all);
    return all.length > 0;
  }

  #takeBack(facts: readonly Fact[]): void {
    for (const fact of facts) this.#facts.delete(fact);
    this.#set = this.#set.filter((fact) => !facts.includes(fact));
  }
}

/** What answers a request, and what writes logs: helpers around them are awaited by habit. */
const ANSWERS_AT_ONCE = /(?:^|\.)(?:res|response|reply|ctx|context|log|logger|console)(?:\.\w+\(\))*\.\w+$/;

/** Where a call made its I/O calls. */
function placesOf({ operations }: Recording): Set<string> {
  return new Set(operations.map(({ expression, line }) => `${lastName(expression)} ${line}`));
}

/** Whether a text reads a member of `this`. */
function readsMember(text: string, key: string): boolean {
  return new RegExp(String.raw`\bthis\.${key.replaceAll("$", "[$]")}(?![\w$])`).test(text);
}

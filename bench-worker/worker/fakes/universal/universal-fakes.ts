import type { IoCallKind } from "../../../../analysis/model.ts";
import { enter } from "../../fakes-file/enter.ts";
import type { GivenFakes } from "../../fakes-file/given-fakes.ts";
import { harness } from "../../harness/intrinsics.ts";
import { MADE_JSON, madePieces, type IoCore } from "../../io/io-core.ts";
import { isObject } from "../../io/is-object.ts";
import { lastName } from "../../io/last-name.ts";
import type { Fact, Shape } from "../../../contract/fact.ts";
import { Facts } from "../../facts.ts";
import type { ClassInstances, Scope, TypeOrigin } from "../../types/type.ts";
import { ClientFakes } from "../client-fakes.ts";
import type { IoHints } from "../io-hints.ts";
import { isTextOf, mayBeShared, nameAt } from "../item-place.ts";
import { Noting } from "../plain/noting.ts";
import { PlainValues } from "../plain/plain-values.ts";
import { ITEMS_OF_LISTS } from "../../load/stand-ins.ts";
import { FakeCallbacks } from "./callbacks.ts";
import { FakeCalls } from "./calls.ts";
import type { FakeContext } from "./context.ts";
import { constructed } from "./constructed.ts";
import { EndlessWatch } from "./endless.ts";
import { FakeEvents } from "./events.ts";
import { FreeGlobals } from "./free-globals.ts";
import { NOTHING_KNOWN, type Known } from "./known.ts";
import { FakeLists } from "./lists.ts";
import { FakeMembers } from "./members.ts";
import { MadeValues } from "./made-values.ts";
import { FakeModules } from "./modules.ts";
import { partsOf } from "./names.ts";
import { EACH_TIME, isByNameOnly, memberOf, Plan, type Member } from "./plan.ts";
import { FakeTraps, trapsOf, type FakeOwner } from "./traps.ts";

/** More names than this are those of made-up trees that somebody goes down. */
const PLANS_AT_MOST = 10_000;

/** An item behind the first two. */
const FURTHER_ITEM = /\[(?!0\]|1\])\d+\]/g;

/** Properties that a fake does not have. */
const NONE: readonly string[] = [];

/** Makes stand-ins for values that nobody knows: parameters, free names, packages that are not there. */
export class UniversalFakes implements FakeContext {
  readonly core: IoCore;
  readonly hints: IoHints;
  readonly known: Known;
  readonly clients: ClientFakes;

  /** Makes instances of the project's own classes. */
  instances: ClassInstances | null = null;

  /** Gives the `require` of a file of the target's. */
  requireFrom: ((file: string) => unknown) | null = null;

  #given: GivenFakes | null = null;
  /** The names of errors. */
  readonly #errors = new WeakMap<object, string>();
  /** What was found out about fakes, by their names. */
  readonly #plans = new Map<string, Plan>();
  /** Members of what clients answer. */
  readonly #askedOfClients = new Set<string>();
  #hasEntered = false;
  readonly #modules = new FakeModules();
  /** What errors have told since it was made, as constructors do of what they are given. */
  #corrected = new Facts();
  /** Those that are read and never called. */
  readonly #data = new Set<string>();
  readonly #free: FreeGlobals;
  /** What the traps of fakes come to; its generation counts what changes what is found out. */
  readonly #owner: FakeOwner;
  readonly #watch: EndlessWatch;
  readonly #callbacks: FakeCallbacks;
  readonly #lists: FakeLists;
  readonly #events: FakeEvents;
  readonly #calls: FakeCalls;
  readonly #members: FakeMembers;
  readonly #values: MadeValues;
  /** What takes the places of fakes that are known from calls before; null where there are none. */
  readonly #plain: PlainValues | null;

  constructor(core: IoCore, hints: IoHints, known: Partial<Known> = {}) {
    this.core = core;
    this.hints = hints;
    this.known = { ...NOTHING_KNOWN, facts: new Facts(), ...known };
    this.clients = new ClientFakes(
      core,
      (name) => this.make(name),
      (name) => {
        const { last } = partsOf(name);
        this.#askedOfClients.add(last);
        return this.known.facts.shapeOf(name) ?? this.known.facts.shapeOf(`*.${last}`);
      },
      { items: this.known.itemsOfLists, heard: (name) => void this.#lists.read.add(name) },
    );
    this.#free = new FreeGlobals(this);
    this.#watch = new EndlessWatch(core);
    this.#callbacks = new FakeCallbacks(this);
    this.#lists = new FakeLists(this, this.#callbacks);
    this.#events = new FakeEvents(this);
    this.#calls = new FakeCalls(this, {
      lists: this.#lists,
      callbacks: this.#callbacks,
      events: this.#events,
    });
    this.#members = new FakeMembers(this, this.#lists, this.#calls);
    this.#values = new MadeValues(this, this.#lists);
    const { standIns } = this.known;
    this.#plain =
      standIns === null
        ? null
        : new PlainValues(
            {
              core,
              make: (name) => this.make(name),
              note: (...use) => this.note(...use),
              member: (name, key, holder) => this.#members.property(name, key, holder, undefined),
              call: (name, parameters, origin) =>
                this.#calls.callAgain(this.planOf(name), parameters, origin),
              construct: (name, parameters) => constructed(this, name, parameters),
            },
            standIns,
          );
    this.#owner = {
      generation: 0,
      place: core,
      noting: null,
      counts: { made: 0, read: 0 },
      askedForKeys: new Set(),
      read: () => {
        this.#owner.counts.read++;
        if (core.tap !== null) this.#watch.read();
      },
      member: (traps, key) => this.#member(traps, key),
      handle: ({ plan, self }, key, handler) => {
        if (this.clients.keepMethod(plan.name, key, handler)) this.#owner.noting?.otherwise(plan.name);
        else this.#events.handle(plan.name, key, handler, self);
      },
      call: ({ plan, self }, receiver, parameters) =>
        this.#calls.callAgain(
          this.#upToDate(plan),
          parameters,
          typeof receiver === "function" ? receiver : self,
        ),
      construct: (name, parameters) => constructed(this, name, parameters),
      make: (name) => this.make(name),
    };
  }

  /** How many were made that answer anything, and read. */
  get counts(): Readonly<FakeOwner["counts"]> {
    return this.#owner.counts;
  }

  /** Whether one was made that answers anything. */
  get areAny(): boolean {
    return this.counts.made > 0;
  }

  /** Where it is noted what is done with fakes; null where that is not. */
  get noting(): Noting | null {
    return this.#owner.noting;
  }

  /** Has it be noted from here on what is done with fakes, or not any more. */
  notes(isNoted: boolean): void {
    this.#owner.noting = isNoted ? new Noting() : null;
  }

  get given(): GivenFakes | null {
    return this.#given;
  }

  set given(given: GivenFakes | null) {
    this.#given = given;
    this.#changed();
  }

  /** What was found out about fakes of any name may be otherwise from here on. */
  #changed(): void {
    this.#owner.generation++;
  }

  tellApart(names: Set<string>, name: string): void {
    if (!names.has(name)) this.#changed();
    names.add(name);
  }

  /** The fake that was last called, by its whole name; empty before any was. */
  get lastCalled(): string {
    return this.#calls.last;
  }

  /** {@link FakeEvents.forLater} */
  get forLater(): ReadonlySet<string> {
    return this.#events.forLater;
  }

  /** {@link FakeCalls.parts} */
  get parts(): ReadonlySet<string> {
    return this.#calls.parts;
  }

  /** The names of those that were asked for their keys. */
  get askedForKeys(): ReadonlySet<string> {
    return this.#owner.askedForKeys;
  }

  /** {@link FakeCalls.ranWithin} */
  get ranWithin(): ReadonlySet<string> {
    return this.#calls.ranWithin;
  }

  /** {@link FakeMembers.awaited} */
  get awaited(): ReadonlySet<string> {
    return this.#members.awaited;
  }

  /** {@link FakeMembers.waitedFor} */
  get waitedFor(): ReadonlySet<string> {
    return this.#members.waitedFor;
  }

  /** {@link FakeMembers.numbers} */
  get numbers(): Set<string> {
    return this.#members.numbers;
  }

  /** {@link FakeLists.isStreamed} */
  get isStreamed(): boolean {
    return this.#lists.isStreamed;
  }

  /** The fake that was last turned into text: what could not be read as what it should be. */
  get lastText(): string {
    return this.#members.lastText;
  }

  /**
   * Lets the target's own globals, fakes file, environment and what is known of the answers it reads hold, and no other's. Loading a
   * target does so; whoever calls one again after another has run does so before, outside of what is timed.
   */
  enter(): void {
    // All that loading finds out is known by then.
    if (!this.#hasEntered) this.#changed();
    this.#hasEntered = true;
    if (this.core.globals?.isCurrent(this) === false) {
      // What is made up of the time is none of the globals of whoever was called before.
      enter(this.core, null);
      this.core.globals.enter(this);
    }
    enter(this.core, this.given, this.known.facts.about("variable"));
    this.core.makeUp = this.#makeUp;
    this.core.makeBody = this.#makeBody;
    this.core.filesAreThere = this.known.facts.has("files");
    this.core.fileNames = this.known.fileNames;
    const [lines] = this.known.facts.about("lines");
    this.core.json = lines === undefined ? MADE_JSON : madePieces(this.known.itemsOfLists, lines.by);
    this.core.requireFrom = this.requireFrom;
    this.#free.enter();
  }

  /** Makes up a global that nobody defines. */
  defineFree(name: string): void {
    this.#free.define(name);
  }

  readonly #makeUp = (name: string): unknown => this.make(name);

  readonly #makeBody = (name: string): unknown => {
    this.tellApart(this.#data, name);
    return this.make(name);
  };

  /** Items for a list of the project's own, by its name: it is read as one. */
  itemsFor(list: string): unknown[] {
    this.#lists.read.add(list);
    return this.#lists.itemsOf(list);
  }

  /** The names of what was read as a list. */
  get readAsLists(): ReadonlySet<string> {
    return this.#lists.read;
  }

  /** Has what goes by a name be a list, as its type tells; gives how many items it has. */
  tellList(name: string): number {
    this.#lists.read.add(name);
    return this.known.itemsOfLists;
  }

  /** Whether a list of a name has but one item, as those within items have. */
  isShortList(name: string): boolean {
    return this.#lists.lengthOf(name) < ITEMS_OF_LISTS;
  }

  isFake(value: unknown): boolean {
    return this.nameOf(value) !== undefined;
  }

  /** Whether what goes by this name is a promise, and so made anew each time. */
  isPromise(name: string): boolean {
    const shape = this.shapeOf(name);
    return shape !== undefined && "make" in shape && shape.make === "promise";
  }

  /** What the names of types stand for in the target's file. */
  get types(): Scope {
    return this.known.types;
  }

  /** Whether what goes by this name is an instance of a class of the project. */
  isOfClass(name: string): boolean {
    const shape = this.shapeOf(name);
    return shape !== undefined && "classOf" in shape;
  }

  /** Whether an error told what goes by this name. */
  isCorrected(name: string): boolean {
    return this.shapeOf(name) !== undefined;
  }

  /** Whether a stand-in may go by this name: by its last name one does, or does what it is a member of. What is real no error makes otherwise. */
  mayBe(name: string): boolean {
    const { last, parent } = partsOf(name);
    if (!/[.(]/.test(parent) || this.#askedOfClients.has(last)) return true;
    const holder = partsOf(parent).last;
    return [...this.#plans.keys()].some((known) => [last, holder].includes(partsOf(known).last));
  }

  /** Whether a stand-in went by this very name, or by the last of it where that is `*.name`. */
  wasMet(name: string): boolean {
    if (!name.startsWith("*.")) return this.#plans.has(name);
    return [...this.#plans.keys()].some((known) => partsOf(known).last === partsOf(name).last);
  }

  /**
   * By what name a stand-in was met that the source calls `this.x.y`, or `find().y` of what was found: by that; else beside the one thing of which
   * members were read so, as `User.find().item.y`; else as any `y`, where some go by that.
   */
  metAs(name: string): string {
    const { last, parent } = partsOf(name);
    if (this.#plans.has(name) || !/^this\.|\)\./.test(name)) return name;
    const known = [...this.#plans.keys()];
    const ofAnswer = (one: string): boolean => answerHolding(one) !== one;
    const holderOf = (one: string): string => partsOf(answerHolding(partsOf(one).parent)).last;
    const besides = known.filter((one) => holderOf(one) === partsOf(parent).last);
    const holders = [...new Set(besides.map((one) => partsOf(one).parent))];
    // What an answer holds is asked, not the answer.
    const held = holders.filter(ofAnswer);
    const [holder, ...others] = held.length > 0 ? held : holders;
    if (holder !== undefined && others.length === 0) return `${holder}.${last}`;
    return known.some((one) => partsOf(one).last === last) ? `*.${last}` : name;
  }

  /** Takes an error's word for what goes by a name, from here on. */
  correct(name: string, shape: Shape): void {
    this.#corrected.put({ about: "value", name, is: shape, because: "call-refused-it" });
    this.#changed();
  }

  /** What was put right by {@link correct} since it was made. */
  get corrected(): Iterable<Fact> {
    return this.#corrected;
  }

  /** What takes back all that is put right by {@link correct} from here on. */
  beforeCorrections(): () => void {
    const before = this.#corrected.copy();
    return () => {
      this.#corrected = before.copy();
      this.#changed();
    };
  }

  shapeOf(name: string): Shape | undefined {
    const { facts, defaultsElsewhere } = this.known;
    const anywhere = `*.${lastName(name)}`;
    return (
      facts.shapeOf(name) ??
      defaultsElsewhere.get(name) ??
      facts.shapeOf(anywhere) ??
      this.#corrected.shapeOf(name) ??
      this.#corrected.shapeOf(anywhere) ??
      this.#shapeOfFirst(name)
    );
  }

  /** What was told of the first item of a list holds for further ones, which no call came to before its lists were longer. */
  #shapeOfFirst(name: string): Shape | undefined {
    const first = name.replace(FURTHER_ITEM, "[0]");
    const shape = first === name ? undefined : this.known.facts.shapeOf(first);
    return shape !== undefined && "value" in shape && shape.value === first ? { value: name } : shape;
  }

  /**
   * A value that can be read, called, constructed, iterated and turned into text; never a thenable. A call of it
   * is an I/O operation where the source waits for a call of that name, or hands it a callback as such.
   * `absent` names properties that it does not have; `origin` is what it was asked of, where a call gave it.
   */
  make(name: string, absent: readonly string[] = NONE, origin?: object): unknown {
    const plan = this.planOf(name);
    if (plan.isFake) return this.#fake(plan, absent, origin);
    const given = this.given?.valueOf(name);
    if (given !== undefined) return given.value;
    return this.#values.of(name, this.shapeOf(name)!);
  }

  makeAnswer(plan: Plan, origin?: object): unknown {
    plan.answer ??= this.planOf(partsOf(plan.name).answer);
    const answer = this.#upToDate(plan.answer);
    return answer.isFake ? this.#fake(answer, NONE, origin) : this.make(answer.name, NONE, origin);
  }

  #fake(plan: Plan, absent: readonly string[] = NONE, origin?: object): unknown {
    if (this.#plain !== null) {
      const made = this.#plainOf(plan, absent);
      if (made !== undefined) return made;
    }
    const isShared = this.core.itemsHold === "alike" && mayBeShared(plan.name);
    const ofFirst = isShared ? this.planOf(nameAt(this.core, plan.name)) : plan;
    if (isShared && ofFirst.alike !== undefined) return ofFirst.alike;
    this.#owner.noting?.made(plan.name, plan.isObject);
    this.#owner.counts.made++;
    const { self } = new FakeTraps(this.#owner, plan, absent, origin);
    if (isShared) ofFirst.alike = self;
    return self;
  }

  /** What takes the place of a fake; undefined where nothing does. */
  #plainOf(plan: Plan, absent: readonly string[]): unknown {
    plan.makePlain ??= this.#plain!.makerOf(plan.name) ?? NO_MAKER;
    const made = plan.makePlain();
    if (isObject(made)) for (const key of absent) if (key in made) Reflect.set(made, key, undefined);
    return made;
  }

  planOf(name: string): Plan {
    let plan = this.#plans.get(name);
    if (plan === undefined) {
      if (this.#plans.size >= PLANS_AT_MOST) this.#plans.clear();
      this.#plans.set(name, (plan = new Plan(name)));
    }
    return this.#upToDate(plan);
  }

  #upToDate(plan: Plan): Plan {
    if (plan.generation === this.#owner.generation) return plan;
    const { name } = plan;
    // What an error told of a value is not true of a module of that name.
    const shape = this.#modules.has(name) ? undefined : this.shapeOf(name);
    const make = shape !== undefined && "make" in shape ? shape.make : undefined;
    const isFake = shape === undefined || make === "fake" || make === "object";
    plan.isFake = isFake && this.given?.valueOf(name) === undefined;
    plan.isObject = make === "object" || (shape === undefined && this.#isObject(name));
    plan.isNoThenable = false;
    plan.members.clear();
    plan.calls.clear();
    plan.generation = this.#owner.generation;
    return plan;
  }

  /** What a member of a fake is, by what others of that name have shown where they are all alike. */
  #member(traps: FakeTraps, key: PropertyKey): unknown {
    const { name, members } = this.#upToDate(traps.plan);
    const known = members.get(key);
    if (known !== undefined && known !== EACH_TIME) {
      if ("value" in known) return known.value;
      const value = this.#fake(this.#upToDate(known.plan));
      traps.keep(key, value);
      return value;
    }
    const value = this.#members.property(name, key, traps.self, traps.origin);
    if (this.#owner.noting !== null) this.#noteMember(this.#owner.noting, traps, key, value);
    // A promise is settled once: each reader gets one of its own.
    if (typeof key === "string" && this.isPromise(`${name}.${key}`)) return value;
    traps.keep(key, value);
    if (known === undefined) members.set(key, this.#memberOf(traps, key, value));
    return value;
  }

  /** Notes what a member is that was read. */
  #noteMember(noting: Noting, traps: FakeTraps, key: PropertyKey, value: unknown): void {
    const { name } = traps.plan;
    const path = `${name}.${String(key)}`;
    const made = trapsOf(value);
    if (made !== undefined && made !== traps) {
      const isOwn = typeof key === "string" && pathsOf(name, key).includes(made.plan.name);
      if (isOwn) noting.member(name, key, { is: "stand-in", name: made.plan.name });
      else noting.otherwise(name);
      return;
    }
    if (value === undefined && key !== "then") return;
    if (key === "done" || key === "next") noting.otherwise(name);
    else if (!isObject(value)) this.#noteValue(noting, name, key, value);
    else if (typeof key === "string" && this.isPromise(path))
      noting.member(name, key, { is: "alike", isAskedEachTime: true });
    else if (this.shapeOf(path) !== undefined || this.given?.has(path) === true)
      noting.member(name, key, { is: "told", name: path });
    else if (typeof value === "function" || made === traps || key === "Promise")
      noting.member(name, key, { is: "alike", isAskedEachTime: !isByNameOnly(key) });
    else noting.otherwise(name);
  }

  #noteValue(noting: Noting, name: string, key: PropertyKey, value: unknown): void {
    if (value === undefined) return;
    const isTold = value === null || ["string", "number", "boolean"].includes(typeof value);
    if (isTold) noting.member(name, key, { is: "value", value: value as string | number | boolean | null });
    else noting.otherwise(name);
  }

  #memberOf(traps: FakeTraps, key: PropertyKey, value: unknown): Member {
    const made = trapsOf(value);
    if (made === undefined) {
      if (key === "then") traps.plan.isNoThenable = value === undefined;
      if (this.#isDate(`${traps.plan.name}.${String(key)}`)) return EACH_TIME;
      return memberOf(key, value);
    }
    const { name } = traps.plan;
    const isOwn = typeof key === "string" && pathsOf(name, key).includes(made.plan.name);
    return isOwn && made !== traps && made.plan.isFake ? { plan: made.plan } : EACH_TIME;
  }

  /** Whether what goes by a name is the text of a date, which each item of a list has of its own. */
  #isDate(name: string): boolean {
    const shape = this.shapeOf(name);
    return shape !== undefined && "make" in shape && shape.make === "date";
  }

  #isObject(name: string): boolean {
    const { uncalled, isNoFunction } = this.known;
    // A client may be called by whom it is handed to: `db("users")`.
    if (this.clients.isClient(name)) return false;
    return this.#data.has(name) || uncalled.has(name) || (isBare(name) && isNoFunction(name));
  }

  /** An error of the engine's that goes by a name as fakes do: who fails with it is told from who fails by itself. */
  makeError(name: string): Error {
    const error = new harness.Error(name);
    this.#errors.set(error, name);
    return error;
  }

  isModule(name: string): boolean {
    return this.#modules.has(name);
  }

  packageOf(name: string): string | undefined {
    return this.#modules.packageOf(name);
  }

  /** What stands for a value of a type: an instance of the project's own class; undefined where a fake does. */
  ofType(name: string, origin: TypeOrigin): object | undefined {
    if ("file" in origin) return this.instances?.of(name, origin);
    this.#modules.tellPackage(name, origin.packageName);
    this.clients.tellType(name, origin);
    return undefined;
  }

  /**
   * A fake of a module, which is its own default export too: whoever imports it takes it for either.
   *
   * @param packageName Of which package it is; undefined where it is of none.
   */
  makeModule(name: string, packageName?: string): unknown {
    if (this.#modules.add(name, packageName)) this.#changed();
    return this.make(name);
  }

  /** The name of a fake; undefined for any other value. */
  nameOf(value: unknown): string | undefined {
    if (!isObject(value)) return undefined;
    const traps = trapsOf(value);
    if (traps !== undefined) return traps.owner === this.#owner ? traps.plan.name : undefined;
    const plain = this.#plain?.nameOf(value);
    if (plain !== undefined) return plain;
    return this.#errors.get(value);
  }

  /** Makes what a function is called on. */
  makeThis(): unknown {
    // Also one that nobody reads is an object.
    this.noting?.changed("this");
    return this.make("this");
  }

  /** The members of a plain value, and what each stands for; null where none is known of that name. */
  plainMembersOf(name: string): { readonly key: string; readonly name: string }[] | null {
    const known = this.#plain?.standIn(name);
    if (known === undefined) return null;
    return (known.members ?? []).flatMap(({ key, value }) =>
      value.is === "stand-in" ? [{ key, name: value.name }] : [],
    );
  }

  /** Whether an object or a function is a plain one in the place of a fake. */
  isPlain(value: unknown): boolean {
    return isObject(value) && this.#plain?.nameOf(value) !== undefined;
  }

  /** Whether a value is the text, the number or the list that is in the place of a fake of that name. */
  isPlainOf(name: string, value: unknown): boolean {
    const { is, items } = this.#plain?.standIn(name) ?? {};
    if (is === "list") return Array.isArray(value) && value.length === items;
    return (is === "text" && isTextOf(name, value)) || (is === "number" && value === 1);
  }

  note(expression: string, kind: IoCallKind, why: string, line?: number | null): void {
    if (this.core.tap === null) return;
    const isOfData = kind === "sync" && [...this.#data].some((data) => expression.startsWith(data));
    if (isOfData) return;
    const name = lastName(expression);
    const here = line === undefined ? this.core.lineHere() : line;
    const told = this.hints.byExpression?.get(expression) ?? this.hints.get(name);
    const shown = told === kind ? this.hints.why?.(name, expression, here) : undefined;
    this.core.noteUse(expression, kind, "inferred", shown ?? why, line);
  }
}

/** Where only a fake will do. */
const NO_MAKER = (): undefined => undefined;

/** What a member may go by: a column of a row that is a list by its place. */
function pathsOf(name: string, key: string): readonly string[] {
  return [`${name}.${key}`, `${name}[${key}]`];
}

/** The answer that holds what goes by a name: `db.find()` of `db.find().item` and `db.find()[0]`; the name itself of any other. */
function answerHolding(name: string): string {
  let answer = name;
  while (answer.endsWith(".item") || answer.endsWith("]"))
    answer = answer.slice(0, answer.lastIndexOf(answer.endsWith("]") ? "[" : "."));
  return answer;
}

function isBare(name: string): boolean {
  return /^[\p{ID_Continue}$]+$/u.test(name);
}

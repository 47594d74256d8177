import vm from "node:vm";
import type { StandIn } from "../../../contract/stand-in.ts";
import { isObject } from "../../io/is-object.ts";
import { ITEMS_OF_LISTS } from "../../load/stand-ins.ts";
import { atItem, isOfItem, textAt } from "../item-place.ts";
import type { AnyFunction } from "../universal/any-function.ts";
import { partsOf } from "../universal/names.ts";
import type { FakeContext } from "../universal/context.ts";
import { keyOfText } from "./key-text.ts";
import { plainName } from "./plain-name.ts";

/** What plain values need of the stand-ins in whose place they are. */
export interface PlainContext extends Pick<FakeContext, "core" | "make" | "note"> {
  /** What a member is that all of its name have alike. */
  member(name: string, key: PropertyKey, holder: object): unknown;
  /** A call whose answer is to be found out. */
  call(name: string, parameters: unknown[], origin: object): unknown;
  construct(name: string, parameters: unknown[]): object;
}

type Make = () => unknown;
type Member = NonNullable<StandIn["members"]>[number];

/** Makes the plain values that take the places of stand-ins: each call gets as many of its own as it had of those. */
export class PlainValues {
  readonly #fakes: PlainContext;
  readonly #standIns: ReadonlyMap<string, StandIn>;
  readonly #makers = new Map<string, Make | null>();
  /** The names of what stands for something, by their prototypes. */
  readonly #prototypes = new WeakMap<object, string>();
  readonly #functions = new WeakMap<object, string>();

  constructor(fakes: PlainContext, standIns: readonly StandIn[]) {
    this.#fakes = fakes;
    this.#standIns = new Map(standIns.map((standIn) => [standIn.name, standIn]));
  }

  /** Makes values of a name; null where only a stand-in will do. */
  makerOf(name: string): Make | null {
    const plain = plainName(name);
    let maker = this.#makers.get(plain);
    if (maker === undefined) {
      const standIn = this.#standIns.get(plain);
      this.#makers.set(plain, (maker = standIn === undefined ? null : this.#newMaker(standIn)));
    }
    return maker;
  }

  /** The name of the stand-in in whose place an object or a function is. */
  nameOf(value: object): string | undefined {
    if (typeof value === "function") return this.#functions.get(value);
    const prototype: unknown = Object.getPrototypeOf(value);
    return isObject(prototype) ? this.#prototypes.get(prototype) : undefined;
  }

  /** What is known of a stand-in. */
  standIn(name: string): StandIn | undefined {
    return this.#standIns.get(plainName(name));
  }

  #newMaker(standIn: StandIn): Make {
    const { name, is, items = 0 } = standIn;
    switch (is) {
      case "text":
        return isOfItem(name) ? this.#textOfItem(name) : () => name;
      case "number":
        return () => 1;
      case "list": {
        const item = this.#maker(`${name}[0]`);
        if (items === 0) return () => [];
        const second = (): unknown => atItem(this.#fakes.core, 1, item);
        return items === 1 ? () => [item()] : () => [item(), second()];
      }
      case "object":
        return this.#objects(standIn);
      case "function":
        return () => this.#function(standIn);
    }
  }

  /** Made before: what is timed puts no texts together. */
  #textOfItem(name: string): Make {
    const { core } = this.#fakes;
    const texts = Array.from({ length: ITEMS_OF_LISTS }, (_, at) => textAt(core, name, at));
    return () => texts[core.itemAt] ?? textAt(core, name, core.itemAt);
  }

  #maker(name: string): Make {
    return this.makerOf(name) ?? (() => this.#fakes.make(name));
  }

  /** Objects with their members, as one would write them down: of one class, which the engine makes as fast as any. */
  #objects(standIn: StandIn): Make {
    const { name, members = [], ownKeys } = standIn;
    const prototype: object = Object.create(Object.prototype) as object;
    this.#prototypes.set(prototype, name);
    const own: { readonly key: string; readonly value: unknown; readonly make: Make | null }[] = [];
    for (const member of members) {
      const { key, value } = member;
      const isOwn = ownKeys?.includes(key) !== false && typeof keyOfText(key) === "string";
      if (value.is === "value" && isOwn) own.push({ key, value: value.value, make: null });
      else if (value.is === "stand-in" && isOwn && !this.#isMethod(value.name)) {
        const known = this.standIn(value.name);
        const isOneForAll = known?.is === "number" || (known?.is === "text" && !isOfItem(known.name));
        const make = this.#maker(value.name);
        own.push({ key, value: isOneForAll ? make() : undefined, make: isOneForAll ? null : make });
      } else if (value.is === "told")
        own.push({ key, value: undefined, make: () => this.#fakes.make(value.name) });
      else this.#define(prototype, name, member);
    }
    return classOf(own, prototype);
  }

  /** Whether it is a function that objects may share, as those of a class do. */
  #isMethod(name: string): boolean {
    return this.standIn(name)?.is === "function";
  }

  #define(holder: object, name: string, { key: text, value }: Member): void {
    const key = keyOfText(text);
    const fakes = this.#fakes;
    if (value.is === "alike" && value.isAskedEachTime) {
      Object.defineProperty(holder, key, {
        get(this: object): unknown {
          return fakes.member(name, key, this);
        },
        set(this: object, put: unknown) {
          Object.defineProperty(this, key, {
            value: put,
            writable: true,
            enumerable: true,
            configurable: true,
          });
        },
        configurable: true,
      });
      return;
    }
    const given = (): unknown => {
      if (value.is === "value") return value.value;
      return value.is === "alike" ? fakes.member(name, key, holder) : this.#maker(value.name)();
    };
    Object.defineProperty(holder, key, { value: given(), writable: true, configurable: true });
  }

  #function(standIn: StandIn): AnyFunction {
    const { name, members = [] } = standIn;
    const run = this.#run(standIn);
    this.#functions.set(run, name);
    for (const member of members) this.#define(run, name, member);
    return run;
  }

  #run({ name, answers }: StandIn): AnyFunction {
    const fakes = this.#fakes;
    const { core } = fakes;
    if (answers === undefined) {
      const run = function (this: unknown, ...parameters: unknown[]): unknown {
        if (this instanceof run) return fakes.construct(name, parameters);
        return fakes.call(name, parameters, isObject(this) ? this : run);
      };
      return run;
    }
    const { kind, why } = NOTED[answers.by];
    const values = {
      ...{ core, name, answer: this.#maker(partsOf(name).answer) },
      note: () => fakes.note(name, kind, why),
    };
    return compiled(`return ${textOf(answers)}`, values) as AnyFunction;
  }
}

type Answers = NonNullable<StandIn["answers"]>;

/** What a use is told as, see {@link FakeContext.note}. */
const NOTED = {
  promise: { kind: "promise", why: "its promise is used" },
  return: { kind: "sync", why: "no wait for it is seen" },
  callback: { kind: "callback", why: "given a function" },
  run: { kind: "promise", why: "its promise is used, and the function that it is given ran within it" },
} as const;

/**
 * A function that answers so. Each is compiled by itself, as code that several share knows less of what it calls, and what that takes longer
 * would count as the target's.
 */
function textOf(answers: Answers): string {
  const noted = "if (core.tap !== null) note();";
  switch (answers.by) {
    case "promise":
      return `() => { ${noted} return core.promise(name, answer()); }`;
    case "return":
      return `() => { ${noted} return answer(); }`;
    case "callback": {
      const parameters = Array.from({ length: answers.parameters }, (_, at) => `p${at}`);
      return `(${parameters.join()}) => { ${noted} const given = answer(); core.callback(name, given, ${parameters.at(-1)}); return given; }`;
    }
    case "run": {
      const otherwise = answers.returnsNothing ? "given === undefined ? answer() : given" : "given";
      return `async (...given) => {
        const run = given[${answers.at}];
        ${noted}
        await core.promise(name, undefined);
        { const given = await run(answer()); return ${otherwise}; }
      }`;
    }
  }
}

/**
 * What makes objects that have these members of their own. Its text is made up of keys alone, as texts of JSON; what stands in the
 * members is given beside it.
 */
function classOf(
  own: readonly { readonly key: string; readonly value: unknown; readonly make: Make | null }[],
  prototype: object,
): Make {
  const assignments = own.map(
    ({ key, make }, at) => `this[${JSON.stringify(key)}] = ${make === null ? `v${at}` : `v${at}()`};`,
  );
  const text = `function Plain() { ${assignments.join(" ")} } Plain.prototype = prototype; return () => new Plain();`;
  const values = own.map(({ value, make }, at) => [`v${at}`, make ?? value] as const);
  return compiled(text, { prototype, ...Object.fromEntries(values) }) as Make;
}

/** What a text of ours gives that knows these values by their names. */
function compiled(text: string, values: Readonly<Record<string, unknown>>): unknown {
  const run = vm.compileFunction(`"use strict"; ${text}`, Object.keys(values));
  return Reflect.apply(run, undefined, Object.values(values));
}

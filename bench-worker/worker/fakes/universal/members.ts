import { ITEMS_OF_LISTS } from "../../load/stand-ins.ts";
import { lastName } from "../../io/last-name.ts";
import { isLifted, liftedOn, OBSERVABLE } from "../observables.ts";
import { atItem, millisecondsAt, numberAt, sameOrVaried, textAt } from "../item-place.ts";
import { isOver, LAST_PAGE, PAGING } from "../telling-names.ts";
import type { FakeCalls } from "./calls.ts";
import type { FakeContext } from "./context.ts";
import type { AnyFunction } from "./any-function.ts";
import type { FakeLists } from "./lists.ts";
import { isOfProgram, symbolName } from "./symbols.ts";
import { trapsOf } from "./traps.ts";

const INDEX = /^(?:0|[1-9]\d*)$/;

/** `waiting.values()`: what a collection gives to go through it by hand. */
const ITERATOR = /(?:^|\.)(?:values|keys|entries)\(\)$/;

/** What fakes have as their members. */
export class FakeMembers {
  readonly #fakes: FakeContext;
  readonly #lists: FakeLists;
  readonly #calls: FakeCalls;

  /** Operations, by their last name, of which somebody asked whether a promise came of a call that was watched: `await`, first of all. */
  readonly waitedFor = new Set<string>();
  /** Those of which an `await` of the project asked, by their names: what another function of it gives back, as a rule. */
  readonly awaited = new Set<string>();
  /** The names of what is a number by its type, or a call that was watched reckoned with. */
  readonly numbers = new Set<string>();

  /** Lists that are passed on by `yield*`. */
  readonly #passedOn = new Set<string>();
  /** The fake that was last turned into text: what could not be read as what it should be. */
  lastText = "";

  constructor(fakes: FakeContext, lists: FakeLists, calls: FakeCalls) {
    this.#fakes = fakes;
    this.#lists = lists;
    this.#calls = calls;
  }

  #allows(rule: string): boolean {
    return this.#fakes.core.rules.allow(rule);
  }

  property(name: string, property: PropertyKey, self: object, origin: object | undefined): unknown {
    if (typeof property === "symbol") return this.symbol(name, property);
    const key = String(property);
    const path = `${name}.${key}`;
    if (this.#fakes.shapeOf(path) !== undefined || this.#fakes.given?.has(path) === true)
      return this.#fakes.make(path);
    if (this.#fakes.known.defaults.get(name)?.has(key) === true && this.#allows("own-defaults"))
      return undefined;
    if (this.#fakes.known.isAskedBeforeCalled(name, key) && this.#allows("asked-before-called"))
      return undefined;
    const isNumber = key === "total" || key === "count" || key === "size";
    const isCalled = isNumber && (this.#fakes.hints.has(key) || this.#fakes.known.isCalled(key));
    const mayBeOperation = key === "count" || key === "done" || key === "cursor";
    if (isCalled || (mayBeOperation && this.#fakes.clients.isCalledSo(path))) return this.#fakes.make(path);
    if (this.#fakes.isModule(name) && this.#fakes.given?.has(path) !== true) {
      if (key === "__esModule") return true;
      if (key === "default") return self;
    }
    switch (key) {
      case "catch":
      case "finally": {
        const then = this.#thenOfClient(name);
        if (then !== undefined) {
          return (handler: AnyFunction) =>
            key === "catch" ? then(undefined, handler) : new Promise(then).finally(handler);
        }
        return (handler: AnyFunction) => {
          // `handler(request, response, next).catch(next)`: it is one operation, and its answer goes to the callback.
          if (this.#calls.isAnsweredBack(name)) return Promise.resolve()[key](handler);
          return this.#fakes.core.promise(name, this.#fakes.make(`${name}.value`))[key](handler);
        };
      }
      case "next":
        if (this.#fakes.hints.has("next") || ITERATOR.test(name)) return this.#lists.iterator(name);
        if (this.#fakes.known.hasMembers("next")) break;
        return undefined;
      case "then": {
        const then = this.#thenOfClient(name);
        const { tap } = this.#fakes.core;
        if (tap === null || !name.endsWith("()")) return then;
        const operation = name.slice(0, -"()".length);
        this.waitedFor.add(lastName(operation));
        if (then === undefined && tap.isAwaited?.() === true) this.awaited.add(operation);
        return then;
      }
      case "toJSON":
        return this.#jsonOf(name, self);
      case "lift":
        // Operators of RxJS ask for it.
        return (operator: unknown) =>
          isLifted(operator, (one) => this.#fakes.isFake(one))
            ? liftedOn(self, operator)
            : this.#calls.call(path, [operator]);
      case OBSERVABLE:
        return () => self;
      case "__esModule":
      case "nodeType":
      case "$$typeof":
      case "asymmetricMatch":
        return undefined;
      case "length":
        this.#lists.read.add(name);
        return this.#lists.lengthOf(name);
      case "slice":
        // A batch of a long list has no more than that.
        if (this.#fakes.known.itemsOfLists === ITEMS_OF_LISTS || !this.#lists.read.has(name)) break;
        return (from?: number, to?: number) => [...this.#lists.elementsOf(name)].slice(from, to);
      case "size":
      case "count":
      case "total":
        return 1;
      case "done":
        return this.#lists.isDone(origin);
      case "Promise":
        return globalThis.Promise;
      case "call":
        // Of gRPC's contexts it is an object.
        if (this.#fakes.known.hasMembers("call")) break;
        return (_receiver: unknown, ...parameters: unknown[]) =>
          this.#calls.call(name, parameters, self, this.#fakes.hints.get("call"));
      case "apply":
        return (_receiver: unknown, parameters: ArrayLike<unknown> = []) =>
          this.#calls.call(name, Array.from(parameters), self, this.#fakes.hints.get("apply"));
      case "bind":
        return () => self;
      case "toString":
      case "toISOString":
        return this.#textOf(name);
      case "valueOf":
        return () => 1;
      case "hasOwnProperty":
        return () => true;
    }
    if (INDEX.test(key)) return this.#item(name, Number(key));
    // Whoever goes from parent to parent comes to an end.
    if (name.endsWith(`.${key}.${key}`) && this.#allows("parents-end")) return null;
    if (
      isOver(key) &&
      !this.#fakes.hints.has(key) &&
      !this.#fakes.known.isUsed(key) &&
      this.#allows("is-over")
    )
      return false;
    const isLast = LAST_PAGE.test(key);
    if (
      (isLast || PAGING.test(key)) &&
      !this.#fakes.known.hasMembers(key) &&
      !this.#fakes.known.isCalled(key) &&
      this.#allows("no-next-page")
    )
      return isLast ? true : undefined;
    return this.#fakes.make(path);
  }

  #item(name: string, at: number): unknown {
    return atItem(this.#fakes.core, at, () => this.#fakes.make(`${name}[${at}]`));
  }

  /** The `then` of what a client's call gave that only builds. */
  #thenOfClient(name: string): AnyFunction | undefined {
    const { clients, given } = this.#fakes;
    return clients.thenOf(name, clients.isClient(name) ? given?.of(name) : undefined);
  }

  symbol(name: string, key: symbol): unknown {
    const element = `${name}[0]`;
    switch (key) {
      case Symbol.toPrimitive:
        return this.#primitiveOf(name);
      case Symbol.iterator:
        return () => this.#lists.elementsOf(name)[Symbol.iterator]();
      case Symbol.asyncIterator:
        // Libraries that take lists ask for this first, and so does `yield*`; what was JSON is there as a whole.
        return this.#fakes.known.readsStreams && !name.includes(".json()") && !this.#isPassedOn(name)
          ? () => this.#lists.oneByOne(name, this.#fakes.make(element))
          : undefined;
      case Symbol.hasInstance:
        return () => false;
      case Symbol.toStringTag:
        return "Object";
      case Symbol.isConcatSpreadable:
        return false;
      // Whoever has it by `using` lets go of it: what that does is not known, and nobody asks what it gives.
      case Symbol.dispose:
        return () => undefined;
      case Symbol.asyncDispose:
        return () => Promise.resolve();
      default:
        return isOfProgram(key) ? this.#fakes.make(`${name}.${symbolName(key)}`) : undefined;
    }
  }

  /** Whether it is a list that is passed on, as the call that was watched did. */
  #isPassedOn(name: string): boolean {
    const line = this.#fakes.core.lineHere();
    if (line != null && this.#fakes.known.passesListOn(line)) this.#passedOn.add(name);
    return this.#passedOn.has(name);
  }

  /** What gives the text of whichever fake of that name it is read of. */
  #textOf(name: string): AnyFunction {
    return ofReceiver((fake) => this.#toText(name, fake, "string"));
  }

  #primitiveOf(name: string): AnyFunction {
    return ofReceiver((fake, hint) => {
      if (hint !== "string" && this.#fakes.core.tap !== null) this.numbers.add(name);
      return this.#toText(name, fake, String(hint));
    });
  }

  #toText(name: string, fake: unknown, hint: string): string | number {
    const { core, noting } = this.#fakes;
    noting?.primitive(name, hint);
    const at = itemAtOf(fake);
    if (hint === "number") return sameOrVaried(core, name, 1, numberAt, at);
    this.lastText = name;
    const text = textAt(core, name, at);
    // A date is made of what may be a number as well.
    return hint === "string" ? text : sameOrVaried<string | number>(core, name, text, millisecondsAt, at);
  }

  /** What JSON has of a fake: an object where it stands alone or in a list, else a text. */
  #jsonOf(name: string, self: object): AnyFunction {
    return (place: unknown) => {
      const isText = typeof place === "string" && !isAlone(place);
      this.#fakes.noting?.primitive(name, isText ? "string" : "object");
      if (typeof place !== "string") return self;
      const text = textAt(this.#fakes.core, name, itemAtOf(self));
      if (isText) return text;
      return text === name ? {} : { [text]: {} };
    };
  }
}

/** A method that does with what it is called on, and with what it is given. */
function ofReceiver(does: (receiver: unknown, given: unknown) => unknown): AnyFunction {
  return function (this: unknown, given: unknown) {
    return does(this, given);
  };
}

/** Which item of a list a fake belongs to. */
function itemAtOf(value: unknown): number {
  return trapsOf(value)?.itemAt ?? 0;
}

/** Whether what JSON has at a place stands alone, or in a list. */
function isAlone(place: string): boolean {
  return place === "" || /^\d+$/.test(place);
}

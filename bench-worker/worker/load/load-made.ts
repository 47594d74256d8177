import { makingOf, MADE, type Link } from "../../../analysis/scopes/making.ts";
import type { AsyncFunction } from "../../../analysis/model.ts";
import { argumentsFor, type MakeArguments } from "../call/arguments.ts";
import type { Callable } from "../call/caller.ts";
import { nextTurn } from "../call/run-calls.ts";
import { immediates } from "../clock/immediates.ts";
import { limitedBy, withLimitedTurns } from "../clock/limited-turns.ts";
import { defineFreeName, FREE_NAMES_AT_MOST } from "../fakes/free-names.ts";
import { completeInstance } from "../fakes/complete-instance.ts";
import { calledByFilled } from "../fakes/something.ts";
import { FakesFileError } from "../fakes-file/fakes-file-error.ts";
import { hearing } from "../harness/function-text.ts";
import { Endless, withinTime } from "../harness/time-limit.ts";
import type { IoCore } from "../io/io-core.ts";
import { isObject } from "../io/is-object.ts";
import { CallLessons } from "./call-lessons.ts";
import { construct, type Constructor } from "./construct.ts";
import { callableOf } from "./callable-of.ts";
import { loadEntry, type LoaderParts } from "./load-entry.ts";
import { sourceTextOf } from "./source-text.ts";
import { NotMade } from "./unreachable.ts";

type AnyFunction = (...parameters: unknown[]) => unknown;

/** What the text handed over of a link when it made it first. */
interface Made {
  readonly value: unknown;
  readonly read: AnyFunction | null;
  readonly owner: (() => unknown) | null;
}

/** A call that the function around made of the one that is wanted, as it ran. */
interface FirstCall {
  readonly self: unknown;
  readonly given: readonly unknown[];
}

/** A function as its module, or a call of what stands around it, made it. */
export interface MadeFunction {
  readonly callable: Callable;
  /** The outermost function that was called for it; null where its module itself came to it. */
  readonly by: Link | null;
}

/** Milliseconds for which a function around the target may run. */
const MAKING_AT_MOST = 1_000;

/** Turns of the event loop in which an asynchronous one may come to what it makes. */
const TURNS_OF_MAKING = 200;

/**
 * Loads a target's module and takes the function from where it is made: as the module loads, or in a call, with made-up arguments,
 * of the functions that stand around it. So a closure has all that it closes over, as its factory left it.
 *
 * @throws {Unmeasurable} where nothing came to making it; whatever evaluating the module throws.
 */
export async function loadMade(asyncFunction: AsyncFunction, parts: LoaderParts): Promise<MadeFunction> {
  const { source, fakes, services } = parts;
  const { text, functionStart } = services.changed ?? source;
  // What its module can name is not made anew by a call.
  const isInModule = asyncFunction.reach !== null;
  const { pattern, runner, storedCallback } = asyncFunction;
  const isRun = (pattern === "generator" && runner !== "co") || storedCallback !== undefined;
  const making = isRun || isInModule ? undefined : makingOf(text, source.language, functionStart);
  if (making === undefined) throw notMade(asyncFunction);
  const { links } = making;
  const made: Made[] = [];
  let first: FirstCall | null = null;
  const parameters = {
    [MADE]: (link: number, value: unknown, read?: AnyFunction | null, owner?: () => unknown): unknown => {
      const isFirst = made[link] === undefined;
      made[link] ??= { value, read: read ?? null, owner: owner ?? null };
      const name = links[link]?.ownName;
      // What its variable would have named it by.
      if (name != null && typeof value === "function" && value.name === "")
        Object.defineProperty(value, "name", { value: name, configurable: true });
      if (!isFirst || link < links.length - 1 || read != null || typeof value !== "function") return value;
      return hearing(value as AnyFunction, (self, given) => (first ??= { self, given }));
    },
    ...calledByFilled(fakes),
  };
  const { file, language } = source;
  for (let attempt = 0; ; attempt++) {
    try {
      await loadEntry({ file, language, text: making.text, appended: making.appended, parameters }, parts);
      break;
    } catch (error) {
      if (attempt >= FREE_NAMES_AT_MOST || defineFreeName(error, fakes) === null) throw error;
      made.length = 0;
    }
  }
  let by: Link | null = null;
  for (let at = made.length - 1; at < links.length - 1; at = made.length - 1) {
    const one = made[at];
    if (one === undefined) throw notMade(asyncFunction);
    by ??= links[at]!;
    await makeNext(links[at]!, one, parts, () => made.length - 1 > at);
    if (made.length - 1 <= at) throw notMade(asyncFunction);
  }
  const [link, own] = [links.at(-1)!, made.at(-1)!];
  await comesToRest(parts.services.core, () => first !== null);
  const firstCall = first as FirstCall | null;
  const makeReceiver = (): unknown => {
    if (fakes.given?.hasReceiver === true) return fakes.given.receiver((name) => fakes.make(name));
    if (isObject(firstCall?.self) && !fakes.isFake(firstCall.self)) return firstCall.self;
    const receiver = receiverOf(link, own, parts);
    if (link.holder === "class" && !link.isStatic && isObject(receiver)) completeInstance(receiver, fakes);
    return receiver;
  };
  const { receiver, callee } = taken(own, makeReceiver);
  if (typeof callee !== "function") throw notMade(asyncFunction);
  const callable = callableOf(callee as Callable["run"], { first: receiver }, parts);
  // What a stand-in calls it with tells no more than its name does.
  if (firstCall === null || fakes.given !== null || firstCall.given.every((one) => fakes.isFake(one)))
    return { callable, by };
  const makeArguments = asCalled(firstCall.given, callable.makeArguments, asyncFunction);
  return { callable: { ...callable, makeArguments }, by };
}

/** What a call is given that the function around made, but for what it calls back. */
function asCalled(
  given: readonly unknown[],
  otherwise: MakeArguments,
  { parameters, completion }: Pick<AsyncFunction, "parameters" | "completion">,
): MakeArguments {
  if (parameters.some(({ name, role, rest }) => name === "this" || role === "resume" || rest))
    return otherwise;
  return (callback) => {
    const others = otherwise(callback);
    const own = parameters.map(({ role }, at) => (role === "value" ? given[at] : others[at]));
    return completion === "callback" && !own.includes(callback) ? others : own;
  };
}

function notMade({ unreachable, name }: AsyncFunction): NotMade {
  return new NotMade(
    "unsupported",
    unreachable ?? `${name} cannot be reached from outside of its module.`,
    "Move the function to the top of its module, or make it a method or an export.",
  );
}

/**
 * Calls a function for what it makes, anew by what its errors tell of its arguments; what it fails with once that is made, is its own
 * business.
 *
 * @throws {Endless} when it does not come back.
 */
async function makeNext(link: Link, made: Made, parts: LoaderParts, isMade: () => boolean): Promise<void> {
  const { fakes, source } = parts;
  const hasOptional = link.parameters.some(({ optional }) => optional);
  for (const fillsOptional of hasOptional ? [false, true] : [false]) {
    const takeBack = fakes.beforeCorrections();
    const lessons = new CallLessons(fakes, sourceTextOf(source));
    for (;;) {
      let failure: unknown;
      const fails = (error: unknown): void => void (failure ??= error);
      const way = { fillsOptional, fails };
      run(link, made, parts, way);
      await comesToRest(parts.services.core, isMade);
      if (isMade()) return;
      if (failure === undefined || !lessons.learn(failure)) break;
    }
    takeBack();
  }
}

/** Lets fake I/O answer what is under way, until the wanted function is made or nothing is left of it. */
async function comesToRest(core: IoCore, isMade: () => boolean): Promise<void> {
  const { clock } = core;
  let ended: Endless | undefined;
  const abandon = (error: Endless): void => {
    ended ??= error;
    clock.clear();
  };
  await withLimitedTurns(clock, limitedBy({ abandon }, core), async () => {
    for (let turn = 0; turn < TURNS_OF_MAKING && !isMade(); turn++) {
      await nextTurn();
      if (clock.idle && immediates.pending === 0) break;
    }
  });
  if (ended !== undefined) throw ended;
}

/** How a function is called for what it makes. */
interface Way {
  readonly fillsOptional: boolean;
  /** Hears what it fails with, also later. */
  readonly fails: (error: unknown) => void;
}

/** @throws {Endless} when it does not come back: what it is given takes as long as it takes, as classes are loaded for it. */
function run(link: Link, made: Made, parts: LoaderParts, { fillsOptional, fails }: Way): void {
  try {
    if (link.isConstructor || link.setsUpThis)
      construct(made.value as Constructor, parts.fakes, parts.source, { isTold: false });
    else {
      const receiver = receiverOf(link, made, parts);
      const callee = functionOf(made, receiver);
      const make = argumentsFor(link.parameters, parts.fakes, {
        fillsOptional,
        completion: "promise",
        isAllMadeUp: true,
      });
      if (typeof callee !== "function") return;
      const parameters = make(() => undefined);
      let given: unknown;
      withinTime(MAKING_AT_MOST * parts.services.core.patience, () => {
        given = Reflect.apply(callee, receiver, parameters);
      });
      if (given instanceof Promise) given.catch(fails);
    }
  } catch (error) {
    if (error instanceof Endless || error instanceof FakesFileError) throw error;
    fails(error);
  }
}

/** What a link is called on. */
function receiverOf(
  { holder, isStatic, isOfPrototype }: Link,
  { value, owner }: Made,
  parts: LoaderParts,
): unknown {
  const { fakes, source } = parts;
  if (holder === "class" && !isStatic) return construct(value as Constructor, fakes, source);
  if (holder !== "none") return value;
  const of = owner?.();
  if (typeof of === "function" && isOfPrototype) return construct(of as Constructor, fakes, source);
  return of ?? fakes.makeThis();
}

/** The function with what it is called on; none where that is no instance of its class, and so has no private members. */
function taken(
  made: Made,
  makeReceiver: () => unknown,
): { readonly receiver?: unknown; readonly callee?: unknown } {
  try {
    const receiver = makeReceiver();
    return { receiver, callee: functionOf(made, receiver) };
  } catch {
    return {};
  }
}

/** The function itself; of what has it, by the receiver that it is called on. */
function functionOf({ value, read }: Made, receiver: unknown): unknown {
  return read === null ? value : read(receiver);
}

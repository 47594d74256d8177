import { Readable } from "node:stream";
import type { Completion, Parameter } from "../../../analysis/model.ts";
import { dateAt, nameAt, numberAt, placeIn, sameOrVaried } from "../fakes/item-place.ts";
import type { UniversalFakes } from "../fakes/universal/universal-fakes.ts";
import { plainResponses, responseOf } from "./response.ts";
import { membersOf } from "../types/members.ts";
import { ITEMS_OF_LISTS } from "../load/stand-ins.ts";
import { alternativesIn, answerOf, originOf, resolved, type Scope, type Type } from "../types/type.ts";

/** Makes the arguments of one call; `callback` is what the call shall call back. */
export type MakeArguments = (callback: (error?: unknown) => void) => unknown[];

/** Makes one argument anew, since a target may change what it is given. */
type Make = () => unknown;
/** The same of one that may end the call as its callback does. */
type MakeEnding = (callback: (error?: unknown) => void) => unknown;

/**
 * How a target's parameters are filled: by their role, else by their type, else by a universal fake. Optional ones
 * are left out unless `fillsOptional`, and one that stands for the rest is two. What a generator's runner passes itself, whoever calls leaves out; where the
 * function calls back and names no callback, because a runner takes it, it goes last.
 */
export function argumentsFor(
  parameters: readonly Parameter[],
  fakes: UniversalFakes,
  {
    fillsOptional = false,
    completion,
    isAllMadeUp = false,
    types = fakes.types,
  }: { fillsOptional?: boolean; completion: Completion; isAllMadeUp?: boolean; types?: Scope },
): MakeArguments {
  const own = parameters.filter(({ name, role }) => name !== "this" && role !== "resume");
  const filled = own.filter(({ rest }) => !rest);
  const makers = filled.map((parameter, at): MakeEnding | null => {
    if (parameter.role === "response") return responseFor(parameter, fakes);
    if (parameter.role !== "value") return completion === "promise" ? () => goOn : null;
    if (at === 0 && isErrorFirst(parameter, filled.length))
      return errorOrNone(parameter, fakes, fillsOptional);
    return valueFor(parameter, fakes, { fillsOptional, types });
  });
  const rest = own.find((parameter) => parameter.rest);
  if (rest !== undefined && (fillsOptional || !rest.optional) && fakes.given === null)
    makers.push(...restFor(rest, fakes, types));
  const mustCallBack = completion === "callback" && !filled.some(({ role }) => role === "response");
  if (mustCallBack && !makers.includes(null)) makers.push(null);
  const byName = new Map(filled.map(({ name }, at) => [plainName(name), makers[at] ?? null] as const));
  while (makers.at(-1) === leaveOut) makers.pop();
  const madeUp = oneByOne(makers);
  // What a fakes file gives is for the target alone.
  return fakes.given === null || isAllMadeUp
    ? madeUp
    : withGiven(madeUp, makers.length, byName, fakes, mustCallBack);
}

/** The arguments that the fakes file gives, and what is made up for the rest. */
function withGiven(
  madeUp: MakeArguments,
  count: number,
  byName: ReadonlyMap<string, MakeEnding | null>,
  fakes: UniversalFakes,
  mustCallBack: boolean,
): MakeArguments {
  let now: Parameters<MakeEnding>[0] = () => undefined;
  const made = new Map<string, unknown>();
  const fake = (name: string): unknown => {
    const make = byName.get(name);
    if (make !== undefined && make !== null) return make(now);
    if (!made.has(name)) made.set(name, fakes.make(name));
    return made.get(name);
  };
  const given = fakes.given?.arguments(fake) ?? null;
  if (given === null) return madeUp;
  const marker = (): void => undefined;
  const complete: MakeArguments = (callback) => {
    now = callback;
    const first = given(callback);
    return first.length >= count ? [...first] : [...first, ...madeUp(callback).slice(first.length)];
  };
  const tried = complete(marker);
  if (mustCallBack) fakes.given?.mustTake(marker, tried);
  return complete;
}

/** Makes each argument by itself; where one has no maker, it is the callback. */
function oneByOne(makers: readonly (MakeEnding | null)[]): MakeArguments {
  const one = (make: MakeEnding | null, callback: Parameters<MakeEnding>[0]): unknown =>
    make === null ? callback : make(callback);
  const isCalledBack = makers.at(-1) === null;
  const before = isCalledBack ? makers.slice(0, -1) : makers;
  const same = before.flatMap((make) => (make === null ? [] : (ALWAYS.get(make) ?? [])));
  // This is part of every call that is timed: written out for the usual numbers, it costs least.
  if (same.length === before.length && same.length <= 4)
    return sameEachTime(
      same.map(({ value }) => value),
      isCalledBack,
    );
  const [a = null, b = null, c = null, d = null] = makers;
  switch (makers.length) {
    case 1:
      return (callback) => [one(a, callback)];
    case 2:
      return (callback) => [one(a, callback), one(b, callback)];
    case 3:
      return (callback) => [one(a, callback), one(b, callback), one(c, callback)];
    case 4:
      return (callback) => [one(a, callback), one(b, callback), one(c, callback), one(d, callback)];
    default:
      return (callback) => makers.map((make) => one(make, callback));
  }
}

/** The same values in each call, and the callback behind them where it takes one. */
function sameEachTime(values: readonly unknown[], isCalledBack: boolean): MakeArguments {
  const [v, w, x, y] = values;
  switch (values.length) {
    case 0:
      return isCalledBack ? (callback) => [callback] : () => [];
    case 1:
      return isCalledBack ? (callback) => [v, callback] : () => [v];
    case 2:
      return isCalledBack ? (callback) => [v, w, callback] : () => [v, w];
    case 3:
      return isCalledBack ? (callback) => [v, w, x, callback] : () => [v, w, x];
    default:
      return isCalledBack ? (callback) => [v, w, x, y, callback] : () => [v, w, x, y];
  }
}

/** What the handler answers with: an answer ends the call as a callback does. */
function responseFor({ name }: Parameter, fakes: UniversalFakes): MakeEnding {
  const made = fakes.make(name) as object;
  // Also of one that is never read something is read: an answer.
  fakes.noting?.changed(name);
  if (fakes.isPlain(made)) {
    const make = plainResponses(made, fakes);
    return (callback) => make(() => callback(null));
  }
  return (callback) => responseOf(made, fakes, () => callback(null));
}

/** `(error, result) => …`: what a callback is given when all went well. */
function isErrorFirst({ name, type }: Parameter, parameters: number): boolean {
  return parameters > 1 && type === null && /^_?(?:e|er|err|error|exception)$/i.test(name);
}

/** None, as all goes well; where more is made up one, unless somebody has failed with it. */
function errorOrNone({ name }: Parameter, fakes: UniversalFakes, isGenerous: boolean): Make {
  return isGenerous && !fakes.isCorrected(name) ? () => fakes.makeError(name) : () => null;
}

/** What is called back by what ends by itself. */
const goOn = (): void => undefined;

/** What an object pattern takes, by the name that the object has for it. */
const NAME_IN_PATTERN = /(?:^|,)\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)/gu;

/** As many as made-up lists have items. */
function restFor({ name, type }: Parameter, fakes: UniversalFakes, scope: Scope): readonly Make[] {
  const item = type === null ? undefined : itemOf({ text: type, scope });
  const plain = plainName(name);
  if (item !== undefined) return elements(item, plain, fakes, newBudget());
  return Array.from({ length: fakes.tellList(plain) }, (_, at) =>
    valueOfType(null, `${plain}[${at}]`, fakes),
  );
}

const leaveOut: Make = () => undefined;

function valueFor(
  parameter: Parameter,
  fakes: UniversalFakes,
  { fillsOptional, types }: { readonly fillsOptional: boolean; readonly types: Scope },
): Make {
  // Whoever leaves it out gets the default, which is the most usual value.
  if (parameter.optional && !fillsOptional && !fakes.isCorrected(plainName(parameter.name))) return leaveOut;
  const pattern = /^\{(.*)\}$/s.exec(parameter.name)?.[1];
  const type = typeOf(parameter, types);
  if (pattern === undefined) return valueOfType(type, plainName(parameter.name), fakes);
  const options = fakes.make("options", namesWithDefault(pattern));
  const lists: SetList[] = [];
  for (const [, name = ""] of pattern.matchAll(NAME_IN_PATTERN)) {
    const path = `options.${name}`;
    if (fakes.isCorrected(path) && Array.isArray(fakes.make(path)))
      lists.push(() => Reflect.set(options as object, name, fakes.make(path)));
  }
  if (type !== null) setMembers({ made: options, type, name: "options", lists }, fakes, newBudget());
  return withLists(options, lists);
}

/** By what it says itself, else by the variable that the function is the value of, where that is known to take something there. */
function typeOf({ type, typeOfVariable }: Parameter, scope: Scope): Type | null {
  if (type !== null) return { text: type, scope };
  if (typeOfVariable === undefined) return null;
  const known = resolved({ text: typeOfVariable, scope });
  return known.text === typeOfVariable ? null : known;
}

/** The properties that an object pattern has defaults for: whoever passes none gets the default. */
function namesWithDefault(pattern: string): string[] {
  const names = pattern.matchAll(
    /(?:^|,)\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*(?::\s*[\p{ID_Continue}$]+\s*)?=/gu,
  );
  return [...names].map(([, name]) => name!);
}

/** How many members of types may still be looked at: those of packages have very many. */
interface Budget {
  left: number;
}

const newBudget = (): Budget => ({ left: 300 });

/** Gives a member of what is made up its list anew, as calls may change it. */
type SetList = () => void;

/** A value of a type as TypeScript or JSDoc writes it; a universal fake for what is not understood. */
function valueOfType(type: Type | null, name: string, fakes: UniversalFakes, budget = newBudget()): Make {
  // What an error told is surer than what the type allows.
  const alternatives = type === null || fakes.isCorrected(name) ? [] : alternativesIn(type);
  const something = alternatives.filter(({ text }) => !/^(?:undefined|void|null)$/.test(text));
  for (const alternative of something.length === 0 ? alternatives : inTurn(something, name, fakes)) {
    const make = simpleValue(alternative, name, fakes, budget);
    if (make !== null) return make;
  }
  // A promise is settled once: each call gets one of its own.
  if (fakes.isPromise(name)) return () => fakes.make(name);
  const origin = alternatives.length > 0 ? originOf(type!) : undefined;
  const instance = origin === undefined ? undefined : fakes.ofType(name, origin);
  if (instance !== undefined) return always(instance);
  const made: unknown = fakes.make(name);
  // Who empties a list gets another one for each call.
  if (Array.isArray(made)) return () => [...(made as unknown[])];
  const lists: SetList[] = [];
  for (const alternative of alternatives) {
    if (setMembers({ made, type: alternative, name, lists }, fakes, budget)) break;
  }
  return withLists(made, lists);
}

/** What is one of some words is another one in each item of a list, where these are to hold what differs. */
function inTurn(types: readonly Type[], name: string, fakes: UniversalFakes): readonly Type[] {
  const areWords = types.length > 1 && types.every(({ text }) => LITERAL.test(text));
  if (!areWords) return types;
  return sameOrVaried(fakes.core, name, types, (at) => types.slice(at % types.length));
}

const LITERAL = /^(?:(["']).*\1|-?\d+(?:\.\d+)?)$/;

/** Of those that make the same each time, what that is. */
const ALWAYS = new WeakMap<MakeEnding, { readonly value: unknown }>();

function always(value: unknown): Make {
  const make: Make = () => value;
  ALWAYS.set(make, { value });
  return make;
}

function withLists(made: unknown, lists: readonly SetList[]): Make {
  if (lists.length === 0) return always(made);
  return () => {
    for (const set of lists) set();
    return made;
  };
}

/** Types that are declared by themselves have members of their own type. */
const DEEPEST_MEMBER = 3;

/** What is made up and gets the members of its type. */
interface Holder {
  readonly made: unknown;
  readonly type: Type;
  readonly name: string;
  /** Gets what gives it its lists. */
  readonly lists: SetList[];
}

/**
 * Gives what is made up the plain values and lists that its type says its members have, and none where it may have none; all else of
 * it is made up as it is read. Whether the type says anything.
 */
function setMembers({ lists, ...first }: Holder, fakes: UniversalFakes, budget: Budget): boolean {
  const waiting = [first];
  let isTold = false;
  for (const { made, type, name } of waiting) {
    if (!fakes.isFake(made) || name.split(".").length > DEEPEST_MEMBER) continue;
    for (const member of membersOf(type) ?? []) {
      isTold = true;
      if (--budget.left < 0) return true;
      const path = `${name}.${member.name}`;
      const origin = originOf(member.type);
      if (origin !== undefined && "packageName" in origin) fakes.clients.tellType(path, origin);
      const set = (value: unknown): boolean => Reflect.set(made as object, member.name, value);
      if (fakes.isCorrected(path) || fakes.given?.has(path) === true) {
        const wanted = member.optional && isAskedFor(path, fakes) ? plainOf(member.type, path, fakes) : null;
        if (wanted !== null) set(wanted());
        continue;
      }
      if (member.optional && !(isMoreThanFlag(member.type) && isThere(path, fakes))) set(undefined);
      else if (isPlain(member.type)) set(valueOfType(member.type, path, fakes)());
      else if (isList(member.type) || isDate(member.type)) {
        const make = valueOfType(member.type, path, fakes, budget);
        set(make());
        if (!ALWAYS.has(make)) lists.push(() => set(make()));
      } else if (membersOf(member.type) !== null) {
        const below = fakes.make(path);
        set(below);
        waiting.push({ made: below, type: member.type, name: path });
      }
    }
  }
  return isTold;
}

/** Whether a type is of more than a flag: a flag that may be left out mostly is. */
function isMoreThanFlag(type: Type): boolean {
  return alternativesIn(type).some(({ text }) => !/^(?:boolean|true|false|undefined|null)$/.test(text));
}

/** Whether what may be left out is there, as in items of a list that are to differ. */
function isThere(path: string, { core }: UniversalFakes): boolean {
  return sameOrVaried(core, path, false, () => true);
}

/** Whether all that an error told of something is that it has to be there. */
function isAskedFor(path: string, fakes: UniversalFakes): boolean {
  const shape = fakes.shapeOf(path);
  return shape !== undefined && "make" in shape && shape.make === "fake";
}

/** A plain value of a type; null where it has none. */
function plainOf(type: Type, path: string, fakes: UniversalFakes): Make | null {
  for (const one of isPlain(type) ? alternativesIn(type) : []) {
    const make = simpleValue(one, path, fakes, newBudget());
    if (make !== null && make !== leaveOut) return make;
  }
  return null;
}

/** Whether a type is one of text, numbers or truth alone, of which no call can change a value. */
function isPlain(type: Type): boolean {
  return alternativesIn(type).some(({ text }) =>
    /^(?:string|number|boolean|true|false|bigint|-?\d+(?:\.\d+)?|(["']).*\1)$/.test(text),
  );
}

/** Whether a type is a list, whatever of. */
function isList(type: Type): boolean {
  const [only, ...more] = alternativesIn(type).filter(({ text }) => !/^(?:undefined|null)$/.test(text));
  return only !== undefined && more.length === 0 && itemOf(only) !== undefined;
}

/** Whether a type is that of dates, which calls may set. */
function isDate(type: Type): boolean {
  return alternativesIn(type).some(({ text }) => text === "Date");
}

/** The same date each time, or an equal one where the program sets any. */
function dates(date: Date, { known }: UniversalFakes): Make {
  return known.setsDates ? () => new Date(date) : always(date);
}

/** The type of a list's items; undefined for any other type. */
function itemOf({ text, scope }: Type): Type | undefined {
  const item =
    /^(?:readonly\s+(?=\S))?([^]+)\[\]$/.exec(text)?.[1] ?? /^(?:Readonly)?Array\.?<([^]+)>$/.exec(text)?.[1];
  // What a function gives may be a list.
  return item === undefined || answerOf({ text, scope }) !== undefined ? undefined : { text: item, scope };
}

/** Names of text that is a URL. */
const URL_NAME = /(?:^|\.)(?:url|uri|href|endpoint|\w*(?:U(?:rl|ri)|URL|URI|Href|Endpoint))$/;

/** Names of text that is a date. */
const DATE_NAME = /(?:[a-z\d]At|_at|Date|_date|\.(?:at|date))$/;

function textOf(name: string, { core }: UniversalFakes): string {
  const own = nameAt(core, name);
  if (URL_NAME.test(name))
    return sameOrVaried(core, name, urlOf(placeIn(own)), (at) => `http://${variedText(at)}`);
  if (DATE_NAME.test(name)) return dateAt(core, name).toISOString();
  return sameOrVaried(core, name, own, variedText);
}

/** A text that differs by place in all that may be taken out of it: its first letter, its domain, its folder, its extension. */
function variedText(at: number): string {
  const letter = String.fromCodePoint("a".codePointAt(0)! + (at % LETTERS));
  return `${letter}${at}@${letter}${at}.test/${letter}${at}/${letter}.${letter}${at}`;
}

const LETTERS = 26;

function simpleValue(of: Type, name: string, fakes: UniversalFakes, budget: Budget): Make | null {
  const { text: type, scope } = of;
  const literal = /^(["'])(.*)\1$/.exec(type)?.[2];
  if (literal !== undefined) return () => literal;
  if (/^-?\d+(?:\.\d+)?$/.test(type)) return () => Number(type);
  const item = itemOf(of);
  if (item !== undefined) {
    // As lists of what is made up otherwise: trees would grow without end.
    if (fakes.isShortList(name)) return oneOf(item, name, fakes, budget);
    const all = elements(item, name, fakes, budget);
    return () => all.map((make) => make());
  }
  const set = /^(?:Readonly)?Set\.?<(.+)>$/.exec(type)?.[1];
  if (set !== undefined) {
    const all = elements({ text: set, scope }, name, fakes, budget);
    return () => new Set(all.map((make) => make()));
  }
  const { core } = fakes;
  // Made once, as to make it is timed with the target: what items hold does not change until it is loaded again.
  switch (type.replace(/^[?!]/, "").toLowerCase()) {
    case "string":
      return always(textOf(name, fakes));
    case "number":
      fakes.numbers.add(name);
      return always(numberOf(nameAt(core, name), fakes));
    case "bigint":
      return always(BigInt(numberOf(name, fakes)));
    case "boolean":
      return always(sameOrVaried(core, name, true, (at) => at % 2 === 0));
    case "true":
      return () => true;
    case "false":
      return () => false;
    case "buffer":
    case "uint8array":
      return () => Buffer.from(name);
    case "date":
      return dates(dateAt(core, name), fakes);
    case "regexp":
      return () => /(?:)/;
    case "url":
      return () => new URL("http://localhost/");
    case "error":
      return () => new Error(name);
    case "abortsignal":
      return () => new AbortController().signal;
    case "array":
      return () => [fakes.make(`${name}[0]`), fakes.make(`${name}[1]`)];
    case "readable":
    case "stream.readable":
    case "nodejs.readablestream":
      return () => Readable.from([Buffer.from(name)]);
    case "undefined":
    case "void":
      return leaveOut;
    case "null":
      return null;
  }
  return /^(map|set|weakmap|weakset)\b/i.test(type) ? collection(type) : null;
}

/**
 * As many as all lists have that are made up, two, so that a call for each shows; they differ, so that they are as many in a set. The list is known as
 * one by which I/O calls may grow.
 */
function elements(type: Type, name: string, fakes: UniversalFakes, budget: Budget): readonly Make[] {
  const items = fakes.tellList(name);
  return Array.from({ length: items }, (_, at) =>
    valueOfType(type, `${name}[${at}]`, fakes, at < ITEMS_OF_LISTS ? budget : newBudget()),
  );
}

/** A list of one. */
function oneOf(type: Type, name: string, fakes: UniversalFakes, budget: Budget): Make {
  const first = valueOfType(type, `${name}[0]`, fakes, budget);
  return () => [first()];
}

/** What something is told by, of an item of a list: `order.items[1].productId`. */
const ID_OF_ITEM = /\[(\d+)\][^[\]]*(?:\.id|Id|ID|_id)$/;

/** 1; in a list the place that a person would count, also of what tells its items apart, or where they are to differ. */
function numberOf(name: string, { core }: UniversalFakes): number {
  const place = /\[(\d+)\]$/.exec(name) ?? ID_OF_ITEM.exec(name);
  return place === null ? sameOrVaried(core, name, 1, numberAt) : Number(place[1]) + 1;
}

/** A URL of an item of a list. */
function urlOf(place: number): string {
  return `http://localhost/${place === 0 ? "" : place + 1}`;
}

function collection(type: string): Make {
  return /map/i.test(type) ? () => new Map() : () => new Set();
}

/** A name out of what may be a pattern: `options` for `[a, b]`. */
function plainName(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : "options";
}

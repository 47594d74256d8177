import { ENDS_MADE_UP } from "../../deciding.ts";
import type { GivenFake } from "../fakes-file/given-fakes.ts";
import { isMadeText, piecesOf, type IoCore } from "../io/io-core.ts";
import type { Callback } from "../io/callback.ts";
import type { Shape } from "../../contract/fact.ts";
import { isForMessages } from "./functions-to-run.ts";
import { clientOf, type Client } from "./clients.ts";
import type { TypeOrigin } from "../types/type.ts";
import { bodyStream } from "./body-stream.ts";
import { answerByPromise } from "./given-answers.ts";
import { ITEMS_OF_LISTS } from "../load/stand-ins.ts";
import { atItem } from "./item-place.ts";
import { trapsOf } from "./universal/traps.ts";

type AnyFunction = (...parameters: unknown[]) => unknown;
/** Makes a fake of a name. */
type Make = (name: string) => unknown;
/** What an error told of what goes by a name; of a member of any answer by that of the member alone. */
type Corrected = (name: string) => Shape | undefined;

/** How many items lists that are answers have; hears what is one by its name. */
interface Lists {
  readonly items: number;
  readonly heard: (name: string) => void;
}

/** The clients that a target uses, by the names of their fakes. */
export class ClientFakes {
  readonly #core: IoCore;
  readonly #make: Make;
  /** The names of answers that are lists, or hold some. */
  readonly answeredLists = new Set<string>();
  readonly #clients = new Map<string, Client>();
  /** What is a client by its type, by its name; null where two have one name. */
  readonly #typed = new Map<string, Known | null>();
  /** What was found of names, as calls that are timed ask for the same ones. */
  readonly #looked = new Map<string, Known | null>();
  /** Lines of the target's calls that only built, as they were watched last, by the names of what they gave. */
  readonly #lines = new Map<string, number | null>();
  /** What the calls answer that were built up and not yet sent, by what they are built on. */
  readonly #built = new WeakMap<object, unknown[]>();
  readonly #corrected: Corrected;
  readonly #lists: Lists;
  /** The program's own methods, by what they belong to and their names; null where two models have one of a name. */
  readonly #methods = new Map<string, AnyFunction | null>();

  constructor(
    core: IoCore,
    make: Make,
    corrected: Corrected = () => undefined,
    lists: Lists = { items: ITEMS_OF_LISTS, heard: () => undefined },
  ) {
    this.#core = core;
    this.#make = make;
    this.#corrected = corrected;
    this.#lists = lists;
  }

  /** From here on fakes whose names begin with the client's are it. */
  add(client: Client): void {
    this.#clients.set(client.name, client);
    this.#looked.clear();
  }

  /** Has what goes by a name be a client, where its type is that of one. */
  tellType(name: string, { packageName, type }: Extract<TypeOrigin, { readonly packageName: string }>): void {
    const client = clientOf(packageName);
    const path = client?.types?.find(([of]) => of.test(type))?.[1];
    if (client === undefined || path === undefined) return;
    const before = this.#typed.get(name);
    const isOther = before !== undefined && before?.client !== client;
    // Two things of one name are told apart by nothing.
    this.#typed.set(name, isOther ? null : { client, path });
    this.#looked.clear();
  }

  /**
   * What a call of `name` gives, where it is a call of a client's that is known; else undefined.
   *
   * @param given What a fakes file says of it, which is no answer.
   */
  call(
    name: string,
    parameters: readonly unknown[],
    callback: unknown,
    origin?: object,
    given?: GivenFake,
  ): { readonly value: unknown } | undefined {
    const known = this.#known(name);
    if (known === undefined) return undefined;
    const { client, path } = known;
    const own = this.#methodOf(client, path);
    if (own !== undefined && given === undefined) return { value: Reflect.apply(own, origin, parameters) };
    if (client.models?.test(path) === true && typeof parameters[0] === "string") {
      const model = this.#make(`${name}()`);
      Object.assign(model as object, { name: parameters[0] });
      return { value: model };
    }
    if (isBuilding(client, path)) {
      if (client.builds?.test(path) === true && origin !== undefined) {
        this.#build(name, client, origin);
        // What is built on goes on as itself: others in flight have one of their own.
        if (typeof callback !== "function") return { value: origin };
      }
      const line = this.#core.lineHere();
      if (line !== undefined) this.#lines.set(`${name}()`, line);
      if (typeof callback === "function" && !isBuilt(path))
        return { value: this.#callBack(name, client, callback as AnyFunction) };
      // What an error told of it is of the answer, which is waited for.
      const isAnswered = this.#told(name) !== undefined && isThenable(client, `${path}()`);
      return { value: isAnswered ? this.#send(`${name}()`, client, given) : this.#make(`${name}()`) };
    }
    const handler = handlerOf(client, path, parameters);
    if (handler !== undefined && !this.#isForLater(client, path, handler))
      return { value: this.#run(name, client, handler, given) };
    if (!isOperation(client, path)) return undefined;
    if (typeof callback === "function" && handler === undefined)
      return { value: this.#callBack(name, client, callback as AnyFunction, origin, given) };
    this.#note(name, client, "promise", given);
    const answer = this.#withStream(this.#answer(name, client, origin), client, parameters);
    return { value: this.#core.promise(name, answer, given?.latency) };
  }

  /** Keeps a function that the program put into something of a client's, where it is a method then; whether it is. */
  keepMethod(name: string, key: string, run: AnyFunction): boolean {
    const { client, path } = this.#known(name) ?? {};
    const kind = client?.methods?.find(({ to }) => to.test(path!));
    if (kind === undefined) return false;
    const place = `${kind.of.source} ${key}`;
    this.#methods.set(place, this.#methods.has(place) ? null : run);
    return true;
  }

  #methodOf({ methods }: Client, path: string): AnyFunction | undefined {
    if (methods === undefined || this.#methods.size === 0) return undefined;
    const dot = path.lastIndexOf(".");
    const kind = methods.find(({ of }) => of.test(path.slice(0, Math.max(dot, 0))));
    const run = kind && this.#methods.get(`${kind.of.source} ${path.slice(dot + 1)}`);
    return run != null && this.#core.rules.allow("own-methods") ? run : undefined;
  }

  /** How a call of `name` answers that is an operation of a client's; undefined for any other call. */
  kindOf(
    name: string,
    parameters: readonly unknown[],
    callback: unknown,
  ): "promise" | "callback" | undefined {
    const known = this.#known(name);
    if (known === undefined) return undefined;
    const { client, path } = known;
    if (isBuilding(client, path)) return undefined;
    const handler = handlerOf(client, path, parameters);
    if (handler !== undefined && !this.#isForLater(client, path, handler)) return "promise";
    if (!isOperation(client, path)) return undefined;
    return handler === undefined && typeof callback === "function" ? "callback" : "promise";
  }

  /** Whether an operation only keeps the handler that it is given, for messages that come later. */
  #isForLater({ keeps }: Client, path: string, handler: AnyFunction): boolean {
    return keeps?.test(path) === true && isForMessages(handler);
  }

  /** What an error told of a member, else another value. */
  readonly #valueOf = (member: string, otherwise: unknown): unknown => {
    const shape = this.#corrected(`*.${member}`);
    return shape !== undefined && "value" in shape ? shape.value : otherwise;
  };

  /** Has the result say of what a function of a client's package gives, which goes through its I/O calls by itself, that it is made up. */
  sayMadeUp(name: string): void {
    if (this.#core.tap === null || !OF_PACKAGE.test(name) || !this.isClient(name)) return;
    this.#core.incidents.add(`What ${name} does between its I/O calls ${ENDS_MADE_UP}`);
  }

  /** Whether `name` is a client's, or something of it. */
  isClient(name: string): boolean {
    return this.#known(name) !== undefined;
  }

  /** Whether a call of `name` is one of a client's, an operation or one that only builds. */
  isCalledSo(name: string): boolean {
    const known = this.#known(name);
    return (
      known !== undefined && (isOperation(known.client, known.path) || isBuilding(known.client, known.path))
    );
  }

  /**
   * The `then` of what a call gave that only builds; undefined for any other.
   *
   * @param given What a fakes file says of what goes by the name.
   */
  thenOf(name: string, given?: GivenFake): AnyFunction | undefined {
    const { client, path } = this.#known(name) ?? {};
    if (client === undefined || !isThenable(client, path!)) return undefined;
    return (...handlers) => {
      const [resolved, rejected] = handlers as Parameters<Promise<unknown>["then"]>;
      return this.#send(name, client, given).then(resolved, rejected);
    };
  }

  /** Waits for what was built. */
  #send(name: string, client: Client, given: GivenFake | undefined): Promise<unknown> {
    const otherwise = (): unknown => this.#answer(name, client);
    if (given !== undefined)
      return answerByPromise({ core: this.#core, expression: name, given, parameters: [], otherwise });
    const line = this.#lines.get(name);
    this.#note(name, client, "promise", undefined, line);
    const { tap } = this.#core;
    if (tap === null) return this.#core.promise(name, otherwise());
    const answer = otherwise();
    tap.builtAt = line ?? null;
    const promise = this.#core.promise(name, answer);
    tap.builtAt = null;
    return promise;
  }

  /** The client that a name is one of, or something of, and the path of the name in its package; undefined for any other. */
  #known(name: string): Known | undefined {
    if (this.#clients.size === 0 && this.#typed.size === 0) return undefined;
    let known = this.#looked.get(name);
    if (known === undefined) {
      if (this.#looked.size >= LOOKED_AT_MOST) this.#looked.clear();
      this.#looked.set(name, (known = this.#look(name) ?? null));
    }
    return known ?? undefined;
  }

  #look(name: string): Known | undefined {
    const path = pathOf(name);
    for (const [own, typed] of this.#typed)
      if (typed !== null && path.startsWith(own) && !/^[\p{ID_Continue}$]/u.test(path.slice(own.length)))
        return { client: typed.client, path: typed.path + path.slice(own.length) };
    const client = this.#clients.get(/^[\p{ID_Continue}$]+/u.exec(path)?.[0] ?? "");
    return client && { client, path };
  }

  /** Keeps what a call answers that goes with others: `incr` of `redis.multi().incr("hits")`. */
  #build(name: string, client: Client, on: object): void {
    if (name.endsWith(".discard")) {
      this.#built.delete(on);
      return;
    }
    const built = this.#built.get(on);
    if (built === undefined) this.#built.set(on, [this.#answer(name, client)]);
    else built.push(this.#answer(name, client));
  }

  /** What an error told of what a call answers, where that is a value, or nothing. */
  #told(name: string): { readonly value: unknown } | undefined {
    const shape = this.#corrected(`${name}()`);
    if (shape === undefined) return undefined;
    if ("value" in shape) return shape;
    return "make" in shape && shape.make === "nothing" ? { value: undefined } : undefined;
  }

  #answer(name: string, { operations }: Client, origin?: object): unknown {
    const { path } = this.#known(name)!;
    const built = origin !== undefined && path.endsWith(".exec") ? this.#built.get(origin) : undefined;
    if (built !== undefined) {
      this.#built.delete(origin!);
      return built.map((answer) => [null, answer]);
    }
    const told = this.#told(name.replace(/\(\)$/, ""));
    if (told !== undefined) return told.value;
    const called = behindAnswer(path) ?? path;
    const answer = operations.find(
      ([pattern]) => pattern.test(called) || pattern.test(called.replace(/\(\)$/, "")),
    );
    const rows: unknown[] = [];
    const row = (): unknown => {
      const made = atItem(this.#core, rows.length, () => this.#make(`${name}.item`));
      rows.push(made);
      return made;
    };
    const given = answer === undefined ? row() : answer[1](row, this.#core.json, this.#valueOf);
    const { heard } = this.#lists;
    const items = this.#core.areAnswersShort ? ITEMS_OF_LISTS : this.#lists.items;
    // What is timed has lists of two.
    if (this.#core.tap === null && items === ITEMS_OF_LISTS) return given;
    return withItems(given, { rows, row }, items, () => {
      const list = `${name.replace(/\(\)$/, "")}()`;
      this.answeredLists.add(list);
      heard(list);
    });
  }

  /** An answer with what it streams, where it was asked for that: `Body` of `s3.send(new GetObjectCommand(…))`. */
  #withStream(answer: unknown, { streams }: Client, parameters: readonly unknown[]): unknown {
    const asked = streams === undefined ? undefined : trapsOf(parameters[0])?.plan.name;
    if (asked === undefined || !streams!.of.test(asked) || typeof answer !== "function") return answer;
    return Object.assign(answer, {
      [streams!.member]: bodyStream(this.#core.json),
    });
  }

  #callBack(
    name: string,
    client: Client,
    callback: AnyFunction,
    origin?: object,
    given?: GivenFake,
  ): unknown {
    this.#note(name, client, "callback", given);
    const answer = this.#answer(name, client, origin);
    const spread: Callback = (error, value) => {
      if (error !== null) callback(error);
      else if (client.spreads === true && Array.isArray(value)) callback(null, ...(value as unknown[]));
      else callback(null, value);
    };
    this.#core.callback(name, answer, spread, given?.latency, callback);
    return this.#make(`${name}()`);
  }

  /** The operation's latency first, then what it runs; a handler's value goes before the answer. */
  async #run(name: string, client: Client, run: AnyFunction, given?: GivenFake): Promise<unknown> {
    this.#note(name, client, "promise", given);
    const answer = await this.#core.promise(name, this.#answer(name, client), given?.latency);
    const receiver = this.#make(name.slice(0, name.lastIndexOf(".")));
    const value = client.runsWith?.(this.#make(`${name}.item`)) ?? receiver;
    return (await run(value)) ?? answer;
  }

  #note(
    name: string,
    { name: client }: Client,
    kind: "promise" | "callback",
    given?: GivenFake,
    line?: number | null,
  ): void {
    if (given === undefined) this.#core.noteUse(name, kind, "default", `${client} is a known client`, line);
    else this.#core.noteUse(name, kind, "file", given.place, line);
  }
}

/** More names than this are those of made-up trees that somebody goes down. */
const LOOKED_AT_MOST = 1_000;

interface Known {
  readonly client: Client;
  readonly path: string;
}

/** What a function gives that a package exports: `aws.paginateQuery()`. */
const OF_PACKAGE = /^[^.()]+\.[^.()]+\(\)$/;

/** What matches anything answers only what is waited for itself. */
function isOperation({ operations, ofAnswer }: Client, path: string): boolean {
  const member = behindAnswer(path);
  if (member !== undefined && ofAnswer !== undefined) return ofAnswer.test(member);
  // What an answer has is an operation by its own name, whatever gave the answer.
  const called = member ?? path;
  return operations.some(([pattern]) => pattern.source !== "." && pattern.test(called));
}

function isBuilding(client: Client, path: string): boolean {
  return isThenable(client, `${path}()`) || client.builds?.test(path) === true;
}

/** Whether what a call gave only builds, and is waited for itself. */
function isThenable({ thenable, ofAnswer }: Client, path: string): boolean {
  return thenable?.test(path) === true && (ofAnswer === undefined || behindAnswer(path) === undefined);
}

/**
 * What is asked of an answer: `.tags.push` of `mongoose.model().findById().item.tags.push`, `.title.trim` of
 * `mongoose.model().find().cursor()[0].title.trim`; undefined where nothing is.
 */
function behindAnswer(path: string): string | undefined {
  return /^.*(?:\.item|\)\[\d+\])(\..*)$/.exec(path)?.[1];
}

/** `pg.Pool().query` of `new pg.Pool().query`. */
function pathOf(name: string): string {
  return name.replaceAll("new ", "");
}

/** A builder that is built on takes functions that build as well. */
function isBuilt(path: string): boolean {
  return /\.(where|andWhere|orWhere|modify|join|map|on|then)$/.test(path);
}

/** The function that a call runs, where its operation runs one. */
function handlerOf(client: Client, path: string, parameters: readonly unknown[]): AnyFunction | undefined {
  return client.runs?.test(path) === true ? handlerIn(parameters) : undefined;
}

function handlerIn(parameters: readonly unknown[]): AnyFunction | undefined {
  for (const parameter of parameters) {
    if (typeof parameter === "function") return parameter as AnyFunction;
    if (typeof parameter !== "object" || parameter === null) continue;
    const own = Object.entries(parameter).find(
      ([key, value]) => key.startsWith("each") && typeof value === "function",
    );
    if (own !== undefined) return own[1] as AnyFunction;
  }
  return undefined;
}

/** Rows that were made for an answer, and what makes one more. */
interface Rows {
  readonly rows: readonly unknown[];
  readonly row: () => unknown;
}

/** An answer whose lists of made-up rows, or of made-up texts, be it one itself or hold one, have so many of it. */
function withItems(answer: unknown, { rows, row }: Rows, items: number, heard: () => void): unknown {
  const isText = (value: unknown): boolean => typeof value === "string" && isMadeText(value);
  const isList = (value: unknown): value is unknown[] =>
    Array.isArray(value) &&
    value.length === ITEMS_OF_LISTS &&
    (value.every((one) => rows.includes(one)) || value.every(isText));
  const longer = (list: unknown[]): unknown[] => {
    heard();
    if (items === ITEMS_OF_LISTS) return list;
    if (isText(list[0])) return piecesOf(items);
    return Object.assign(
      list.slice(0, ITEMS_OF_LISTS).concat(Array.from({ length: items - ITEMS_OF_LISTS }, row)),
      Object.fromEntries(Object.entries(list).slice(ITEMS_OF_LISTS)),
    );
  };
  if (isList(answer)) return longer(answer);
  if (rows.includes(answer) || typeof answer !== "object" || answer === null) return answer;
  for (const [key, value] of Object.entries(answer))
    if (isList(value)) Reflect.set(answer, key, longer(value));
  return answer;
}

import { ENDS_MADE_UP } from "../../deciding.ts";
import type { Callback, IoCore } from "../io/io-core.ts";
import { lastName } from "../io/last-name.ts";
import type { Shape } from "../load/stand-ins.ts";
import { isForMessages } from "./functions-to-run.ts";
import { CLIENT_TEXT, type Client } from "./clients.ts";
import { bodyStream } from "./body-stream.ts";
import { withNothingMore } from "./nothing-more.ts";
import type { RunningDry } from "./universal/running-dry.ts";
import { trapsOf } from "./universal/traps.ts";

type AnyFunction = (...parameters: unknown[]) => unknown;
/** Makes a fake of a name. */
type Make = (name: string) => unknown;
/** What an error told of a member of any answer, by its name. */
type Corrected = (member: string) => Shape | undefined;

/** The clients that a target uses, by the names of their fakes. */
export class ClientFakes {
  readonly #core: IoCore;
  readonly #make: Make;
  /** Makes the second item of a list; null where it is the first once more. */
  readonly #makeSecond: Make | null;
  readonly #clients = new Map<string, Client>();
  /** Lines of the target's calls that only built, as they were watched last, by the names of what they gave. */
  readonly #lines = new Map<string, number | null>();
  /** What the calls answer that were built up and not yet sent, by what they are built on. */
  readonly #built = new WeakMap<object, unknown[]>();
  readonly #corrected: Corrected;
  readonly #dry: Pick<RunningDry, "isDry"> | null;
  /** Whether functions that are kept for later run as well: the target waits for something that else does not come. */
  readonly #isEager: boolean;

  constructor(
    core: IoCore,
    make: Make,
    makeSecond: Make | null = null,
    corrected: Corrected = () => undefined,
    dry: Pick<RunningDry, "isDry"> | null = null,
    isEager = false,
  ) {
    this.#core = core;
    this.#make = make;
    this.#makeSecond = makeSecond;
    this.#corrected = corrected;
    this.#dry = dry;
    this.#isEager = isEager;
  }

  /** From here on fakes whose names begin with the client's are it. */
  add(client: Client): void {
    this.#clients.set(client.name, client);
  }

  /** What a call of `name` gives, where it is a call of a client's that is known; else undefined. */
  call(
    name: string,
    parameters: readonly unknown[],
    callback: unknown,
    origin?: object,
  ): { readonly value: unknown } | undefined {
    const client = this.#clientOf(name);
    if (client === undefined) return undefined;
    const path = pathOf(name);
    if (this.#isBuilding(client, path)) {
      if (client.builds?.test(path) === true && origin !== undefined) {
        this.#build(name, client, origin);
        // What is built on goes on as itself: others in flight have one of their own.
        if (typeof callback !== "function") return { value: origin };
      }
      const line = this.#core.lineHere();
      if (line !== undefined) this.#lines.set(`${name}()`, line);
      return typeof callback === "function" && !isBuilt(path)
        ? { value: this.#callBack(name, client, callback as AnyFunction) }
        : { value: this.#make(`${name}()`) };
    }
    const run = client.runs?.test(path) === true ? handlerIn(parameters) : undefined;
    const isForLater = run !== undefined && client.keeps?.test(path) === true && !this.#isEager;
    if (run !== undefined && !(isForLater && isForMessages(run)))
      return { value: this.#run(name, client, run) };
    if (!this.#isOperation(client, path)) return undefined;
    if (typeof callback === "function" && run === undefined)
      return { value: this.#callBack(name, client, callback as AnyFunction, origin) };
    this.#note(name, client, "promise");
    const answer = this.#answer(name, client, origin);
    return { value: this.#core.promise(name, this.#withStream(answer, client, parameters)) };
  }

  /** What an error told of a member, else another value. */
  readonly #valueOf = (member: string, otherwise: unknown): unknown => {
    const shape = this.#corrected(member);
    return shape !== undefined && "value" in shape ? shape.value : otherwise;
  };

  /** Has the result say of what a function of a client's package gives, which goes through its I/O calls by itself, that it is made up. */
  sayMadeUp(name: string): void {
    if (this.#core.tap === null || !OF_PACKAGE.test(name) || !this.isClient(name)) return;
    this.#core.incidents.add(`What ${name} does between its I/O calls ${ENDS_MADE_UP}`);
  }

  /** Whether `name` is a client's, or something of it. */
  isClient(name: string): boolean {
    return this.#clientOf(name) !== undefined;
  }

  /** Whether a call of `name` is one of a client's, an operation or one that only builds. */
  isCalledSo(name: string): boolean {
    const client = this.#clientOf(name);
    return (
      client !== undefined &&
      (this.#isOperation(client, pathOf(name)) || this.#isBuilding(client, pathOf(name)))
    );
  }

  /** The `then` of what a call gave that only builds; undefined for any other. */
  thenOf(name: string): AnyFunction | undefined {
    const client = this.#clientOf(name);
    if (client === undefined || !isThenable(client, pathOf(name))) return undefined;
    return (...handlers) => {
      const line = this.#lines.get(name);
      this.#note(name, client, "promise", line);
      const [resolved, rejected] = handlers as Parameters<Promise<unknown>["then"]>;
      return this.#core.promise(name, this.#answer(name, client)).then(resolved, rejected);
    };
  }

  #clientOf(name: string): Client | undefined {
    if (this.#clients.size === 0) return undefined;
    return this.#clients.get(/^[\p{ID_Continue}$]+/u.exec(pathOf(name))?.[0] ?? "");
  }

  /** What matches anything answers only what is waited for itself. */
  #isOperation({ operations, ofAnswer }: Client, path: string): boolean {
    const member = ofAnswer === undefined ? undefined : behindAnswer(path);
    if (member !== undefined) return ofAnswer!.test(member);
    return operations.some(([pattern]) => pattern.source !== "." && pattern.test(path));
  }

  #isBuilding(client: Client, path: string): boolean {
    return isThenable(client, `${path}()`) || client.builds?.test(path) === true;
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

  #answer(name: string, { operations }: Client, origin?: object): unknown {
    const path = pathOf(name);
    const built = origin !== undefined && path.endsWith(".exec") ? this.#built.get(origin) : undefined;
    if (built !== undefined) {
      this.#built.delete(origin!);
      return built.map((answer) => [null, answer]);
    }
    const answer = operations.find(
      ([pattern]) => pattern.test(path) || pattern.test(path.replace(/\(\)$/, "")),
    );
    const item = this.#make(`${name}.item`);
    const { makeBody, json } = this.#core;
    const text = makeBody === null ? CLIENT_TEXT : json;
    const given =
      answer === undefined ? item : answer[1](item, text, this.#valueOf, this.#makeSecond?.(`${name}.item`));
    const isDry = this.#dry?.isDry(lastName(path.replace(/(?:\(\))+$/, ""))) === true;
    return isDry ? withNothingMore(given, item) : given;
  }

  /** An answer with what it streams, where it was asked for that: `Body` of `s3.send(new GetObjectCommand(…))`. */
  #withStream(answer: unknown, { streams }: Client, parameters: readonly unknown[]): unknown {
    const asked = streams === undefined ? undefined : trapsOf(parameters[0])?.plan.name;
    if (asked === undefined || !streams!.of.test(asked) || typeof answer !== "function") return answer;
    return Object.assign(answer, {
      [streams!.member]: bodyStream(this.#core.makeBody === null ? CLIENT_TEXT : this.#core.json),
    });
  }

  #callBack(name: string, client: Client, callback: AnyFunction, origin?: object): unknown {
    this.#note(name, client, "callback");
    const answer = this.#answer(name, client, origin);
    const given: Callback = (error, value) => {
      if (error !== null) callback(error);
      else if (client.spreads === true && Array.isArray(value)) callback(null, ...(value as unknown[]));
      else callback(null, value);
    };
    this.#core.callback(name, answer, given, undefined, callback);
    return this.#make(`${name}()`);
  }

  /** The operation's latency first, then what it runs; a handler's value goes before the answer. */
  async #run(name: string, client: Client, run: AnyFunction): Promise<unknown> {
    this.#note(name, client, "promise");
    const answer = await this.#core.promise(name, this.#answer(name, client));
    const receiver = this.#make(name.slice(0, name.lastIndexOf(".")));
    const given = client.runsWith?.(this.#make(`${name}.item`)) ?? receiver;
    return (await run(given)) ?? answer;
  }

  #note(name: string, { name: client }: Client, kind: "promise" | "callback", line?: number | null): void {
    this.#core.noteUse(name, kind, "default", `${client} is a known client`, line);
  }
}

/** What a function gives that a package exports: `aws.paginateQuery()`. */
const OF_PACKAGE = /^[^.()]+\.[^.()]+\(\)$/;

/** Whether what a call gave only builds, and is waited for itself. */
function isThenable({ thenable, ofAnswer }: Client, path: string): boolean {
  return thenable?.test(path) === true && (ofAnswer === undefined || behindAnswer(path) === undefined);
}

/** What is asked of an answer: `.tags.push` of `mongoose.model().findById().item.tags.push`; undefined where nothing is. */
function behindAnswer(path: string): string | undefined {
  const at = path.lastIndexOf(".item.");
  return at < 0 ? undefined : path.slice(at + ".item".length);
}

/** `pg.Pool().query` of `new pg.Pool().query`. */
function pathOf(name: string): string {
  return name.replaceAll("new ", "");
}

/** A builder that is built on takes functions that build as well. */
function isBuilt(path: string): boolean {
  return /\.(where|andWhere|orWhere|modify|join|map|on|then)$/.test(path);
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

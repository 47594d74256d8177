import { answerByEvents } from "../given-answers.ts";
import { eventOfProperty } from "../handler-properties.ts";
import { isForMessages } from "../functions-to-run.ts";
import { EVENTS_THAT_COME, isEndOfOpen } from "../telling-names.ts";
import { isObject } from "../../io/is-object.ts";
import { furtherValues, type FakeContext } from "./context.ts";
import type { AnyFunction } from "./any-function.ts";
import { itemsBehindFirst } from "./lists.ts";

/** Events of one stream, or of one process, in the order in which they come: together they are one I/O call. */
const OF_ONE_STREAM: readonly string[] = ["readable", "data", "end", "finish", "exit", "close"];

/** Who is told as one stream goes on to its end, by the place of the event among {@link OF_ONE_STREAM}. */
type Told = ((() => void) | undefined)[];

/** Streams of one name whose events have not come yet. */
interface Streams {
  readonly told: Told[];
  /** How often each event was listened to: the first time that is of the first stream, the second time of the second. */
  readonly listened: number[];
}

/** Events of fakes that are listened to. */
export class FakeEvents {
  readonly #fakes: FakeContext;
  /** By what they listen to, or its name. */
  readonly #streams = new Map<object | string, Streams>();
  /** Of what listening gave, what was listened to first. */
  readonly #begun = new WeakMap<object, object>();
  /** Who listens for errors, by the name of what they listen to. */
  readonly #errorListeners = new Map<string, AnyFunction>();

  /** What listens to messages, none of which has come: `socket.on`. */
  readonly forLater = new Set<string>();

  constructor(fakes: FakeContext) {
    this.#fakes = fakes;
  }

  /** @param origin What is listened to: two of one name are two streams. */
  listen(name: string, event: string, listener: AnyFunction, origin?: object): void {
    const emitter = name.slice(0, name.lastIndexOf("."));
    if (event === "error") this.#errorListeners.set(emitter, listener);
    const given = this.#fakes.given?.of(`${name}(${event})`);
    if (given !== undefined) {
      const otherwise = (): unknown => this.#fakes.make(event);
      const call = {
        core: this.#fakes.core,
        expression: `${name}(${event})`,
        given,
        parameters: [],
        otherwise,
      };
      answerByEvents(call, listener, (error) => this.#emitError(emitter, error));
      return;
    }
    if (!this.#comes(emitter, event) || isOfPipe(listener)) return;
    if (this.#isForLater(name, event, listener)) return;
    this.#fakes.core.noteUse(`${name}(${event})`, "stream", "inferred", `its event ${event} is listened to`);
    const tell = (): void => {
      // A process that ends well says 0.
      if (event === "exit" || event === "close") listener(0, null);
      else listener(this.#fakes.make(event), ...furtherValues(this.#fakes, event, listener.length - 1));
      const more = event === "data" ? itemsBehindFirst(emitter, this.#fakes.known) : 0;
      for (let at = 0; at < more; at++) listener(this.#fakes.make(event));
    };
    const place = OF_ONE_STREAM.indexOf(event);
    const stream = origin === undefined ? emitter : (this.#begun.get(origin) ?? origin);
    const told = place < 0 ? [tell] : this.#toldOfStream(stream, place, tell);
    if (told === undefined) return;
    try {
      this.#fakes.core.step(`${name}(${event})`, (error) => {
        this.#streams.delete(stream);
        if (error !== null) this.#emitError(emitter, error);
        else for (const tellNext of told) tellNext?.();
      });
    } catch (error) {
      // It was made to fail at once: nothing of it comes.
      this.#streams.delete(stream);
      throw error;
    }
  }

  /** What listening gives, which goes on with the same stream: `rs.on("data", add).on("end", done)`. */
  goingOn(given: unknown, origin: object | undefined): unknown {
    if (origin !== undefined && isObject(given)) this.#begun.set(given, this.#begun.get(origin) ?? origin);
    return given;
  }

  /**
   * Who is told as a stream goes on, with one more who listens to an event of it: `rs.on("data", add).on("end", done)`. Undefined where
   * its first event is on its way already.
   */
  #toldOfStream(stream: object | string, place: number, tell: () => void): Told | undefined {
    const streams = this.#streams.get(stream) ?? { told: [], listened: [] };
    this.#streams.set(stream, streams);
    const which = streams.listened[place] ?? 0;
    streams.listened[place] = which + 1;
    const known = streams.told[which];
    const told: Told = known ?? [];
    told[place] = tell;
    streams.told[which] = told;
    return known === undefined ? told : undefined;
  }

  /** Whether an event that is listened to is to come: what stays open is not at its end. */
  #comes(emitter: string, event: string): boolean {
    return EVENTS_THAT_COME.has(event) && !isEndOfOpen(emitter, event);
  }

  /** Whether nobody waits for what a listener does: it is there for each message, and settles nothing. */
  #isForLater(name: string, event: string, listener: AnyFunction): boolean {
    const isOfEach = event === "message" && !name.endsWith(".once");
    if (!isOfEach || !isForMessages(listener) || !this.#fakes.core.rules.allow("for-later")) return false;
    // The call came to no end without.
    if (this.#fakes.known.facts.has("operation", name, "goes-on")) return false;
    this.forLater.add(name);
    return true;
  }

  /**
   * A function was put where an object has its handler: `request.onsuccess = …`. Its event comes once for each, as calls that
   * are in flight together may be given one object.
   */
  handle(name: string, property: string, handler: AnyFunction, object: object): void {
    if (property === "onerror") this.#errorListeners.set(name, handler);
    const event = eventOfProperty(name, property);
    const expression = `${name}.${property}`;
    if (event === null || this.#fakes.given?.of(expression)?.kind === "sync") return;
    if (!this.#fakes.core.rules.allow("handler-properties")) return;
    this.#fakes.noting?.otherwise(name);
    this.#fakes.core.noteUse(
      expression,
      "stream",
      "inferred",
      `it is given the handler of its event ${event}`,
    );
    this.#fakes.core.step(expression, (error) => {
      const told = this.#fakes.make(event) as object;
      if (error === null) {
        Reflect.apply(handler, object, [Object.assign(told, { target: object, currentTarget: object })]);
        return;
      }
      // Requests have what they failed with.
      Reflect.set(object, "error", error);
      const listener = this.#errorListeners.get(name);
      if (listener === undefined) throw error;
      const { message } = error;
      Reflect.apply(listener, object, [
        Object.assign(told, { target: object, type: "error", error, message }),
      ]);
    });
  }

  /** @throws {Error} the error, where nobody listens for it, as an emitter does. */
  #emitError(emitter: string, error: Error): void {
    const listener = this.#errorListeners.get(emitter);
    if (listener === undefined) throw error;
    listener(error);
  }
}

/**
 * Whether a listener is one by which `pipe` of Node's streams lets go of what it pipes into: nobody waits for that, and who waits for
 * its end listens to it as well.
 */
function isOfPipe(listener: AnyFunction): boolean {
  if (listener.name !== "onclose" && listener.name !== "onfinish") return false;
  return /\bdest\.removeListener\(/.test(Function.prototype.toString.call(listener));
}

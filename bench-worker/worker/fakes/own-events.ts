import { EventEmitter } from "node:events";
import type { IoCore } from "../io/io-core.ts";
import { BAD_NEWS } from "./telling-names.ts";

type Listener = (...parameters: unknown[]) => void;

const LISTENING = ["on", "once", "addListener", "prependListener", "prependOnceListener"] as const;
/** Of these an emitter tells of its listeners. */
const OF_LISTENERS = new Set(["newListener", "removeListener"]);

/** Whether a function's text listens to events of an object that is an emitter itself: its own, or handed to `once`. */
export function listensToItself(receiver: unknown, text: string): boolean {
  return isEmitter(receiver) && /\b(?:on|once|addListener|prepend(?:Once)?Listener)\s*\(/.test(text);
}

/**
 * Where `receiver` is an emitter, has the events come that are listened to on it: each once, one step of I/O after its
 * listener is there, but for bad news and what its file emits itself. Who would emit the others, such as a request or a message that comes in, is not there.
 *
 * @param text Of the file.
 */
export function bringOwnEvents(
  receiver: unknown,
  core: IoCore,
  make: (name: string) => unknown,
  text: string,
): void {
  if (!isEmitter(receiver)) return;
  const emitted = new Set(
    [...text.matchAll(/\bemit\s*\(\s*["'`]([^"'`\n]+)["'`]/g)].map(([, event]) => event!),
  );
  bringOf(receiver, core, make, emitted);
}

function bringOf(
  emitter: EventEmitter,
  core: IoCore,
  make: (name: string) => unknown,
  emittedInText: ReadonlySet<string>,
): void {
  // `once` is made of `on`.
  let isWithin = false;
  for (const method of LISTENING) {
    const listen = emitter[method].bind(emitter) as (event: string | symbol, listener: Listener) => void;
    const listenAndBring = (event: string | symbol, listener: Listener): EventEmitter => {
      const isOwn =
        !isWithin &&
        typeof event === "string" &&
        !BAD_NEWS.test(event) &&
        !OF_LISTENERS.has(event) &&
        !emittedInText.has(event);
      isWithin = true;
      try {
        listen(event, listener);
      } finally {
        isWithin = false;
      }
      if (isOwn) bring(emitter, event, listener, core, make);
      return emitter;
    };
    Object.defineProperty(emitter, method, { value: listenAndBring, writable: true, configurable: true });
  }
}

function isEmitter(value: unknown): value is EventEmitter {
  return value instanceof EventEmitter;
}

function bring(
  emitter: EventEmitter,
  event: string,
  listener: Listener,
  core: IoCore,
  make: (name: string) => unknown,
): void {
  const expression = `this.on(${event})`;
  core.noteUse(
    expression,
    "stream",
    "inferred",
    `its own event ${event} is listened to, and its file emits none`,
  );
  core.step(expression, (error) => {
    if (error !== null) {
      if (emitter.listenerCount("error") === 0) throw error;
      emitter.emit("error", error);
      return;
    }
    if (!emitter.listeners(event).includes(listener)) return;
    const isOnce = !emitter.rawListeners(event).includes(listener);
    if (isOnce) emitter.removeListener(event, listener);
    Reflect.apply(listener, emitter, [make(event)]);
  });
}

import { EventEmitter } from "node:events";
import { promisify } from "node:util";
import type { IoCore } from "../io/io-core.ts";

type AnyFunction = (...parameters: unknown[]) => unknown;

const ADDRESS = { address: "127.0.0.1", port: 1024, family: "IPv4" };

/** A class of servers. */
export type ServerClass = new (...parameters: unknown[]) => EventEmitter;

/**
 * Servers to which nobody comes: they listen and close on the clock, and hold no port.
 *
 * @param module The module whose `Server` it is, as its operations are named after it: `net`, `http`.
 * @param event What the function is for that a server is made with: `connection`, `request`.
 */
export function fakeServer(core: IoCore, module: string, event: string): ServerClass {
  return class Server extends EventEmitter {
    listening = false;
    timeout = 0;
    keepAliveTimeout = 5_000;
    headersTimeout = 60_000;
    requestTimeout = 300_000;
    maxHeadersCount = null;
    maxConnections = 0;
    readonly connections = 0;

    constructor(...parameters: unknown[]) {
      super();
      const listener = parameters.find((parameter) => typeof parameter === "function");
      if (listener !== undefined) this.on(event, listener as AnyFunction);
    }

    listen(...parameters: unknown[]): this {
      const callback = parameters.find((parameter) => typeof parameter === "function");
      if (callback !== undefined) this.once("listening", callback as AnyFunction);
      const expression = `${module}.Server.listen`;
      const listens = (): void => {
        this.listening = true;
        this.emit("listening");
      };
      core.event(expression, listens, (error) => this.emit("error", error));
      return this;
    }

    close(callback?: AnyFunction): this {
      let failure: Error | null = null;
      // Who gave a callback hears of the failure there, whoever else listens.
      if (callback !== undefined)
        this.once("close", () => (failure === null ? callback.call(this) : callback.call(this, failure)));
      const expression = `${module}.Server.close`;
      core.noteUse(expression, "stream");
      core.step(expression, (error) => {
        this.listening = false;
        failure = error;
        if (error === null || callback !== undefined) this.emit("close");
        else if (this.listenerCount("error") > 0) this.emit("error", error);
        else this.emit("close", error);
      });
      return this;
    }

    async [Symbol.asyncDispose](): Promise<void> {
      await promisify((done: AnyFunction) => this.close(done))();
    }

    address(): object | null {
      return this.listening ? ADDRESS : null;
    }

    getConnections(callback: AnyFunction): this {
      core.noteUse(`${module}.Server.getConnections`, "callback");
      core.callback(`${module}.Server.getConnections`, 0, callback);
      return this;
    }

    setTimeout(milliseconds: number): this {
      this.timeout = milliseconds;
      return this;
    }

    closeAllConnections(): void {
      // There are none.
    }

    closeIdleConnections(): void {
      // There are none.
    }

    setTicketKeys(): void {
      // Nobody comes back with a ticket.
    }

    setSecureContext(): void {
      // Nobody comes to see it.
    }

    addContext(): void {
      // Nobody comes to see it.
    }

    ref(): this {
      return this;
    }

    unref(): this {
      return this;
    }
  };
}

/** A class as Node lets it be called: with or without `new`. */
export function callable<T extends new (...parameters: never[]) => object>(constructor: T): T {
  return new Proxy(constructor, {
    apply: (target, _receiver, parameters: never[]) => new target(...parameters),
  });
}

import { EventEmitter } from "node:events";
import http from "node:http";
import https from "node:https";
import { Readable, Writable } from "node:stream";
import type { IoCore } from "../io/io-core.ts";
import { blockedFunction } from "./blocked.ts";
import { callable, fakeServer } from "./servers.ts";

/** A client request to nobody: answers 200 with an empty JSON object once it has been ended. */
class FakeRequest extends Writable {
  readonly method: string;
  readonly #headers = new Map<string, unknown>();
  #connection: FakeConnection | null = null;

  constructor(core: IoCore, expression: string, method: string, onResponse: unknown) {
    super({ write: (_chunk, _encoding, done) => done(), autoDestroy: false });
    this.method = method;
    if (typeof onResponse === "function") this.once("response", onResponse as () => void);
    this.once("finish", () => {
      core.step(expression, (error) => {
        if (this.destroyed) return;
        if (error === null) this.emit("response", fakeResponse(core.json));
        else this.destroy(error);
      });
    });
  }

  get socket(): FakeConnection | null {
    return this.#connection;
  }

  /** Whoever waits for the connection before it sends gets one: see the event `socket` of https://nodejs.org/api/http.html. */
  override on(event: string | symbol, listener: Parameters<Writable["on"]>[1]): this {
    super.on(event, listener);
    if (event === "socket" && this.#connection === null) {
      const connection = new FakeConnection();
      this.#connection = connection;
      process.nextTick(() => this.emit("socket", connection));
    }
    return this;
  }

  setHeader(name: string, value: unknown): this {
    this.#headers.set(name.toLowerCase(), value);
    return this;
  }

  getHeader(name: string): unknown {
    return this.#headers.get(name.toLowerCase());
  }

  getHeaders(): Record<string, unknown> {
    return Object.fromEntries(this.#headers);
  }

  hasHeader(name: string): boolean {
    return this.#headers.has(name.toLowerCase());
  }

  removeHeader(name: string): void {
    this.#headers.delete(name.toLowerCase());
  }

  abort(): void {
    this.destroy();
  }

  setTimeout(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setSocketKeepAlive(): this {
    return this;
  }

  flushHeaders(): void {
    // There is nobody to send them to.
  }
}

/** The connection of a request, to nobody. */
class FakeConnection extends EventEmitter {
  readonly connecting = false;
  readonly encrypted = true;

  setKeepAlive(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setTimeout(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  destroy(): this {
    return this;
  }
}

function fakeResponse(text: string): Readable {
  const body = Buffer.from(text);
  const headers = { "content-type": "application/json", "content-length": String(body.length) };
  const response = Readable.from([body], { objectMode: false });
  return Object.assign(response, {
    statusCode: 200,
    statusMessage: "OK",
    httpVersion: "1.1",
    headers,
    rawHeaders: Object.entries(headers).flat(),
    trailers: {},
    complete: true,
    setTimeout: () => response,
  });
}

/** An agent that connects to nobody. */
class FakeAgent extends EventEmitter {
  readonly options: object;
  readonly maxSockets = Infinity;
  readonly sockets = {};
  readonly freeSockets = {};
  readonly requests = {};

  constructor(options: object = {}) {
    super();
    this.options = options;
  }

  destroy(): void {
    // Holds nothing.
  }
}

/** `http` and `https`: requests are answered by nobody, and nobody comes to servers. */
export function fakeHttp(core: IoCore): { http: object; https: object } {
  const client = (name: string, real: object): object => {
    const start = (expression: string, ends: boolean) => {
      return (...parameters: unknown[]): FakeRequest => {
        core.noteUse(expression, "stream");
        const options = parameters.find((p) => typeof p === "object" && p !== null && !(p instanceof URL));
        const method =
          options !== undefined && "method" in (options as object)
            ? String((options as { method: unknown }).method)
            : "GET";
        const request = new FakeRequest(core, expression, method, parameters.at(-1));
        if (ends) request.end();
        return request;
      };
    };
    const Server = callable(fakeServer(core, name, "request"));
    return {
      ...real,
      request: start(`${name}.request`, false),
      get: start(`${name}.get`, true),
      Agent: FakeAgent,
      ClientRequest: blockedFunction(`${name}.ClientRequest`, core),
      createServer: (...parameters: unknown[]) => new Server(...parameters),
      Server,
      WebSocket: blockedFunction(`${name}.WebSocket`, core),
      globalAgent: new FakeAgent(),
      _connectionListener: blockedFunction(`${name}._connectionListener`, core),
      setGlobalProxyFromEnv: blockedFunction(`${name}.setGlobalProxyFromEnv`, core),
    };
  };
  return { http: client("http", http), https: client("https", https) };
}

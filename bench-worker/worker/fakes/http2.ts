import { EventEmitter } from "node:events";
import http2 from "node:http2";
import { Duplex } from "node:stream";
import type { IoCore } from "../io/io-core.ts";
import { callable, fakeServer } from "./servers.ts";

type AnyFunction = (...parameters: unknown[]) => unknown;

/** Requests of these methods have no body, so they are complete at once. */
const WITHOUT_BODY = new Set(["GET", "HEAD", "DELETE"]);

/** `http2` that connects to nobody: a request is answered with 200 and an empty JSON object, and no client comes. */
export function fakeHttp2(core: IoCore): object {
  class Stream extends Duplex {
    readonly id = 1;
    readonly rstCode = 0;
    aborted = false;
    #isAnswered = false;

    constructor(method: string) {
      super({ allowHalfOpen: true });
      if (WITHOUT_BODY.has(method)) {
        this.end();
        this.#answer();
      }
    }

    override _write(_chunk: unknown, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
      done();
    }

    override _read(): void {
      // What there is to read is pushed.
    }

    override _final(done: (error?: Error | null) => void): void {
      done();
      this.#answer();
    }

    #answer(): void {
      if (this.#isAnswered) return;
      this.#isAnswered = true;
      core.noteUse("http2.request", "stream");
      core.step("http2.request", (error) => {
        if (this.destroyed) return;
        if (error !== null) return void this.destroy(error);
        this.emit("response", { ":status": 200, "content-type": "application/json" }, 0);
        this.push(core.json);
        this.push(null);
      });
    }

    close(_code?: number, callback?: AnyFunction): void {
      if (typeof callback === "function") this.once("close", callback);
      this.destroy();
    }

    setTimeout(): void {
      // Time does not run out.
    }

    priority(): void {
      // There is nothing to be put before.
    }
  }

  class Session extends EventEmitter {
    closed = false;
    destroyed = false;
    connecting = true;
    readonly encrypted = true;
    readonly alpnProtocol = "h2";
    readonly type = 1;

    constructor(listener?: AnyFunction) {
      super();
      if (listener !== undefined) this.once("connect", listener);
      core.noteUse("http2.connect", "stream");
      core.step("http2.connect", (error) => {
        this.connecting = false;
        if (this.destroyed) return;
        if (error === null) {
          this.emit("connect", this, {});
          this.emit("remoteSettings", {});
        } else this.destroy(error);
      });
    }

    request(headers: Record<string, unknown> = {}): Stream {
      const { [":method"]: method = "GET" } = headers;
      return new Stream(String(method));
    }

    ping(...parameters: unknown[]): boolean {
      const callback = parameters.at(-1) as AnyFunction;
      core.noteUse("http2.ping", "callback");
      core.callback("http2.ping", 1, (error) => callback(error, 1, Buffer.alloc(8)));
      return true;
    }

    close(callback?: AnyFunction): void {
      if (typeof callback === "function") this.once("close", callback);
      this.#end();
    }

    destroy(error?: Error): void {
      this.destroyed = true;
      if (error !== undefined) this.emit("error", error);
      this.#end();
    }

    #end(): void {
      if (this.closed) return;
      this.closed = true;
      process.nextTick(() => this.emit("close"));
    }

    settings(_settings: unknown, callback?: AnyFunction): void {
      if (typeof callback === "function") core.callback("http2.settings", {}, callback);
    }

    goaway(): void {
      // Nobody is there to go away from.
    }

    setTimeout(): void {
      // Time does not run out.
    }

    setLocalWindowSize(): void {
      // There is no window.
    }

    ref(): void {
      // It keeps nothing alive.
    }

    unref(): void {
      // It keeps nothing alive.
    }
  }

  const server = (event: string) => {
    const Server = callable(fakeServer(core, "http2", event));
    return (...parameters: unknown[]) => new Server(...parameters);
  };
  return {
    constants: http2.constants,
    sensitiveHeaders: http2.sensitiveHeaders,
    getDefaultSettings: http2.getDefaultSettings,
    getPackedSettings: http2.getPackedSettings,
    getUnpackedSettings: http2.getUnpackedSettings,
    connect: (...parameters: unknown[]) =>
      new Session(parameters.find((parameter): parameter is AnyFunction => typeof parameter === "function")),
    createServer: server("request"),
    createSecureServer: server("request"),
  };
}

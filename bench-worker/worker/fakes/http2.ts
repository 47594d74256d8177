import { EventEmitter } from "node:events";
import type http2 from "node:http2";
import { Duplex } from "node:stream";
import type { IoCore } from "../io/io-core.ts";
import type { Callback } from "../io/callback.ts";
import { callable, fakeServer } from "./servers.ts";

type AnyFunction = (...parameters: unknown[]) => unknown;

/** Requests of these methods have no body, so they are complete at once. */
const WITHOUT_BODY = new Set(["GET", "HEAD", "DELETE"]);

/**
 * `http2` that connects to nobody: a request is answered with 200 and JSON once its session is connected, and no client
 * comes.
 *
 * @param real Node's own, which takes a while to load.
 */
export function fakeHttp2(core: IoCore, real: typeof http2): object {
  class Stream extends Duplex {
    readonly id = 1;
    readonly rstCode = 0;
    aborted = false;
    readonly session: Session;
    #isSent = false;
    #isAnswered = false;

    constructor(method: string, session: Session) {
      super({ allowHalfOpen: true });
      this.session = session;
      if (WITHOUT_BODY.has(method)) {
        this.end();
        this.#send();
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
      this.#send();
    }

    override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
      this.session.leave(this);
      done(error);
    }

    get pending(): boolean {
      return this.session.connecting;
    }

    #send(): void {
      this.#isSent = true;
      if (!this.session.connecting) this.#answer();
    }

    /** The session is connected: what was sent before is on its way now. */
    begin(): void {
      if (this.#isSent && !this.destroyed) this.#answer();
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
    hasConnected = false;
    readonly encrypted = true;
    readonly alpnProtocol = "h2";
    readonly type = 1;
    /** Requests that are not over. */
    readonly streams = new Set<Stream>();

    constructor(listener?: AnyFunction) {
      super();
      if (listener !== undefined) this.once("connect", listener);
      core.noteUse("http2.connect", "stream");
      core.step("http2.connect", (error) => {
        this.connecting = false;
        if (this.destroyed) return;
        if (error === null) {
          this.hasConnected = true;
          this.emit("connect", this, {});
          this.emit("remoteSettings", {});
          for (const stream of this.streams) stream.begin();
        } else this.destroy(error);
      });
    }

    request(headers: Record<string, unknown> = {}): Stream {
      if (this.destroyed) throw failure("ERR_HTTP2_INVALID_SESSION", "The session has been destroyed");
      if (this.closed)
        throw failure("ERR_HTTP2_GOAWAY_SESSION", "New streams cannot be created after receiving a GOAWAY");
      const { [":method"]: method = "GET" } = headers;
      const stream = new Stream(String(method), this);
      this.streams.add(stream);
      return stream;
    }

    ping(...parameters: unknown[]): boolean {
      const callback = parameters.at(-1) as AnyFunction;
      core.noteUse("http2.ping", "callback");
      const ponged: Callback = (error) => callback(error, 1, Buffer.alloc(8));
      core.callback("http2.ping", 1, ponged, undefined, callback);
      return true;
    }

    /** Takes no more requests, and ends once those that there are are over. */
    close(callback?: AnyFunction): void {
      if (typeof callback === "function") this.once("close", callback);
      if (this.closed) return;
      this.closed = true;
      this.#endWithoutStreams();
    }

    leave(stream: Stream): void {
      this.streams.delete(stream);
      if (this.closed) this.#endWithoutStreams();
    }

    #endWithoutStreams(): void {
      if (this.streams.size === 0) this.destroy();
    }

    destroy(error?: Error): void {
      if (this.destroyed) return;
      this.destroyed = true;
      this.closed = true;
      for (const stream of this.streams) {
        // One that never went out is cancelled, as Node does; the others share the session's fate.
        const cancelled = failure("ERR_HTTP2_STREAM_CANCEL", "The pending stream has been canceled", error);
        stream.destroy(this.hasConnected ? error : cancelled);
      }
      if (error !== undefined) this.emit("error", error);
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
    constants: real.constants,
    sensitiveHeaders: real.sensitiveHeaders,
    getDefaultSettings: real.getDefaultSettings,
    getPackedSettings: real.getPackedSettings,
    getUnpackedSettings: real.getUnpackedSettings,
    connect: (...parameters: unknown[]) =>
      new Session(parameters.find((parameter): parameter is AnyFunction => typeof parameter === "function")),
    createServer: server("request"),
    createSecureServer: server("request"),
  };
}

/** An error of `http2`, by its code. */
function failure(code: string, message: string, cause?: Error): Error {
  return Object.assign(new Error(message, cause === undefined ? undefined : { cause }), { code });
}

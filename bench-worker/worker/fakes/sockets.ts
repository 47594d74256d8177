import { Duplex } from "node:stream";
import type { IoCore } from "../io/io-core.ts";

type AnyFunction = (...parameters: unknown[]) => unknown;

const ADDRESS = { address: "127.0.0.1", port: 1024, family: "IPv4" };

/** What a fake of sockets is made of: the classes as the target sees them. */
export interface Sockets {
  readonly Socket: new (options?: unknown) => Duplex & { connect(...parameters: unknown[]): Duplex };
  readonly TLSSocket: new (
    socket?: unknown,
    options?: unknown,
  ) => Duplex & { connect(...parameters: unknown[]): Duplex };
}

/**
 * The classes of `net` and `tls`, connected to nobody: what is written is answered by an empty JSON object in a line
 * of its own, once for what is written together; to whoever reads and has written nothing, that is the greeting. The
 * other side hangs up when this one does, and where the target waits for it to.
 */
export function fakeSockets(core: IoCore): Sockets {
  class Socket extends Duplex {
    connecting = false;
    bytesRead = 0;
    bytesWritten = 0;
    readonly remoteAddress = ADDRESS.address;
    readonly remotePort = ADDRESS.port;
    readonly remoteFamily = ADDRESS.family;
    readonly localAddress = ADDRESS.address;
    readonly localPort = ADDRESS.port;
    readonly localFamily = ADDRESS.family;
    timeout = 0;
    #isConnected = false;
    #hasWritten = false;
    #isRead = false;
    #isAnswering = false;
    #hasEnded = false;
    #hasHungUp = false;
    /** The write or the end that came before it was connected; Node's streams hold back what follows. */
    #held: (() => void) | null = null;

    constructor(options?: unknown) {
      super({ allowHalfOpen: isSet(options, "allowHalfOpen"), emitClose: true });
    }

    get pending(): boolean {
      return !this.#isConnected;
    }

    get readyState(): string {
      if (this.connecting) return "opening";
      if (this.destroyed || !this.#isConnected) return "closed";
      return this.writable ? "open" : "readOnly";
    }

    connect(...parameters: unknown[]): this {
      this.open("net.connect", parameters, ["connect", "ready"]);
      return this;
    }

    /** Connects by the operation of that name; the last of the events is what a callback is for. */
    protected open(expression: string, parameters: readonly unknown[], events: readonly string[]): void {
      const callback = parameters.findLast((parameter) => typeof parameter === "function");
      if (callback !== undefined)
        this.once(events.includes("ready") ? events[0]! : events.at(-1)!, callback as AnyFunction);
      this.connecting = true;
      core.noteUse(expression, "stream");
      core.step(expression, (error) => {
        this.connecting = false;
        if (this.destroyed) return;
        if (error !== null) return void this.destroy(error);
        this.#isConnected = true;
        for (const event of events) this.emit(event);
        this.#held?.();
        queueMicrotask(() => {
          this.#greet();
          this.#hangUpAfterEnd();
        });
      });
    }

    /** Counts as connected from the beginning: somebody else did it. */
    protected isThere(): void {
      this.#isConnected = true;
    }

    override _write(chunk: unknown, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
      if (!this.#isConnected) {
        this.#held = () => this._write(chunk, encoding, done);
        return;
      }
      this.bytesWritten += Buffer.isBuffer(chunk) ? chunk.length : 0;
      this.#hasWritten = true;
      this.#answer();
      done();
    }

    override _read(): void {
      this.#isRead = true;
      this.#greet();
    }

    override _final(done: (error?: Error | null) => void): void {
      if (this.connecting && !this.#isConnected) {
        this.#held = () => {
          this.#hasEnded = true;
          done();
        };
        return;
      }
      this.#hasEnded = true;
      done();
      this.#hangUpAfterEnd();
    }

    override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
      this.connecting = false;
      this.#held = null;
      done(error);
    }

    #greet(): void {
      if (this.#isConnected && this.#isRead && !this.#hasWritten && this.bytesRead === 0) this.#answer();
    }

    #answer(): void {
      if (this.#isAnswering || this.#hasHungUp) return;
      this.#isAnswering = true;
      core.noteUse("Socket.read", "stream");
      core.step("Socket.read", (error) => {
        this.#isAnswering = false;
        if (this.destroyed || this.#hasHungUp) return;
        if (error !== null) return void this.destroy(error);
        // An object to whoever parses it, a line to whoever reads lines.
        const answer = Buffer.from(`${core.json}\r\n`);
        this.bytesRead += answer.length;
        this.push(answer);
        this.#hangUpAfterEnd();
      });
    }

    #hangUpAfterEnd(): void {
      if (this.#hasEnded && !this.#isAnswering) this.#hangUp();
    }

    #hangUp(): void {
      if (!this.#isConnected || this.#hasHungUp || this.destroyed) return;
      this.#hasHungUp = true;
      this.push(null);
      this.read(0);
    }

    address(): object {
      return this.#isConnected ? ADDRESS : {};
    }

    setTimeout(milliseconds: number, callback?: AnyFunction): this {
      this.timeout = milliseconds;
      if (callback !== undefined) this.once("timeout", callback);
      return this;
    }

    setNoDelay(): this {
      return this;
    }

    setKeepAlive(): this {
      return this;
    }

    ref(): this {
      return this;
    }

    unref(): this {
      return this;
    }

    destroySoon(): void {
      this.end(() => this.destroy());
    }

    resetAndDestroy(): this {
      return this.destroy();
    }
  }

  class TLSSocket extends Socket {
    readonly encrypted = true;
    readonly authorized = true;
    readonly authorizationError = null;
    readonly alpnProtocol = false;

    constructor(socket?: unknown, options?: unknown) {
      super(options);
      if (socket !== undefined && socket !== null) this.isThere();
    }

    override connect(...parameters: unknown[]): this {
      this.open("tls.connect", parameters, ["connect", "secureConnect"]);
      return this;
    }

    getCipher(): object {
      return { name: "TLS_AES_256_GCM_SHA384", standardName: "TLS_AES_256_GCM_SHA384", version: "TLSv1.3" };
    }

    getProtocol(): string {
      return "TLSv1.3";
    }

    getPeerCertificate(): object {
      return {};
    }

    getCertificate(): object {
      return {};
    }

    getFinished(): undefined {
      return undefined;
    }

    getSession(): undefined {
      return undefined;
    }

    isSessionReused(): boolean {
      return false;
    }

    setServername(): void {
      // There is nobody to be named to.
    }

    setMaxSendFragment(): boolean {
      return true;
    }

    disableRenegotiation(): void {
      // Nobody asks for one.
    }

    enableTrace(): void {
      // There is nothing to trace.
    }
  }
  return { Socket, TLSSocket };
}

function isSet(options: unknown, key: string): boolean {
  return typeof options === "object" && options !== null && Reflect.get(options, key) === true;
}

import { EventEmitter } from "node:events";
import type { IoCore } from "../io/io-core.ts";
import type { Callback } from "../io/callback.ts";

type AnyFunction = (...parameters: unknown[]) => unknown;

const ADDRESS = { address: "127.0.0.1", port: 1024, family: "IPv4" };

/** `dgram` that sends to nobody: whoever listens for messages gets an empty JSON object back for each that it sends. */
export function fakeDgram(core: IoCore): object {
  class Socket extends EventEmitter {
    bind(...parameters: unknown[]): this {
      this.#come("dgram.Socket.bind", "listening", parameters);
      return this;
    }

    connect(...parameters: unknown[]): void {
      this.#come("dgram.Socket.connect", "connect", parameters);
    }

    send(...parameters: unknown[]): void {
      const callback = functionIn(parameters);
      const [message] = parameters;
      const bytes = typeof message === "string" ? Buffer.byteLength(message) : lengthOf(message);
      core.noteUse("dgram.Socket.send", "callback");
      const sentOff: Callback = (error, sent) => {
        if (callback !== undefined) callback(error, sent);
        else if (error !== null) this.emit("error", error);
        if (error === null && this.listenerCount("message") > 0) this.#answer();
      };
      core.callback("dgram.Socket.send", bytes, sentOff, undefined, callback);
    }

    #answer(): void {
      this.#step("dgram.Socket.receive", () => {
        const answer = Buffer.from(core.json);
        this.emit("message", answer, { ...ADDRESS, size: answer.length });
      });
    }

    #come(expression: string, event: string, parameters: readonly unknown[]): void {
      const callback = functionIn(parameters);
      if (callback !== undefined) this.once(event, callback);
      this.#step(expression, () => this.emit(event));
    }

    #step(expression: string, run: () => void): void {
      core.event(expression, run, (error) => this.emit("error", error));
    }

    close(callback?: AnyFunction): this {
      if (typeof callback === "function") this.once("close", callback);
      process.nextTick(() => this.emit("close"));
      return this;
    }

    address(): object {
      return ADDRESS;
    }

    remoteAddress(): object {
      return ADDRESS;
    }

    ref(): this {
      return this;
    }

    unref(): this {
      return this;
    }
  }
  // What sets an option of a socket changes nothing here.
  for (const name of OPTIONS) Object.defineProperty(Socket.prototype, name, { value: () => undefined });
  const createSocket = (...parameters: unknown[]): Socket => {
    const socket = new Socket();
    const listener = functionIn(parameters);
    if (listener !== undefined) socket.on("message", listener);
    return socket;
  };
  return { createSocket, Socket };
}

const OPTIONS = [
  "addMembership",
  "addSourceSpecificMembership",
  "disconnect",
  "dropMembership",
  "dropSourceSpecificMembership",
  "setBroadcast",
  "setMulticastInterface",
  "setMulticastLoopback",
  "setMulticastTTL",
  "setRecvBufferSize",
  "setSendBufferSize",
  "setTTL",
];

function functionIn(parameters: readonly unknown[]): AnyFunction | undefined {
  return parameters.find((parameter): parameter is AnyFunction => typeof parameter === "function");
}

function lengthOf(message: unknown): number {
  if (Array.isArray(message)) return message.reduce<number>((sum, part) => sum + lengthOf(part), 0);
  if (typeof message === "string") return Buffer.byteLength(message);
  return ArrayBuffer.isView(message) ? message.byteLength : 0;
}

import { EventEmitter } from "node:events";
import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from "vscode-jsonrpc/node";
import type { MessageConnection } from "vscode-jsonrpc/node";
import { parseSealed } from "../../sealed-message.ts";
import { toJson } from "./to-json.ts";

type Done = (error: Error | null) => void;

/**
 * A connection to the host that outlives what the user's code may do to the global `process`: it holds the
 * channel's own functions. The target's module gets a `process` of its own that has no channel.
 *
 * The host's first message brings a key, before any of the user's code is there. From then on every message begins
 * with it, and whatever else comes out of this process is not listened to.
 *
 * @throws {Error} when this process was started without an IPC channel.
 */
export function connectToHost(): MessageConnection {
  if (process.send === undefined) throw new Error("The worker must be started with an IPC channel.");
  const sendRaw = takeSend(process);
  let key: string | null = null;
  const send = (message: unknown, _handle: unknown, _options: unknown, done: Done): boolean =>
    sendRaw(key === null ? message : key + toJson(message), undefined, undefined, done);
  const ends = Object.assign(new EventEmitter(), { send, connected: true });
  process.on("message", (message) => {
    const sealed = key === null ? parseSealed(message) : null;
    if (sealed !== null) ({ key } = sealed);
    ends.emit("message", sealed === null ? message : sealed.message);
  });
  process.on("error", (error) => ends.emit("error", error));
  // The two classes take a process, of which they use `on`, `removeListener` and `send`.
  const channel = ends as unknown as NodeJS.Process;
  return createMessageConnection(new IPCMessageReader(channel), new IPCMessageWriter(channel));
}

type Send = (message: unknown, handle: unknown, options: unknown, done: Done) => boolean;

/** The function that sends, taken off `process`: it finds what it needs there on an object that only it has. */
function takeSend(real: NodeJS.Process): Send {
  const holder = Object.create(real) as NodeJS.Process & { _send?: unknown };
  holder._send = Reflect.get(real, "_send");
  const send = (real.send as Send).bind(holder);
  Reflect.deleteProperty(real, "send");
  Reflect.deleteProperty(real, "_send");
  return send;
}

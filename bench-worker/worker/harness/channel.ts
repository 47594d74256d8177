import { EventEmitter } from "node:events";
import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from "vscode-jsonrpc/node";
import type { MessageConnection } from "vscode-jsonrpc/node";

type Send = (
  message: unknown,
  handle: unknown,
  options: unknown,
  done: (error: Error | null) => void,
) => boolean;

/**
 * A connection to the host that outlives what the user's code may do to the global `process`: it holds the
 * channel's own functions. The target's module gets a `process` of its own that has no channel.
 *
 * @throws {Error} when this process was started without an IPC channel.
 */
export function connectToHost(): MessageConnection {
  if (process.send === undefined) throw new Error("The worker must be started with an IPC channel.");
  const send = process.send.bind(process) as Send;
  const ends = Object.assign(new EventEmitter(), { send, connected: true });
  process.on("message", (message) => ends.emit("message", message));
  process.on("error", (error) => ends.emit("error", error));
  // The two classes take a process, of which they use `on`, `removeListener` and `send`.
  const channel = ends as unknown as NodeJS.Process;
  return createMessageConnection(new IPCMessageReader(channel), new IPCMessageWriter(channel));
}

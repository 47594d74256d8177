import { METHODS, PROTOCOL_VERSION } from "../methods.ts";
import type { Ready, RunProgress, RunRequest, RunResult } from "../protocol.ts";
import { engine, wallsHere } from "./engine.ts";

/** What the host says; it is our own program, so its shape is not looked at again. */
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: RunRequest;
}

/** The host's first message, which brings the key that goes before all that is said from then on: see sealed-message.ts. */
interface Sealed {
  readonly key?: string;
  readonly message?: Message;
}

/** Serves one run: calls `done` once with the result, or with what went wrong. */
export type Serve = (
  request: RunRequest,
  notify: (progress: RunProgress) => void,
  done: (error: Error | null, result?: RunResult) => void,
) => void;

/**
 * Greets the host, serves one run by JSON-RPC over the channel that this process was started with, and ends when the
 * host lets go of it. Holds the channel's own functions, whatever the target may do to `process`.
 *
 * @throws {Error} when there is no channel.
 */
export function connectToHost(serve: Serve): void {
  if (process.send === undefined) throw new Error("The worker must be started with an IPC channel.");
  const sendRaw = process.send.bind(process) as (message: unknown) => void;
  const { stringify } = JSON;
  let key: string | null = null;
  const send = (message: unknown): void => sendRaw(key === null ? message : key + stringify(message));
  const notify = (method: string, params: Ready | RunProgress): void =>
    send({ jsonrpc: "2.0", method, params });
  let isServing = false;
  process.on("disconnect", () => engine.exit());
  process.on("message", (given: unknown) => {
    const sealed = given as Sealed;
    if (key === null && sealed.key !== undefined) key = sealed.key;
    const { id, method, params } = sealed.message ?? (given as Message);
    if (method !== METHODS.run || id === undefined || params === undefined) return;
    const answer = (error: Error | null, result?: RunResult): void =>
      send(
        error === null
          ? { jsonrpc: "2.0", id, result }
          : { jsonrpc: "2.0", id, error: { code: -32603, message: error.message } },
      );
    if (isServing) {
      answer(new Error("A worker serves one run."));
      return;
    }
    isServing = true;
    serve(params, (progress) => notify(METHODS.progress, progress), answer);
  });
  const { runtime, version, v8 } = engine;
  notify(METHODS.ready, {
    protocolVersion: PROTOCOL_VERSION,
    runtime,
    version,
    v8,
    walls: wallsHere(),
    seals: true,
  });
}

import { EventEmitter } from "node:events";
import type { IoCore } from "../io/io-core.ts";

/** What the target gets when it reaches for something that would leave the process. */
export class BlockedError extends Error {
  readonly code = "ERR_ASYNC_COST_BLOCKED";
  /** As its caller names it: `net.connect`. */
  readonly api: string;

  constructor(api: string) {
    super(`${api} cannot be faked by Async Cost yet, and is never run for real`);
    this.name = "BlockedError";
    this.api = api;
  }
}

/** A function that may be named, extended and passed around, but neither called nor constructed. */
export function blockedFunction(api: string, core: IoCore): (...parameters: unknown[]) => never {
  return function blocked(): never {
    const error = new BlockedError(api);
    core.blocked ??= error;
    core.attempts.refused(api);
    core.attempts.noteOwn(api, "was refused");
    throw error;
  };
}

/**
 * A stand-in for the module `name`: everything of it is a {@link blockedFunction} but what `harmless` holds. Of one that is an emitter,
 * as `cluster` is, events can be listened to: none comes.
 */
export function blockedModule(name: string, real: object, harmless: object, core: IoCore): object {
  const module = (real instanceof EventEmitter ? new EventEmitter() : {}) as Record<string, unknown>;
  for (const [key, value] of Object.entries(real)) {
    if (typeof value === "function") module[key] = blockedFunction(`${name}.${key}`, core);
    else if (key === "constants") module[key] = { ...(value as object) };
  }
  return Object.assign(module, harmless);
}

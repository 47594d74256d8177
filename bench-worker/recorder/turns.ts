import { AsyncResource, createHook, executionAsyncResource } from "node:async_hooks";
import { types } from "node:util";

/** The turn of the event loop that is under way: its number, and what kind of resource began it. */
export const turn = { number: 0, type: "" };

/** What begins a turn and comes from no outside: time, and what the program itself has put off. */
const INSIDE = new Set(["", "Object", "Promise", "Timeout", "Immediate", "MessagePort"]);

/**
 * Watches which resource begins each turn, by Node's async hooks. Ticks and reactions of promises belong to the turn in which
 * they run.
 *
 * @param onTurn Is called as each turn begins, with what has begun it.
 */
export function watchTurns(onTurn: (begunBy: object) => void): void {
  const options = {
    before(): void {
      const resource: object = executionAsyncResource();
      // Reactions of promises, be they of another realm's, and what a library runs in a context that it has kept: the turn goes on.
      if (types.isPromise(resource) || resource instanceof AsyncResource) return;
      const type = nameOf(resource);
      // A tick.
      if (type === "Object" && "callback" in resource) return;
      turn.number++;
      turn.type = type;
      onTurn(resource);
    },
    // Newer versions of Node have it, and are faster without.
    trackPromises: false,
  };
  createHook(options).enable();
}

function nameOf(resource: object): string {
  const { constructor } = resource as { constructor?: { name?: unknown } };
  return typeof constructor === "function" && typeof constructor.name === "string" ? constructor.name : "";
}

/** Whether the turn that is under way was begun by something outside of the program: a file, a socket, a process. */
export function isFromOutside(): boolean {
  return !INSIDE.has(turn.type);
}

import { harness } from "../harness/intrinsics.ts";
import { withOwnStacks } from "../harness/own-stacks.ts";

/**
 * Functions of the engine that call `then` for themselves, and make no promise of it while nobody watches: the
 * combinators, and whatever runs microtasks.
 */
const CALLERS: ReadonlySet<string | null> = new Set(["all", "allSettled", "any", "race", "runMicrotasks"]);

function isEngine(caller: NodeJS.CallSite | undefined): boolean {
  if (caller === undefined) return true;
  const file = caller.getFileName() ?? "";
  if (file === "") return CALLERS.has(caller.getFunctionName());
  return file.startsWith("node:internal/process/task_queues");
}

/**
 * Counts promises as they are made, without those that V8 makes only because it is watched: one for each `await`,
 * for each element of `Promise.all` and its like, and for each promise that another is resolved with. Who made a
 * promise is read off the stack.
 */
export class PromiseCounter {
  count = 0;
  /** What looks like the helper of an `await`, until another is made for it: then it was the wrapper of a value. */
  #helper: Promise<unknown> | null = null;

  /** The hook `init`. */
  readonly onInit = (promise: Promise<unknown>, parent: Promise<unknown> | undefined): void => {
    if (parent === undefined) this.count++;
    else if (parent === this.#helper) this.count++;
    else {
      const [top, below] = this.#callers();
      if (top?.getTypeName() === "Promise" && top.getFunctionName() === "then") {
        if (!isEngine(below)) this.count++;
      } else {
        this.#helper = promise;
        return;
      }
    }
    this.#helper = null;
  };

  /** The two frames above the hook. */
  #callers(): readonly NodeJS.CallSite[] {
    const holder: { stack?: readonly NodeJS.CallSite[] } = {};
    return withOwnStacks(2, sitesOf, () => {
      harness.captureStackTrace(holder, this.onInit);
      return holder.stack ?? [];
    });
  }
}

function sitesOf(_: unknown, sites: readonly NodeJS.CallSite[]): readonly NodeJS.CallSite[] {
  return sites;
}

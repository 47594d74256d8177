import { harness } from "./intrinsics.ts";

/** How stacks are written: how deep, and by whom. */
interface Settings {
  readonly limit: number;
  readonly prepare: unknown;
}

/** What is to be put back of the target's while stacks are written as the harness needs them. */
let borrowed: Settings | null = null;

/**
 * Gives what `work` gives, while stacks are so deep and written by `prepare`; by the engine where that is undefined: a library's own
 * way to write them could hide what is looked for.
 */
export function withOwnStacks<Result>(limit: number, prepare: unknown, work: () => Result): Result {
  const outer = borrowed;
  const before = { limit: harness.Error.stackTraceLimit, prepare: prepareNow() };
  borrowed ??= before;
  put({ limit, prepare });
  try {
    return work();
  } finally {
    put(before);
    borrowed = outer;
  }
}

/** The same where the engine ended code in the middle of that, past every `finally`. */
export function putStacksBack(): void {
  if (borrowed === null) return;
  put(borrowed);
  borrowed = null;
}

function prepareNow(): unknown {
  return Reflect.get(harness.Error, "prepareStackTrace");
}

function put({ limit, prepare }: Settings): void {
  harness.Error.stackTraceLimit = limit;
  Reflect.set(harness.Error, "prepareStackTrace", prepare);
}

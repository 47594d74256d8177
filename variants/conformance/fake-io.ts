/** How an injected failure happens: delivered to the callback, or thrown by the call itself. */
export type FailureMode = "error" | "throw";

/** One I/O operation that a variant asked for. */
export interface RecordedCall {
  readonly expression: string;
  readonly value: unknown;
}

type Callback = (error: Error | null, value?: unknown) => void;

/** What the data layer looks up at each call; see `data-layer/io.js`. */
interface Hook {
  call(expression: string, value: unknown, callback: Callback): void;
}

declare global {
  var __asyncCostIo: Hook | undefined;
}

/**
 * Answers the gallery's I/O for the length of `use`, records it, and fails one operation on demand.
 *
 * @param use is given the list that the calls are recorded in, in the order in which they are made.
 * @param turns how many turns of the event loop the operation with this index waits before it is answered.
 */
export async function withFakeIo<T>(
  use: (calls: readonly RecordedCall[]) => Promise<T>,
  failure?: { readonly atCall: number; readonly mode: FailureMode; readonly error: Error },
  turns: (index: number) => number = () => 1,
): Promise<T> {
  const calls: RecordedCall[] = [];
  globalThis.__asyncCostIo = {
    call(expression, value, callback) {
      const index = calls.length;
      calls.push({ expression, value });
      const fails = failure?.atCall === index;
      if (fails && failure.mode === "throw") throw failure.error;
      afterTurns(turns(index), () => {
        if (fails) callback(failure.error);
        else callback(null, value);
      });
    },
  };
  try {
    return await use(calls);
  } finally {
    globalThis.__asyncCostIo = undefined;
  }
}

/** Resolves when all that the last turn of the event loop set off has happened. */
export function settled(): Promise<void> {
  return new Promise((resolve) => afterTurns(3, resolve));
}

function afterTurns(turns: number, then: () => void): void {
  if (turns <= 0) then();
  else setImmediate(() => afterTurns(turns - 1, then));
}

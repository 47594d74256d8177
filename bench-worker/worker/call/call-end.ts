import type { RecordedCall } from "../../contract/recording.ts";
import { ENDING_EVENTS } from "../../ending-events.ts";
import { isAsyncIterable, isEmitter, type Callable } from "./caller.ts";

/** How a call that was watched has ended. */
export interface CallEnd {
  /** Null where that is not known. */
  how: Exclude<RecordedCall["outcome"]["how"], "pending"> | null;
  value: unknown;
}

/** The first end is the call's. */
export function keepEnd(end: CallEnd, how: CallEnd["how"], value: unknown): void {
  if (end.how !== null) return;
  end.how = how;
  end.value = value;
}

/**
 * The same callable, whose end is kept as it was: with the value that the call gave.
 *
 * @param calledBack Hears what the callback of one that calls back is called with.
 * @param hearsEvents Whether an emitter that the call gives ends it by its events.
 */
export function heardCallable(
  callable: Callable,
  end: CallEnd,
  calledBack: (values: readonly unknown[]) => void,
  hearsEvents = false,
): Callable {
  const isByCallback = callable.completion === "callback";
  return {
    ...callable,
    run(this: unknown, ...given) {
      let result: unknown;
      try {
        result = callable.run.apply(this, given);
      } catch (error) {
        keepEnd(end, "error", error);
        throw error;
      }
      if (isByCallback) return result;
      if (callable.completion === "async-iterator" && isAsyncIterable(result)) return heardOut(result, end);
      if (hearsEvents && callable.completion === "emitter" && isEmitter(result)) {
        for (const event of callable.endingEvents ?? ENDING_EVENTS)
          result.on(event, (value) => keepEnd(end, "event", value));
        result.on("error", (error) => keepEnd(end, "error", error));
        return result;
      }
      if (!(result instanceof Promise)) {
        if (!isThenable(result)) keepEnd(end, "value", result);
        return result;
      }
      result.then(
        (value: unknown) => keepEnd(end, "value", value),
        (error: unknown) => keepEnd(end, "error", error),
      );
      return result;
    },
    makeArguments: (callback) =>
      callable.makeArguments(
        !isByCallback
          ? callback
          : (...values: unknown[]) => {
              calledBack(values);
              callback(...values);
            },
      ),
  };
}

/** The same values, of which it is heard how they end: with what the last step gives, or fails with. */
function heardOut(iterated: AsyncIterable<unknown>, end: CallEnd): AsyncIterable<unknown> {
  const iterator = iterated[Symbol.asyncIterator]();
  const heard = (step: Promise<IteratorResult<unknown>>): Promise<IteratorResult<unknown>> => {
    step.then(
      ({ done, value }) => {
        if (done === true) keepEnd(end, "value", value);
      },
      (error: unknown) => keepEnd(end, "error", error),
    );
    return step;
  };
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => heard(iterator.next()),
      ...(iterator.return === undefined ? {} : { return: () => iterator.return!() }),
    }),
  };
}

function isThenable(value: unknown): boolean {
  return typeof value === "object" && value !== null && "then" in value;
}

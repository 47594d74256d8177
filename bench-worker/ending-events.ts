import { ENDING_EVENTS } from "../analysis/patterns/ending-events.ts";
import { CERTAIN_ENDS } from "./contract/certain-ends.ts";

export { ENDING_EVENTS };

/** `emitter.emit("end")`. */
const EMITTED = /\.\s*emit\s*\(\s*(["'`])(\w+)\1/g;
/** A line of comment. */
const COMMENT = /^[^\S\n]*(?:\/\/|\*).*$/gm;

// Targets may replace the method afterwards.
// eslint-disable-next-line @typescript-eslint/unbound-method -- it is bound to each function in turn
const textOf = Function.prototype.call.bind(Function.prototype.toString) as (run: unknown) => string;

/**
 * The events by which what a function gives back tells that it has come to an end; who calls the function waits for the
 * first of them. Where its own text emits `end` or its like, `ready` or `result` before that is not the end.
 */
export function endingEventsOf(run: (...given: never[]) => unknown): readonly string[] {
  const text = textOf(run).replace(COMMENT, "");
  const ends: string[] = [];
  // Engines of any age run this.
  text.replace(EMITTED, (emit, _quote, event: string) => {
    if (CERTAIN_ENDS.indexOf(event) >= 0) ends.push(event);
    return emit;
  });
  return ends.length > 0 ? CERTAIN_ENDS : ENDING_EVENTS;
}

/** What tells of its end by events. */
export interface Emitter {
  on(event: string, listener: (value: unknown) => void): unknown;
  /** Of streams that are read: lets what nobody reads pass. */
  resume?(): unknown;
}

/** Waits for the first event that tells of an end, or for an error. A stream has to be read for that. */
export function listen(
  emitter: Emitter,
  endingEvents: readonly string[],
  succeed: () => void,
  fail: (reason: unknown) => void,
): void {
  let isOver = false;
  const first =
    (tell: (reason: unknown) => void) =>
    (reason: unknown): void => {
      if (isOver) return;
      isOver = true;
      tell(reason);
    };
  emitter.on("error", first(fail));
  const ended = first(succeed);
  endingEvents.forEach((event) => emitter.on(event, ended));
  if (typeof emitter.resume === "function") emitter.resume();
}

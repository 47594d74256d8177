import { Endless, withinComputing } from "../harness/time-limit.ts";
import { Unmeasurable } from "../harness/unmeasurable.ts";

/** Milliseconds of computing that questions about a text may take. */
const READING_AT_MOST = 5_000;

/** A text of which we could not tell in time what we have to know. */
export class Unread extends Unmeasurable {
  constructor(what: string) {
    super(
      "timed-out",
      `Async Cost could not read ${what} in time: that is its own fault, and not the function's.`,
      "Move the function into a smaller file without long literals, and report the file to the authors of Async Cost.",
    );
  }
}

/**
 * What is read off a text.
 *
 * @param milliseconds of computing that it may take.
 * @param what The text, for the user.
 * @throws {Unread} where that takes too long; what `read` throws.
 */
export function reading<Result>(
  read: () => Result,
  milliseconds = READING_AT_MOST,
  what = "this file",
): Result {
  const found: Result[] = [];
  try {
    withinComputing(milliseconds, () => found.push(read()));
  } catch (error) {
    throw error instanceof Endless ? new Unread(what) : error;
  }
  return found.pop()!;
}

import type { NotReplayedWhy } from "../../contract/played-scenario.ts";
import { replayFailure, type ReplayFailure } from "../../replay-words.ts";

/** A recorded call that cannot be played. */
export class NotReplayed extends Error {
  readonly why: NotReplayedWhy;

  constructor(failure: ReplayFailure) {
    const why = replayFailure(failure);
    super(why.text);
    this.why = why;
  }
}

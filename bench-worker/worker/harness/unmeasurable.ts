/** How a target ended that gave no numbers. */
export type EndState = "failed" | "timed-out" | "unsupported";

/** A target cannot be measured: what happened and what to do about it, each one sentence for the user. */
export class Unmeasurable extends Error {
  readonly state: EndState;
  readonly hint: string;

  constructor(state: EndState, reason: string, hint: string) {
    super(reason);
    this.name = "Unmeasurable";
    this.state = state;
    this.hint = hint;
  }
}

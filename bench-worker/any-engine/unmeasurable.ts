/** Why a target gave no numbers: what happened and what to do about it, each one sentence for the user. */
export interface Unmeasurable {
  readonly state: "failed" | "timed-out" | "unsupported";
  readonly reason: string;
  readonly hint: string;
}

/** Why a function has no entry, or that there is none to ask about. */
export const EXPLANATION_KINDS = [
  /** There is no function around the place. */
  "no-function",
  /** The function is asynchronous: it has an entry. */
  "asynchronous",
  "constructor",
  "accessor",
  /** It carries on the flow of the asynchronous function around it, which its tokens count for. */
  "part-of-flow",
  /** A generator that nothing drives. */
  "generator",
  /** It has a parameter that is named like a callback, but is not used as one. */
  "callback-not-proven",
  /** It returns what a call gives; what that is cannot be told from the text. */
  "returns-unknown",
  /** It starts what answers later, and gives nobody a way to wait for it. */
  "lets-go",
  "synchronous",
] as const;

/** One of {@link EXPLANATION_KINDS}. */
export type ExplanationKind = (typeof EXPLANATION_KINDS)[number];

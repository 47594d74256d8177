/** The kinds of recorded values, by their `$`, that have a place in a file of the project. */
export const PLACED: ReadonlySet<unknown> = new Set([
  ...["instance", "held", "function", "error", "scope", "made"],
]);

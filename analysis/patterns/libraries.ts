/** Libraries that people give these names, where the file does not say what the name stands for. */
export const BY_CONVENTION: ReadonlyMap<string, string> = new Map([
  ["Bluebird", "bluebird"],
  ["Q", "q"],
  ["Rx", "rx"],
  ["RSVP", "rsvp"],
]);

/**
 * The first names of all paths (see `calleePath`) that stand for a library of promises, generators' runners, fibers or
 * observables, whatever their case, and `require`, behind which any of them can stand.
 */
export const LIBRARY_ROOTS: readonly string[] = [
  ...["require", "Bluebird", "Q", "Rx", "RSVP"],
  ...["Promise", "when"],
  ...["co", "generator", "suspend", "genny", "gens", "galaxy", "_streamline", "spawn", "task"],
  ...["__awaiter", "tslib", "_asyncToGenerator", "asyncToGenerator"],
  ...["regeneratorRuntime", "_regeneratorRuntime", "_regenerator", "_regenerator2"],
  ...["fibrous", "fibers", "fiber", "future", "Sync"],
  ...["rxjs", "observable", "most"],
];

/** What a compiler gives the function to which it has made of a generator one, `mark`, and what runs its steps, `wrap` (https://github.com/facebook/regenerator). */
export const MARKS_GENERATORS = /^_?regenerator(?:Runtime)?2?(?:\.default)?\.mark$/;
export const WRAPS_STEPS = /^_?regenerator(?:Runtime)?2?(?:\.default)?\.wrap$/;

/** Libraries, of sagas and of channels, to which generators yield descriptions of what they shall do, not what does it. */
export const DRIVEN_BY_DESCRIPTIONS = /^(?:effects|(?:typed-)?redux-saga|(?:js-)?csp)(?:\.|$)/;

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
  ...["co", "generator", "suspend", "genny", "gens", "galaxy", "spawn", "task"],
  ...["__awaiter", "tslib", "_asyncToGenerator", "asyncToGenerator"],
  ...["fibrous", "fibers", "fiber", "future", "Sync"],
  ...["rxjs", "observable", "most"],
];

/** Libraries, of sagas and of channels, to which generators yield descriptions of what they shall do, not what does it. */
export const DRIVEN_BY_DESCRIPTIONS = /^(?:effects|(?:typed-)?redux-saga|(?:js-)?csp)(?:\.|$)/;

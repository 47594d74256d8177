/** The variants of the gallery that experiments measure: those that run without a library being installed for them. */
export const MEASURED_VARIANTS: readonly string[] = [
  "callbacks",
  "flattened-callbacks",
  "promises",
  "async-await",
  "bluebird-promises",
  "bluebird-coroutine",
  "co",
];

/** How a function is asynchronous. The names are part of the public JSON (`tokens --json`, `bench --json`). */
export const PATTERNS = [
  "async-await",
  "async-generator",
  "callbacks",
  "promise-chain",
  "generator",
  "thunk",
  "observable",
  "event-emitter",
  "fiber",
  "streamline",
] as const;

/** One of {@link PATTERNS}. */
export type Pattern = (typeof PATTERNS)[number];

/** What drives a generator that stands for an asynchronous function. */
export const GENERATOR_RUNNERS = [
  "co",
  "bluebird",
  "q",
  "when",
  "suspend",
  "genny",
  "gens",
  "galaxy",
  "streamline",
  "spawn",
] as const;

/** One of {@link GENERATOR_RUNNERS}. */
export type GeneratorRunner = (typeof GENERATOR_RUNNERS)[number];

/** The word for a pattern that a person reads in a hint or a table: `async/await`, `generator (co)`. */
export function patternLabel(pattern: Pattern, runner?: GeneratorRunner): string {
  const words: Record<Pattern, string> = {
    "async-await": "async/await",
    "async-generator": "async generator",
    callbacks: "callbacks",
    "promise-chain": "promise chain",
    generator: "generator",
    thunk: "thunk",
    observable: "observable",
    "event-emitter": "event emitter",
    fiber: "fiber",
    streamline: "streamline",
  };
  return runner === undefined ? words[pattern] : `${words[pattern]} (${runner})`;
}

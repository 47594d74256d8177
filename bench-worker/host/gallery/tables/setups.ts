import type { Measure } from "../../../benchmark-options.ts";
import type { MeasuredTable, SeedNumbers, TableSetting } from "../../../gallery-table.ts";
import type { Catalogue, CatalogueEntry } from "../catalogue.ts";

/** What a row of a table is measured of. */
export type TableEntry = Pick<CatalogueEntry, "name" | "system" | "library" | "file" | "seed"> &
  Partial<Pick<CatalogueEntry, "runtime">>;

/** How one table of time and memory is measured. */
export interface TableSetup {
  readonly table: MeasuredTable["table"];
  readonly article: MeasuredTable["article"];
  readonly settings: readonly (TableSetting & {
    readonly measures: readonly Measure[];
    /** Of a row's budget; they add up to 1. */
    readonly share: number;
    /** The function to measure; left out, it is what the file exports. */
    readonly functionName?: string;
  })[];
  /** The row that all ratios are of. */
  readonly base: string;
  /** What the table is of. */
  readonly entriesOf: (catalogue: Catalogue) => readonly TableEntry[];
  /** The article's numbers of a variant. */
  readonly seedOf: (entry: TableEntry) => SeedNumbers[];
  readonly remarks: readonly string[];
}

/** The variant that others are compared with. */
export const BASE = "callbacks";

/** The article of the tables of complexity, performance and debuggability. */
export const PATTERNS_ARTICLE = {
  title: "Analysis of generators and other async patterns in node",
  author: "Gorgi Kosev",
  date: "2013-08-09",
};

const LOAD = [100, 500, 1000, 1500, 2000];

/** Time and memory of one function in every pattern: the article's charts and its table. */
export const PERFORMANCE: TableSetup = {
  table: "performance",
  article: PATTERNS_ARTICLE,
  settings: [
    {
      name: "1-ms",
      title: "I/O calls of 1 ms",
      latency: { model: "fixed", milliseconds: 1 },
      concurrency: LOAD,
      measures: ["time", "memory"],
      share: 0.6,
    },
    {
      name: "load-dependent",
      title: "I/O calls of n × 0.1 ms",
      latency: { model: "load-dependent", millisecondsPerCallInFlight: 0.1 },
      concurrency: LOAD,
      measures: ["time"],
      share: 0.2,
    },
    {
      name: "10-ms",
      title: "1000 calls, I/O calls of 10 ms",
      latency: { model: "fixed", milliseconds: 10 },
      concurrency: [1000],
      measures: ["time"],
      share: 0.2,
    },
  ],
  base: BASE,
  entriesOf: ({ variants }) => variants,
  seedOf: ({ seed }) =>
    seed?.milliseconds === undefined
      ? []
      : [
          {
            setting: "10-ms",
            n: 1000,
            milliseconds: seed.milliseconds,
            ...(seed.megabytes === undefined ? {} : { megabytes: seed.megabytes }),
          },
        ],
  remarks: [
    "Memory does not depend on how long I/O takes, so it is weighed in the first setting only; the article's megabytes are of the process's peak, ours of the heap that n calls need.",
  ],
};

/** The article's table of 50,000 calls, 1 ms each I/O call; the context-passing one is of its second table. */
const CLOSURES_SEED: Readonly<Record<string, readonly [milliseconds: number, megabytes: number]>> = {
  "flattened-class-ctx": [929, 59.57],
  "flattened-class": [1398, 106.58],
  "flattened-callbacks": [1453, 110.19],
  "flattened-noclosure": [1574, 102.28],
  callbacks: [1749, 124.96],
  suspend: [2701, 144.66],
};
/** What has come since. */
const SINCE_CLOSURES = new Set(["promises", "async-await"]);

/** Whether callbacks without closures are worth it. */
export const CLOSURES: TableSetup = {
  table: "closures",
  article: { title: "Closures are unavoidable in node", author: "Gorgi Kosev", date: "2013-08-23" },
  settings: [
    {
      name: "50000-calls",
      title: "50,000 calls, I/O calls of 1 ms",
      latency: { model: "fixed", milliseconds: 1 },
      concurrency: [50_000],
      measures: ["time", "memory"],
      share: 1,
    },
  ],
  base: BASE,
  entriesOf: ({ variants }) =>
    variants.filter(({ name }) => name in CLOSURES_SEED || SINCE_CLOSURES.has(name)),
  seedOf: ({ name }) => {
    const numbers = CLOSURES_SEED[name];
    if (numbers === undefined) return [];
    const [milliseconds, megabytes] = numbers;
    return [{ setting: "50000-calls", n: 50_000, milliseconds, megabytes }];
  },
  remarks: [
    "The article's megabytes are of the process's peak, ours of the heap that the 50,000 calls need together.",
  ],
};

const PROMISES_LOAD = [10, 100, 500, 1000];

interface Numbers {
  readonly firstResolvedMilliseconds?: number;
  readonly milliseconds?: number;
  readonly memoryGrowthPercent?: number;
}

/** The article's three tables of 500 loops. Of Q's two memory columns the other stands with `chain-q-0-short`. */
const PROMISES_SEED: Readonly<Record<string, Readonly<Record<string, Numbers>>>> = {
  "chain-async-0-2": {
    synchronous: { firstResolvedMilliseconds: 0.01, milliseconds: 5.15, memoryGrowthPercent: 113.29 },
    mixed: { firstResolvedMilliseconds: 5.37, milliseconds: 18.94 },
    asynchronous: { firstResolvedMilliseconds: 22.42, milliseconds: 35.7, memoryGrowthPercent: 159.29 },
  },
  "chain-when-1": {
    synchronous: { milliseconds: 12.35, memoryGrowthPercent: 160.98 },
    mixed: { milliseconds: 40.57 },
    asynchronous: { milliseconds: 50.63, memoryGrowthPercent: 458.44 },
  },
  "chain-when-2": {
    synchronous: { firstResolvedMilliseconds: 36.62, milliseconds: 72.35, memoryGrowthPercent: 866.88 },
    mixed: { firstResolvedMilliseconds: 41.78, milliseconds: 80.21 },
    asynchronous: { firstResolvedMilliseconds: 58.18, milliseconds: 90.52, memoryGrowthPercent: 834.63 },
  },
  "chain-q-0": {
    synchronous: { firstResolvedMilliseconds: 186.43, milliseconds: 301.47, memoryGrowthPercent: 1106.67 },
    mixed: { firstResolvedMilliseconds: 226.34, milliseconds: 325.49 },
    asynchronous: { firstResolvedMilliseconds: 241.8, milliseconds: 337.82, memoryGrowthPercent: 1110.21 },
  },
  "chain-q-0-short": {
    synchronous: { memoryGrowthPercent: 684.56 },
    asynchronous: { memoryGrowthPercent: 691.41 },
  },
  "chain-deferred-0-6": {
    synchronous: { milliseconds: 71.25, memoryGrowthPercent: 354.07 },
    mixed: { milliseconds: 94.58 },
    asynchronous: { milliseconds: 105.87, memoryGrowthPercent: 429.18 },
  },
  "chain-promise-3": {
    synchronous: { firstResolvedMilliseconds: 63.96, milliseconds: 80.5 },
    mixed: { firstResolvedMilliseconds: 83.83, milliseconds: 95.67 },
    asynchronous: { firstResolvedMilliseconds: 93.68, milliseconds: 107.01 },
  },
};

const resolved = (name: string, title: string): TableSetup["settings"][number] => ({
  name,
  title,
  latency: { model: "fixed", milliseconds: 1 },
  concurrency: PROMISES_LOAD,
  measures: ["time", "memory"],
  share: 1 / 3,
  functionName: name,
});

/** A chain of seven promises in libraries of then and now: until the first has resolved, until all have, and memory. */
export const PROMISES: TableSetup = {
  table: "promises",
  article: {
    title: "Promises/A+ Performance Hits You Should Be Aware Of",
    author: "Thanasis Polyzos",
    date: "2013-06-11",
  },
  settings: [
    resolved("synchronous", "Resolved synchronously"),
    resolved("mixed", "Resolved synchronously and asynchronously by turns"),
    resolved("asynchronous", "Resolved asynchronously, by I/O calls of 1 ms"),
  ],
  base: "chain-async-0-2",
  entriesOf: ({ chains }) => chains,
  seedOf: ({ name }) =>
    Object.entries(PROMISES_SEED[name] ?? {}).map(([setting, numbers]) => ({ setting, n: 500, ...numbers })),
  remarks: [
    "The article counts the first resolved from the last start, we from the first; all chains start together.",
    "The article's memory is how much the process's heap had grown after the runs, ours is what a chain allocates and what those in flight hold.",
    "Of Q 0.9.5 the article gives one row of times and does not say whether long stack traces were on; it stands with those, which that version has unless they are turned off.",
  ],
};

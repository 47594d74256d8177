import * as v from "valibot";
import { GENERATOR_RUNNERS, PATTERNS } from "../analysis/pattern.ts";
import { latencySchema } from "./benchmark-options.ts";
import { environmentSchema } from "./environment.ts";
import { estimateSchema } from "./numbers.ts";
import { optionCostSchema } from "./stack-traces.ts";

/**
 * A table of the gallery: what an article of 2013 or 2018 measured, measured again, with its numbers beside ours. One
 * shape on the command line, in files, and in the editor.
 */

/** Version of this shape. Readers refuse a table with a higher one. */
export const TABLE_VERSION = 1;

/** The tables there are, in the order in which they are shown. */
export const TABLES = [
  "complexity",
  "performance",
  "debuggability",
  "closures",
  "promises",
  "engines",
] as const;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const finite = v.pipe(v.number(), v.finite());
const level = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5));

const articleSchema = v.object({ title: v.string(), author: v.string(), date: v.string() });

/** Something that an article says, beside what was found here. */
const findingSchema = v.object({
  about: v.string(),
  /** What the article says. */
  seed: v.string(),
  /** What was found, in words; null where something that it takes was not measured. */
  here: v.nullable(v.string()),
  /** What has changed since, and why. */
  why: v.string(),
});

const common = {
  schemaVersion: v.literal(TABLE_VERSION),
  /** ISO 8601, when it was finished. */
  measuredAt: v.string(),
  /** The article whose table it is. */
  article: articleSchema,
  /** What the article says, beside what the table does; tables of earlier versions have none. */
  findings: v.optional(v.array(findingSchema), []),
  /** Whole sentences: what the table says, and what is to be known of it. */
  remarks: v.array(v.string()),
};

const row = {
  /** As in the catalogue. */
  name: v.string(),
  /** For a person. */
  system: v.string(),
  /** `q@1.5.1`; null where there is none. */
  library: v.nullable(v.string()),
};

/**
 * `missing`: its library is not installed, and the hint says how to get it; `elsewhere`: it works on another engine than
 * the one that the table is of, and the hint says how to measure it there.
 */
const answered = {
  state: v.picklist(["measured", "missing", "elsewhere", "failed"]),
  reason: v.optional(v.string()),
  hint: v.optional(v.string()),
  /** One sentence: what has changed since the article, as far as the numbers say. */
  changed: v.optional(v.string()),
};

const complexitySchema = v.object({
  ...common,
  table: v.literal("complexity"),
  rows: v.array(
    v.object({
      ...row,
      /** Of the whole file. */
      tokens: count,
      /** Of the raw callbacks. */
      ratio: finite,
      /** What the article counted. */
      seed: v.nullable(v.object({ tokens: count, ratio: finite })),
      changed: v.optional(v.string()),
    }),
  ),
});

/** One way of running the functions of a table. */
const settingSchema = v.object({
  name: v.string(),
  /** For a person. */
  title: v.string(),
  latency: latencySchema,
  concurrency: v.array(count),
});

const pointSchema = v.object({
  n: count,
  /** Until all n calls have settled: CPU and fake I/O together. */
  milliseconds: v.optional(estimateSchema),
  /** Until the first of them has. */
  firstResolvedMilliseconds: v.optional(finite),
  /** The greatest live heap that the n calls need together. */
  peakBytes: v.optional(finite),
});

const seedNumbersSchema = v.object({
  setting: v.string(),
  n: count,
  milliseconds: v.optional(finite),
  firstResolvedMilliseconds: v.optional(finite),
  megabytes: v.optional(finite),
  /** How much the heap had grown, in percent of what it was. */
  memoryGrowthPercent: v.optional(finite),
});

const measuredSchema = v.object({
  ...common,
  table: v.picklist(["performance", "closures", "promises"]),
  environment: environmentSchema,
  settings: v.array(settingSchema),
  /** The name of the row that the ratios are of. */
  base: v.string(),
  /** What each row was measured for, in milliseconds. */
  budgetMilliseconds: finite,
  rows: v.array(
    v.object({
      ...row,
      ...answered,
      /** One entry a setting in which it was measured. */
      measured: v.array(
        v.object({
          setting: v.string(),
          nanosecondsPerCall: v.optional(estimateSchema),
          bytesInFlightPerCall: v.optional(estimateSchema),
          bytesAllocatedPerCall: v.optional(estimateSchema),
          /** CPU time of a call over that of the base, from rounds in turn in the same processes. */
          timeRatio: v.optional(estimateSchema),
          timeVerdict: v.optional(v.picklist(["faster", "slower", "no-difference", "too-noisy"])),
          series: v.array(pointSchema),
        }),
      ),
      /** The article's numbers. */
      seed: v.array(seedNumbersSchema),
      warnings: v.array(v.string()),
    }),
  ),
});

const debuggabilitySchema = v.object({
  ...common,
  table: v.literal("debuggability"),
  environment: environmentSchema,
  rows: v.array(
    v.object({
      ...row,
      ...answered,
      pattern: v.optional(v.picklist(PATTERNS)),
      runner: v.optional(v.picklist(GENERATOR_RUNNERS)),
      sourceMaps: v.optional(level),
      stackTraces: v.optional(level),
      /** The sum of the two. */
      total: v.optional(count),
      /** The long-stack-trace option that the level needs. */
      flag: v.optional(v.nullable(v.string())),
      /** One sentence: why this level. */
      why: v.optional(v.string()),
      /** What each long-stack-trace option costs that was tried. */
      options: v.optional(v.array(optionCostSchema)),
      /** The article's levels. */
      seed: v.nullable(v.object({ sourceMaps: level, stackTraces: level, total: count })),
    }),
  ),
});

const ticks = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1)));

/** What an engine's own `await` does, as `variants/engines/await-facts.js` prints it. */
export const awaitFactsSchema = v.object({
  /** In which order what waits for one fulfilled promise goes on. */
  order: v.array(v.picklist(["after:await", "tick:a", "tick:b"])),
  /** From a fulfilled promise to the code behind its `await`; a callback of `then` takes one. */
  microticksPerAwait: ticks,
  /** From the call of an async function that returns a fulfilled promise to the callback of its `then`. */
  microticksPerReturnedPromise: ticks,
  /** Promises made for one more `await` of a promise; null where the engine has nothing to count them with. */
  promisesPerAwait: v.nullable(v.pipe(v.number(), v.minValue(0))),
  /** Whether the stack of an error names the async functions that await the one that threw. */
  namesAwaiter: v.boolean(),
});

/** The loads that engines are compared by, by name. */
export const LOADS = ["doxbee-async", "parallel-async", "fibonacci-async"] as const;

const enginesSchema = v.object({
  ...common,
  table: v.literal("engines"),
  /** Of the last engine, and the machine of all. */
  environment: environmentSchema,
  engines: v.array(
    v.object({
      /** `node`, `bun` or `deno`. */
      runtime: v.string(),
      version: v.string(),
      v8: v.string(),
      /** CPU nanoseconds of one call, with a 95 % interval over processes; a load that is not there was not measured. */
      loads: v.object(v.entriesFromList(LOADS, v.optional(estimateSchema))),
      /** Null in an engine that knows no async functions. */
      facts: v.nullable(awaitFactsSchema),
    }),
  ),
  /** Engines of the article that are not installed. */
  missing: v.array(v.string()),
});

export const galleryTableSchema = v.variant("table", [
  complexitySchema,
  measuredSchema,
  debuggabilitySchema,
  enginesSchema,
]);

/** One table of the gallery. */
export type GalleryTable = v.InferOutput<typeof galleryTableSchema>;
/** Which one. */
export type TableName = (typeof TABLES)[number];
/** Tokens of each variant. */
export type ComplexityTable = v.InferOutput<typeof complexitySchema>;
/** Time and memory: the tables `performance`, `closures` and `promises`. */
export type MeasuredTable = v.InferOutput<typeof measuredSchema>;
/** One row of time and memory. */
export type MeasuredRow = MeasuredTable["rows"][number];
/** One way of running the functions of a table. */
export type TableSetting = v.InferOutput<typeof settingSchema>;
/** An article's numbers of one row in one setting. */
export type SeedNumbers = v.InferOutput<typeof seedNumbersSchema>;
/** Source maps and stack traces. */
export type DebuggabilityTable = v.InferOutput<typeof debuggabilitySchema>;
/** Loads and `await` on several engines. */
export type EnginesTable = v.InferOutput<typeof enginesSchema>;
/** One engine's row of it. */
export type EngineRow = EnginesTable["engines"][number];
/** One of {@link LOADS}. */
export type Load = (typeof LOADS)[number];
/** {@link awaitFactsSchema} */
export type AwaitFacts = v.InferOutput<typeof awaitFactsSchema>;
/** {@link findingSchema} */
export type Finding = v.InferOutput<typeof findingSchema>;

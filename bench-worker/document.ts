import * as v from "valibot";
import { PATTERNS, GENERATOR_RUNNERS } from "../analysis/pattern.ts";

/**
 * The Benchmark: one shape in the panel, in a JSON file and on the command line's standard output. The schema is
 * the one source of its types, its run-time validation and the published JSON Schema.
 */

/** Version of this shape. Readers refuse a document with a higher one. */
export const SCHEMA_VERSION = 1;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const line = v.pipe(v.number(), v.integer(), v.minValue(1));
const finite = v.pipe(v.number(), v.finite());
const positive = v.pipe(v.number(), v.finite(), v.gtValue(0));

const estimateSchema = v.object({ median: finite, low: finite, high: finite });

const latencySchema = v.variant("model", [
  v.object({ model: v.literal("fixed"), milliseconds: positive }),
  v.object({ model: v.literal("load-dependent"), millisecondsPerCallInFlight: positive }),
]);

export const measureSchema = v.picklist(["time", "memory", "stack"]);

export const optionsSchema = v.object({
  concurrency: v.pipe(
    v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000))),
    v.minLength(1),
  ),
  latency: latencySchema,
  clock: v.picklist(["virtual", "real"]),
  measures: v.pipe(v.array(measureSchema), v.minLength(1)),
  budgetMilliseconds: positive,
  seed: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

const targetSchema = v.object({
  file: v.string(),
  name: v.string(),
  line,
  column: line,
  pattern: v.picklist(PATTERNS),
  runner: v.optional(v.picklist(GENERATOR_RUNNERS)),
  tokens: count,
  textHash: v.string(),
});

const timeSchema = v.object({
  nanosecondsPerCall: estimateSchema,
  floorNanosecondsPerCall: finite,
  /** Processes that were measured; an interval is drawn over processes, never over rounds of one. */
  processes: count,
  series: v.array(v.object({ n: count, milliseconds: estimateSchema, firstResolvedMilliseconds: finite })),
});

const memorySchema = v.object({
  bytesInFlightPerCall: estimateSchema,
  bytesAllocatedPerCall: v.optional(estimateSchema),
  processes: count,
  series: v.array(v.object({ n: count, peakBytes: finite })),
});

export const injectionModeSchema = v.picklist(["error", "throw", "async-throw"]);

const siteSchema = v.object({
  /** The call site in the target's source. */
  line,
  expression: v.string(),
  mode: injectionModeSchema,
  found: v.boolean(),
  exact: v.boolean(),
  reportedLine: v.nullable(line),
  /** The error escaped as an uncaught exception or an unhandled rejection. */
  crashed: v.boolean(),
  /** The target settled without an error although one was injected. */
  swallowed: v.optional(v.boolean()),
  stack: v.string(),
});

const stackTracesSchema = v.object({
  level: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)),
  /** The long-stack-trace option that the level needs; null when it needs none. */
  flag: v.nullable(v.string()),
  /** One sentence: why this level. */
  why: v.string(),
  sites: v.array(siteSchema),
});

const fakeSchema = v.object({
  expression: v.string(),
  kind: v.picklist(["sync", "promise", "callback", "thunk", "stream"]),
  from: v.picklist(["default", "inferred", "file"]),
});

const resultSchema = v.object({
  target: targetSchema,
  /** `running` only while a benchmark is under way: what is there is a part of what will be. */
  state: v.picklist(["running", "completed", "failed", "timed-out", "cancelled", "unsupported"]),
  reason: v.optional(v.string()),
  hint: v.optional(v.string()),
  warnings: v.array(v.string()),
  time: v.optional(timeSchema),
  memory: v.optional(memorySchema),
  stackTraces: v.optional(stackTracesSchema),
  sourceMaps: v.optional(
    v.object({ level: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)), why: v.string() }),
  ),
  debuggability: v.optional(count),
  counters: v.optional(
    v.object({
      ioCalls: count,
      criticalPath: count,
      promises: v.optional(finite),
      microticks: v.optional(finite),
    }),
  ),
  fakes: v.array(fakeSchema),
});

const environmentSchema = v.object({
  runtime: v.string(),
  version: v.string(),
  v8: v.string(),
  cpu: v.string(),
  cores: count,
  os: v.string(),
});

export const benchmarkDocumentSchema = v.object({
  schemaVersion: v.literal(SCHEMA_VERSION),
  environment: environmentSchema,
  options: optionsSchema,
  results: v.array(resultSchema),
});

/** A median with its interval, all three in the unit that the field's name says. */
export type Estimate = v.InferOutput<typeof estimateSchema>;
/** The seeds' two models of a back end's latency. */
export type Latency = v.InferOutput<typeof latencySchema>;
/** What can be measured, each in processes of its own. */
export type Measure = v.InferOutput<typeof measureSchema>;
/** How a benchmark was run, as used. */
export type BenchmarkOptions = v.InferOutput<typeof optionsSchema>;
/** The function that was measured. */
export type TargetIdentity = v.InferOutput<typeof targetSchema>;
/** Time over n, and CPU nanoseconds per call. */
export type TimeResult = v.InferOutput<typeof timeSchema>;
/** Memory over n, and bytes per call. */
export type MemoryResult = v.InferOutput<typeof memorySchema>;
/** Where and how an error was injected. */
export type InjectionMode = v.InferOutput<typeof injectionModeSchema>;
/** One injected error and what its stack trace told. */
export type StackSite = v.InferOutput<typeof siteSchema>;
/** The stack-trace level with its evidence. */
export type StackTracesResult = v.InferOutput<typeof stackTracesSchema>;
/** One operation that was replaced by a fake. */
export type FakeUse = v.InferOutput<typeof fakeSchema>;
/** All that is known of one target. */
export type TargetResult = v.InferOutput<typeof resultSchema>;
/** The machine and engine that measured. */
export type Environment = v.InferOutput<typeof environmentSchema>;
/** The whole document. */
export type BenchmarkDocument = v.InferOutput<typeof benchmarkDocumentSchema>;

/** The options where the user sets none: the seeds' first chart, on the virtual clock. */
export const DEFAULT_OPTIONS: BenchmarkOptions = {
  concurrency: [100, 500, 1000, 1500, 2000],
  latency: { model: "fixed", milliseconds: 1 },
  clock: "virtual",
  measures: ["time", "memory", "stack"],
  budgetMilliseconds: 5000,
  seed: 1,
};

/** The document once nothing goes on any more: what was under way counts as cancelled, with that cause and next step. */
export function endedDocument(document: BenchmarkDocument, reason: string, hint: string): BenchmarkDocument {
  return {
    ...document,
    results: document.results.map((result) =>
      result.state === "running" ? { ...result, state: "cancelled", reason, hint } : result,
    ),
  };
}

/**
 * Reads a Benchmark out of untrusted data: a file, a message, a stored state.
 *
 * @throws {TypeError} one line that names the first field that is wrong.
 */
export function parseBenchmarkDocument(data: unknown): BenchmarkDocument {
  return parseAs(benchmarkDocumentSchema, data, "benchmark document");
}

/**
 * Parses `data` by `schema`.
 *
 * @throws {TypeError} one line: what was read, the path of the first field that is wrong, and why.
 */
export function parseAs<const S extends v.GenericSchema>(
  schema: S,
  data: unknown,
  what: string,
): v.InferOutput<S> {
  const parsed = v.safeParse(schema, data, { abortEarly: true });
  if (parsed.success) return parsed.output;
  const issue = parsed.issues[0];
  const path = v.getDotPath(issue) ?? "the whole";
  throw new TypeError(`Not a valid ${what}: ${path}: ${issue.message}`);
}

import * as v from "valibot";
import { PATTERNS, GENERATOR_RUNNERS } from "../analysis/pattern.ts";
import { preparationSchema } from "./preparation.ts";

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

export const estimateSchema = v.object({ median: finite, low: finite, high: finite });

export const latencySchema = v.variant("model", [
  v.object({ model: v.literal("fixed"), milliseconds: positive }),
  v.object({ model: v.literal("load-dependent"), millisecondsPerCallInFlight: positive }),
  v.object({ model: v.literal("lognormal"), medianMilliseconds: positive, sigma: positive }),
  /** A heavy tail: the share of I/O calls that take longer than x is (minimum / x) to the power of shape. */
  v.object({ model: v.literal("pareto"), minimumMilliseconds: positive, shape: positive }),
  /** Each latency is one of these, at random; kept whole, so that a run can be repeated from its document. */
  v.object({
    model: v.literal("samples"),
    file: v.string(),
    milliseconds: v.pipe(v.array(positive), v.minLength(1), v.maxLength(100_000)),
  }),
]);

export const measureSchema = v.picklist(["time", "memory", "stack"]);

export const optionsSchema = v.object({
  concurrency: v.pipe(
    v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000))),
    v.minLength(1),
  ),
  latency: latencySchema,
  /** The share of I/O calls that fail while time over n is taken; none where it is left out. */
  errorRate: v.optional(v.pipe(v.number(), v.gtValue(0), v.maxValue(1))),
  /** I/O calls that the back end works on at a time; the others wait. Any number where it is left out. */
  connections: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  clock: v.picklist(["virtual", "real"]),
  measures: v.pipe(v.array(measureSchema), v.minLength(1)),
  budgetMilliseconds: positive,
  seed: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Of a comparison: the share, 0.005 for 0.5 %, below which a difference of time does not matter. */
  threshold: v.optional(positive),
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
  /** Over its `@asyncCost` tags, where it has any. */
  tagsHash: v.optional(v.string()),
  /** Which version of the file, where it is not the one in the working tree: `HEAD`, a git commit. */
  revision: v.optional(v.string()),
});

const timeSchema = v.object({
  nanosecondsPerCall: estimateSchema,
  /** Calls in flight for that, where they are not 100, as each takes long. */
  roundCalls: v.optional(count),
  /** Always at n = 100. */
  floorNanosecondsPerCall: finite,
  /** Processes that were measured; an interval is drawn over processes, never over rounds of one. */
  processes: count,
  /** 0 to 1: the share of time that collecting garbage takes when nothing collects on demand. Not part of the time per call. */
  garbageCollectionShare: v.optional(finite),
  series: v.array(
    v.object({
      n: count,
      milliseconds: estimateSchema,
      firstResolvedMilliseconds: finite,
      /** Milliseconds from the start of all n calls until one of them has settled: of half of them, and so on. */
      latencyMilliseconds: v.optional(v.object({ p50: finite, p90: finite, p99: finite, max: finite })),
      /** With an error rate: the shares of the I/O calls that failed, and of the calls that settled with an error. */
      failures: v.optional(v.object({ ioCalls: finite, calls: finite })),
    }),
  ),
});

const memorySchema = v.object({
  /** Held by a call that waits; left out where nothing is ever in flight. */
  bytesInFlightPerCall: v.optional(estimateSchema),
  /** Asked for until the call has settled, garbage too. */
  bytesAllocatedPerCall: v.optional(estimateSchema),
  /** Still held once the call has settled. */
  bytesRetainedPerCall: v.optional(finite),
  /** Calls that were weighed together, where they are not 1000, as each takes long. */
  weighedCalls: v.optional(count),
  processes: count,
  series: v.array(v.object({ n: count, peakBytes: finite })),
});

export const injectionModeSchema = v.picklist(["error", "throw", "async-throw"]);

export const layerSchema = v.picklist(["calls-back", "async", "keeps-stack"]);
export const crashSchema = v.picklist(["uncaughtException", "unhandledRejection", "exit"]);

const siteSchema = v.object({
  /** The call site in the target's source. */
  line,
  expression: v.string(),
  mode: injectionModeSchema,
  /** The I/O layer that it came through. */
  layer: v.optional(layerSchema),
  found: v.boolean(),
  exact: v.boolean(),
  reportedLine: v.nullable(line),
  /** Lines between the reported one and the call's own; null where none is reported. */
  distance: v.optional(v.nullable(count)),
  /** The error escaped, or the function ended the process. */
  crashed: v.boolean(),
  /** How it did. */
  crash: v.optional(crashSchema),
  /** The target settled without an error although one was injected. */
  swallowed: v.optional(v.boolean()),
  stack: v.string(),
});

const level = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5));

const layerLevelSchema = v.object({
  layer: layerSchema,
  level,
  flag: v.nullable(v.string()),
  why: v.string(),
  /** Injected errors that decide the level, without an option and without a helper, and those that name their line. */
  injected: count,
  named: count,
  /** The same behind a helper that is not the user's. */
  injectedBehindHelper: count,
  namedBehindHelper: count,
});

export const optionCostSchema = v.object({
  flag: v.string(),
  /** CPU time of a call with the option over that without, from rounds in turn in one process. */
  timeRatio: estimateSchema,
  /** Bytes that a call in flight holds more with the option; left out where nothing is ever in flight. */
  bytesInFlightPerCall: v.optional(finite),
  /** Bytes that a call allocates more with the option. */
  bytesAllocatedPerCall: v.optional(finite),
});

const stackTracesSchema = v.object({
  level,
  /** The long-stack-trace option that the level needs; null when it needs none. */
  flag: v.nullable(v.string()),
  /** The I/O layer that the level is of. */
  layer: v.optional(layerSchema),
  /** The level with each kind of I/O layer. */
  layers: v.optional(v.array(layerLevelSchema)),
  /** Each long-stack-trace option that was found and tried, with its cost. */
  options: v.optional(v.array(optionCostSchema)),
  /** One sentence: why this level. */
  why: v.string(),
  sites: v.array(siteSchema),
});

export const sourceMapsSchema = v.object({
  level,
  /** What is compiled from what, and what the experiment showed. */
  why: v.string(),
  /** Left out where the engine runs the source itself. */
  evidence: v.optional(
    v.object({
      /** Places that stacks name: I/O calls of one call of the target, else its first line. */
      sites: count,
      /** Those whose line is the source's as it stands. */
      linesWithoutMap: count,
      /** Those whose line the source map leads to; null without a map, and where the runtime reads none. */
      linesWithMap: v.nullable(count),
      /** The name of the source's file, where it is known without a map. */
      source: v.optional(v.string()),
    }),
  ),
});

/** What a function's source shows of its I/O calls, where a call of it made others. */
export const inSourceSchema = v.object({
  ioCalls: count,
  criticalPath: count,
  /** Whether a loop makes some in each of its rounds, of which one is counted. */
  inLoop: v.boolean(),
  /**
   * As far as it is known: some were `not-reached`, gave their answer `at-once`, or were `repeated`; others were made
   * `elsewhere`, by functions that it calls, or are `unseen` in its text.
   */
  why: v.array(v.picklist(["not-reached", "at-once", "repeated", "elsewhere", "unseen"])),
});

/** More fakes of one target are not listed, nor more characters of one's name. */
export const FAKES_AT_MOST = 200;
export const FAKE_EXPRESSION_CHARACTERS_AT_MOST = 200;

export const fakeSchema = v.object({
  /** As the source names it: `db.begin`, `fetch`, `fs.readFile`. */
  expression: v.string(),
  kind: v.picklist(["sync", "promise", "callback", "thunk", "stream"]),
  from: v.picklist(["default", "inferred", "file"]),
  /** How it was understood: `awaited in line 12`, `given a callback in line 9`, `Node's own fs`. */
  why: v.optional(v.string()),
  /** How often one call of the function calls it; left out for what is only there. */
  calls: v.optional(count),
  /** The line of the function's file that calls it first; left out where that is in another file. */
  line: v.optional(line),
});

const finites = v.array(finite);

/** What the numbers rest on: one entry a process, in the order in which they ran. */
const samplesSchema = v.object({
  time: v.array(
    v.object({
      /** One a round; in a comparison the rounds of both targets pair up by their index. */
      nanosecondsPerCall: finites,
      floorNanosecondsPerCall: finites,
      warmUp: v.optional(v.object({ calls: count, isSteady: v.boolean() })),
      garbageCollectionShare: v.optional(finite),
      series: v.array(v.object({ n: count, milliseconds: finites, firstResolvedMilliseconds: finites })),
    }),
  ),
  memory: v.array(
    v.object({
      bytesInFlightPerCall: finites,
      bytesAllocatedPerCall: v.optional(finites),
      series: v.array(v.object({ n: count, peakBytes: finites })),
    }),
  ),
});

const wallSchema = v.picklist(["runtime", "fakes"]);

/**
 * What keeps the target from real I/O. Fakes do everywhere; `runtime`: below them, the runtime's own permission model
 * refuses it as well.
 */
export const wallsSchema = v.object({
  /** Writing anywhere, and reading outside of the project. */
  files: wallSchema,
  /** Child processes, threads and native add-ons. */
  processes: wallSchema,
  network: wallSchema,
});

export const environmentSchema = v.object({
  runtime: v.string(),
  version: v.string(),
  v8: v.string(),
  cpu: v.string(),
  cores: count,
  os: v.string(),
  walls: v.optional(wallsSchema),
});

const resultSchema = v.object({
  target: targetSchema,
  /** Only where one document has results of several runtimes: what this one was measured on. */
  environment: v.optional(environmentSchema),
  /** `running` only while a benchmark is under way: what is there is a part of what will be. */
  state: v.picklist(["running", "completed", "failed", "timed-out", "cancelled", "unsupported"]),
  reason: v.optional(v.string()),
  hint: v.optional(v.string()),
  warnings: v.array(v.string()),
  /** What was done to the function beyond giving it made-up values; left out where it was not called, and by older versions. */
  preparations: v.optional(v.array(preparationSchema)),
  time: v.optional(timeSchema),
  memory: v.optional(memorySchema),
  stackTraces: v.optional(stackTracesSchema),
  sourceMaps: v.optional(sourceMapsSchema),
  debuggability: v.optional(count),
  counters: v.optional(
    v.object({
      ioCalls: count,
      criticalPath: count,
      /** I/O calls that wait at the same time at most. */
      mostInFlight: v.optional(count),
      /** I/O calls that are still under way when it settles: nobody waits for them. */
      underWay: v.optional(count),
      /** How often the event loop comes back to the call. */
      turns: v.optional(count),
      promises: v.optional(finite),
      microticks: v.optional(finite),
      /** Left out where the call made the I/O calls that the source shows. */
      inSource: v.optional(inSourceSchema),
    }),
  ),
  fakes: v.array(fakeSchema),
  /** The file that the user's own arguments and fakes come from, and the line of the function's entry in it. */
  fakesFile: v.optional(
    v.object({
      file: v.string(),
      line,
      /** What the function's own entry is called, where that is not its name: `get@2`. */
      entry: v.optional(v.string()),
      /** Of what it gives to the function; left out by versions that did not keep it. */
      textHash: v.optional(v.string()),
    }),
  ),
  /** Only where it was asked for. */
  samples: v.optional(samplesSchema),
});

const notMeasuredSchema = v.object({
  verdict: v.literal("not-measured"),
  reason: v.string(),
  /**
   * Where that is no fault of the function: others kept the machine so busy that too little could be measured, or only one of
   * the two came to all of its I/O calls.
   */
  cause: v.optional(v.picklist(["busy-machine", "in-part"])),
});

const judged = <const D extends readonly [string, string]>(different: D) => ({
  /** Head over base: below 1, head costs less. */
  ratio: estimateSchema,
  verdict: v.picklist([...different, "no-difference", "too-noisy"]),
  /** One sentence: what the verdict rests on. */
  reason: v.string(),
  /** The share, 0.02 for 2 %, from which on a difference would have been found in 95 of 100 comparisons like this. */
  smallestDetectable: v.optional(finite),
  /** Processes in which both were measured; the interval is drawn over them. */
  processes: count,
});

const timeVerdictSchema = v.variant("verdict", [
  notMeasuredSchema,
  v.object({
    ...judged(["faster", "slower"]),
    /** The same of the cost above the floor, that is without the fake I/O itself. */
    ratioAboveFloor: v.optional(estimateSchema),
  }),
]);

const bytesVerdictSchema = v.variant("verdict", [notMeasuredSchema, v.object(judged(["less", "more"]))]);

const ofBoth = v.object({ base: v.nullable(count), head: v.nullable(count) });

const pairSchema = v.object({
  /** The function's name, or both where they differ. */
  name: v.string(),
  base: targetSchema,
  head: targetSchema,
  /** Where the two stand in `results`. */
  baseResult: count,
  headResult: count,
  tokens: v.object({ base: count, head: count, delta: v.pipe(v.number(), v.integer()) }),
  time: timeVerdictSchema,
  /** Bytes that a call in flight holds; `allocated` is the same of the bytes that a call allocates. */
  memory: v.variant("verdict", [
    v.object({ ...notMeasuredSchema.entries, allocated: bytesVerdictSchema }),
    v.object({ ...judged(["less", "more"]), allocated: bytesVerdictSchema }),
  ]),
  /** Levels; null where it was not measured. */
  stackTraces: ofBoth,
  /**
   * I/O calls of one call, and how many of them come one after the other; null where it was not called. Left out by
   * versions that did not tell.
   */
  ioCalls: v.optional(ofBoth),
  criticalPath: v.optional(ofBoth),
  /** Why their I/O calls are not judged although both have some; left out where both were prepared alike. */
  preparedUnlike: v.optional(v.string()),
  /**
   * I/O calls that are still under way when a call settles; I/O calls of which an error does not reach the caller; and the share of
   * injected errors whose stack names a line of the function. Null where it was not measured.
   */
  endings: v.optional(
    v.object({
      underWay: ofBoth,
      hidden: ofBoth,
      /** Operations that both have, of which errors reach the base's caller and not the head's. */
      lost: v.nullable(count),
      namesLine: v.object({ base: v.nullable(finite), head: v.nullable(finite) }),
    }),
  ),
  warnings: v.array(v.string()),
});

const comparedWithSchema = v.object({
  /** A git revision, as the user named it, and the hash of its commit. */
  revision: v.optional(v.string()),
  commit: v.optional(v.string()),
  /** A stored document, as the user named it. */
  document: v.optional(v.string()),
});

/** Of a function that was measured among variants of the gallery: which result is which. */
const amongGallerySchema = v.object({
  /** The function's own place in `results`. */
  own: count,
  /** The others: one system of the gallery for each pattern. */
  variants: v.array(
    v.object({ result: count, name: v.string(), system: v.string(), library: v.nullable(v.string()) }),
  ),
  /** Patterns without a point, as the library of none of their systems is installed, and how to get one. */
  missing: v.array(v.object({ pattern: v.string(), reason: v.string(), hint: v.string() })),
});

export const benchmarkDocumentSchema = v.object({
  schemaVersion: v.literal(SCHEMA_VERSION),
  environment: environmentSchema,
  options: optionsSchema,
  results: v.array(resultSchema),
  /** Of a run that repeats another: that document, and in sentences what is not as it was. */
  repeats: v.optional(v.object({ document: v.string(), differences: v.array(v.string()) })),
  /** Of a comparison: each target of a group against the group's first. */
  pairs: v.optional(v.array(pairSchema)),
  /** Of a comparison with something stored: what the bases are. */
  comparedWith: v.optional(comparedWithSchema),
  /** Functions that only the working tree has, or only the base; neither is measured. */
  added: v.optional(v.array(targetSchema)),
  removed: v.optional(v.array(targetSchema)),
  /** Functions of which only names differ: both versions are the same code, so they are not measured. */
  renamed: v.optional(v.array(v.object({ base: targetSchema, head: targetSchema }))),
  /** Of a function among variants of the gallery. */
  amongGallery: v.optional(amongGallerySchema),
  /** Files that could not be read, and why. */
  problems: v.optional(v.array(v.object({ file: v.string(), reason: v.string() }))),
});

/** A document that is known to be of a comparison. */
export const comparisonDocumentSchema = v.object({
  ...benchmarkDocumentSchema.entries,
  pairs: v.array(pairSchema),
});

/** A median with its interval, all three in the unit that the field's name says. */
export type Estimate = v.InferOutput<typeof estimateSchema>;
/** How long an I/O call takes: the seeds' two models, and distributions. */
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
/** How an I/O layer is written that errors come through. */
export type IoLayer = v.InferOutput<typeof layerSchema>;
/** How an injected error ended the program, or would have. */
export type CrashKind = v.InferOutput<typeof crashSchema>;
/** The stack-trace level with one kind of I/O layer. */
export type LayerLevel = v.InferOutput<typeof layerLevelSchema>;
/** What a long-stack-trace option costs. */
export type OptionCost = v.InferOutput<typeof optionCostSchema>;
/** One injected error and what its stack trace told. */
export type StackSite = v.InferOutput<typeof siteSchema>;
/** The stack-trace level with its evidence. */
export type StackTracesResult = v.InferOutput<typeof stackTracesSchema>;
/** The I/O calls that the source shows, where a call made others. */
export type InSource = v.InferOutput<typeof inSourceSchema>;
/** One operation that was replaced by a fake. */
export type FakeUse = v.InferOutput<typeof fakeSchema>;
/** All that is known of one target. */
export type TargetResult = v.InferOutput<typeof resultSchema>;
/** Whether head takes more or less time than base, and how sure that is. */
export type TimeVerdict = v.InferOutput<typeof timeVerdictSchema>;
/** Why two were not set against each other. */
export type NotMeasured = v.InferOutput<typeof notMeasuredSchema>;
/** Whether head takes more or less memory than base, and how sure that is. */
export type BytesVerdict = v.InferOutput<typeof bytesVerdictSchema>;
/** A function among variants of the gallery. */
export type AmongGallery = v.InferOutput<typeof amongGallerySchema>;
/** What the bases of a comparison are. */
export type ComparedWith = v.InferOutput<typeof comparedWithSchema>;
/** Two targets that were measured in turn, in the same processes. */
export type Pair = v.InferOutput<typeof pairSchema>;
/** What stands between a target and real I/O. */
export type Walls = v.InferOutput<typeof wallsSchema>;
/** The machine and engine that measured. */
export type Environment = v.InferOutput<typeof environmentSchema>;
/** The whole document. */
export type BenchmarkDocument = v.InferOutput<typeof benchmarkDocumentSchema>;

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

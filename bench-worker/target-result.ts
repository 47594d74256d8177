import * as v from "valibot";
import { PATTERNS, GENERATOR_RUNNERS } from "../analysis/pattern.ts";
import { preparationSchema } from "./preparation.ts";
import { remarkSchema } from "./remark.ts";
import { environmentSchema } from "./environment.ts";
import { count, estimateSchema, finite, finites, line } from "./numbers.ts";
import { atItemsSchema, byItemsSchema } from "./item-law.ts";
import { IO_AT_MOST, ioCallSchema, playedScenarioSchema } from "./contract/played-scenario.ts";
import { sourceMapsSchema, stackTracesSchema } from "./stack-traces.ts";

export const targetSchema = v.object({
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

/** The function that was measured. */
export type TargetIdentity = v.InferOutput<typeof targetSchema>;

const timeSchema = v.object({
  nanosecondsPerCall: estimateSchema,
  /** Calls in flight for that, where they are not 100, as each takes long. */
  roundCalls: v.optional(count),
  /** I/O calls that each of those makes on average, where it is another number than the counters have of the first call. */
  ioCallsPerCall: v.optional(finite),
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

/** Time over n, and CPU nanoseconds per call. */
export type TimeResult = v.InferOutput<typeof timeSchema>;

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

/** Memory over n, and bytes per call. */
export type MemoryResult = v.InferOutput<typeof memorySchema>;

/** What a function's source shows of its I/O calls, where a call of it made others. */
const inSourceSchema = v.object({
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

/** The I/O calls that the source shows, where a call made others. */
export type InSource = v.InferOutput<typeof inSourceSchema>;

/** What one call does. */
/** Where more lines changed, nothing is told of them. */
export const CHANGED_LINES_AT_MOST = 500;
const lines = v.pipe(v.array(line), v.maxLength(CHANGED_LINES_AT_MOST));

const changedLinesSchema = v.object({ run: lines, notRun: lines });

/** Of the lines of a version that another has not, those that ran in its call, and those that did not. */
export type ChangedLinesRun = v.InferOutput<typeof changedLinesSchema>;

export const countersSchema = v.object({
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
  /**
   * Of a comparison of two: of the lines that the other version has not, those that ran and those that did not. Left out where nobody
   * looked.
   */
  changedLines: v.optional(changedLinesSchema),
  /** Left out where it makes as many for longer lists, or nobody knows. */
  byItems: v.optional(byItemsSchema),
  /** What it makes with so many items, where that follows no law. */
  atItems: v.optional(atItemsSchema),
});

/** What one call does. */
export type Counters = v.InferOutput<typeof countersSchema>;

/** More fakes of one target are not listed, nor more characters of one's name. */
export const FAKES_AT_MOST = 200;

export const FAKE_EXPRESSION_CHARACTERS_AT_MOST = 200;

export const fakeSchema = v.object({
  /** As the source names it: `db.begin`, `fetch`, `fs.readFile`. */
  expression: v.string(),
  kind: v.picklist(["sync", "promise", "callback", "thunk", "stream"]),
  from: v.picklist(["default", "inferred", "recorded", "file"]),
  /** How it was understood: `its promise is used in line 12`, `given a callback in line 9`, `Node's own fs`. */
  why: v.optional(v.string()),
  /** How often one call of the function calls it; left out for what is only there. */
  calls: v.optional(count),
  /** The line of the function's file that calls it first; left out where that is in another file. */
  line: v.optional(line),
});

/** One operation that was replaced by a fake. */
export type FakeUse = v.InferOutput<typeof fakeSchema>;

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

export const resultSchema = v.object({
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
  /** The warnings that have a code; left out as `preparations` are. */
  remarks: v.optional(v.array(remarkSchema)),
  time: v.optional(timeSchema),
  memory: v.optional(memorySchema),
  stackTraces: v.optional(stackTracesSchema),
  sourceMaps: v.optional(sourceMapsSchema),
  debuggability: v.optional(count),
  counters: v.optional(countersSchema),
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
  /** What was played; left out by older versions. */
  scenario: v.optional(playedScenarioSchema),
  /** The I/O calls of the recorded call that was played, in their order, with the times that they really took. */
  io: v.optional(v.pipe(v.array(ioCallSchema), v.maxLength(IO_AT_MOST))),
  /** Only where it was asked for. */
  samples: v.optional(samplesSchema),
});

/** All that is known of one target. */
export type TargetResult = v.InferOutput<typeof resultSchema>;

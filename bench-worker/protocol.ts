import * as v from "valibot";
import { LANGUAGES } from "../analysis/model.ts";
import { measureSchema, optionsSchema } from "./benchmark-options.ts";
import { wallsSchema } from "./environment.ts";
import { crashSchema, injectionModeSchema, layerSchema, sourceMapsSchema } from "./stack-traces.ts";
import { countersSchema, FAKES_AT_MOST, fakeSchema } from "./target-result.ts";
import { preparationSchema, PREPARATIONS_AT_MOST } from "./preparation.ts";
import { remarkSchema, REMARKS_AT_MOST } from "./remark.ts";
import { waySchema } from "./way.ts";
import { IO_AT_MOST, ioCallSchema, playedScenarioSchema, playedSchema } from "./contract/played-scenario.ts";
import { scenarioSchema } from "./contract/scenario.ts";

/**
 * What the host and a worker say to each other, as JSON-RPC over the IPC channel of the child process.
 *
 * host → worker: the request `run`; worker → host: the notifications `ready` (first of all) and `progress`.
 * A worker serves one `run` and is then ended. Whatever comes out of a worker is untrusted: the host parses it.
 */

export { METHODS, PROTOCOL_VERSION } from "./methods.ts";

const finite = v.pipe(v.number(), v.finite());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const finites = v.array(finite);
const line = v.pipe(v.number(), v.integer(), v.minValue(1));

export const readySchema = v.object({
  protocolVersion: v.number(),
  runtime: v.string(),
  version: v.string(),
  v8: v.string(),
  walls: v.optional(wallsSchema),
  /** It takes a key with its first message and puts it before all that it says: see sealed-message.ts. */
  seals: v.optional(v.boolean()),
});

/** What analysis says of a target, for workers that cannot read source themselves. */
const targetEntrySchema = v.object({
  name: v.string(),
  reach: v.nullable(
    v.object({
      expression: v.string(),
      receiver: v.nullable(v.object({ how: v.picklist(["value", "construct"]), expression: v.string() })),
    }),
  ),
  /** Why `reach` is null. */
  unreachable: v.optional(v.string()),
  completion: v.picklist(["promise", "callback", "thunk", "async-iterator", "observable", "emitter"]),
  parameters: v.array(
    v.object({
      name: v.string(),
      role: v.picklist(["value", "callback", "resume", "response"]),
      type: v.nullable(v.string()),
      optional: v.boolean(),
      rest: v.boolean(),
    }),
  ),
  /** Lines of its I/O calls, ascending. */
  ioLines: v.array(line),
});

export const targetSourceSchema = v.object({
  /** Names the target within the run. */
  id: v.string(),
  /** Absolute path; where `text` is an unsaved or untitled document, the path it would have. */
  file: v.string(),
  /** The text to measure, which may differ from what is on disk. */
  text: v.string(),
  language: v.picklist(LANGUAGES),
  /** `range.start` of the function in `text`. */
  functionStart: count,
  /** The folder of the version that the file belongs to, where that is not the workspace folder. */
  folder: v.optional(v.string()),
  /** The gallery's variant that it is, where several share its file. */
  variant: v.optional(v.string()),
  /** What somebody wrote, where `text` was made of it by a compiler before the run: analysis reads this. */
  written: v.optional(v.object({ text: v.string(), functionStart: count })),
  /** Folders of packages that are looked in before the target's own: absolute paths. */
  moduleRoots: v.optional(v.array(v.string())),
  /** Given to the worker for any engine only. */
  entry: v.optional(targetEntrySchema),
  /** The call of it that is played, as far as it is known; all else of it is inferred. */
  scenario: v.optional(scenarioSchema),
});

export const runRequestSchema = v.object({
  measure: measureSchema,
  targets: v.pipe(v.array(targetSourceSchema), v.minLength(1)),
  options: optionsSchema,
  /** Milliseconds this one process may measure, loading left out: of CPU time where time is taken on the virtual clock. */
  processBudgetMilliseconds: finite,
  /** `comparison`: time is taken of all targets round against round, and of each n once, warm. */
  purpose: v.optional(v.picklist(["benchmark", "comparison"]), "benchmark"),
  /** Counts a target's processes of a measure from 0: decides the order of loading and seeds the order of the rounds. */
  processIndex: count,
  /** Whether it also tells what is the same in every process: promises and microticks, what later calls do, peaks over n. */
  withConstants: v.boolean(),
  /** Whether a process before this one has counted promises and microticks, and what later calls do. */
  isCounted: v.optional(v.boolean()),
  /** The first process of time, after which there is something to show: what may be left out is. */
  isQuick: v.optional(v.boolean()),
  /** Calls of one round of targets, by their ids, as a process before this one took them. */
  roundCalls: v.optional(v.array(v.object({ id: v.string(), calls: v.pipe(count, v.minValue(1)) }))),
  /** Whether scenarios are told as they were played. */
  tellsParts: v.optional(v.boolean()),
  /** Where relative names in messages start. */
  workspaceFolder: v.nullable(v.string()),
  /** Nothing is measured: recorded calls are only played, and compared with their recordings. */
  onlyPlays: v.optional(v.boolean()),
  /** With that: also by the times that were recorded. */
  timesRecorded: v.optional(v.boolean()),
  /** With that: what the user gives goes before what was recorded. */
  takesGiven: v.optional(v.boolean()),
  /**
   * Nothing is measured: the first target is run for so long and watched, to find where it hangs or fills the memory. The
   * worker for any engine gets its text with a tick in each loop and function.
   */
  watchMilliseconds: v.optional(finite),
  /** With that, for the worker for any engine: from so much on its heap counts as full. */
  heapMegabytes: v.optional(finite),
});

/** A target that is made ready, for whoever waits for it. */
const waitingSchema = v.object({
  /** That were loaded in this attempt. */
  modules: count,
  /** The one that was begun last: `sizes.js`, `typescript (typescript.js)`. */
  module: v.optional(v.string()),
  /** More may have been begun since, which for want of time were not told. */
  mayBeBehind: v.optional(v.boolean()),
  /** Counted from 1. */
  attempt: v.pipe(count, v.minValue(1)),
  /** The target's name, where it is called by now, and the line of the I/O call that it came to last. */
  call: v.optional(v.object({ name: v.string(), line: v.optional(line) })),
  /** Milliseconds since the first attempt began, and those for which the process computed. */
  passed: finite,
  computed: finite,
  /** Why attempts before this one gave no numbers, and what to do about it. */
  soFar: v.optional(v.object({ reason: v.string(), hint: v.string() })),
});

const percentilesSchema = v.object({ p50: finite, p90: finite, p99: finite, max: finite });

const timeRunSchema = v.object({
  /** One entry a round: CPU nanoseconds per call at n = 100, or `roundCalls`, all I/O on the virtual clock. */
  nanosecondsPerCall: finites,
  /** Calls of a round where they are not 100, as each takes long. */
  roundCalls: v.optional(v.pipe(count, v.minValue(1))),
  /** I/O calls that each of them makes on average, where it is another number than the counters have of the first call. */
  ioCallsPerCall: v.optional(finite),
  /** The same for as many bare fake I/O calls in the same sequence as they make, at n = 100. */
  floorNanosecondsPerCall: finites,
  /** Fewer n were taken than were asked for, as the calls take so long. */
  isCut: v.optional(v.boolean()),
  /** How warm it was when the first round was taken. */
  warmUp: v.optional(v.object({ calls: count, isSteady: v.boolean() })),
  /** 0 to 1: time spent collecting garbage, in a stretch in which nothing collects on demand. */
  garbageCollectionShare: v.optional(finite),
  /** One entry of each list a trial. */
  series: v.array(
    v.object({
      n: count,
      milliseconds: finites,
      firstResolvedMilliseconds: finites,
      latencyMilliseconds: v.optional(v.array(percentilesSchema)),
      failures: v.optional(v.array(v.object({ ioCalls: finite, calls: finite }))),
    }),
  ),
});

const memoryRunSchema = v.object({
  /** Bytes on the heap that a call in flight holds; none where nothing is ever in flight. */
  bytesInFlightPerCall: finites,
  /** Left out where the runtime has no way to tell. */
  bytesAllocatedPerCall: v.optional(finites),
  /** Bytes on the heap that a call still holds once it has settled. */
  bytesRetainedPerCall: v.optional(finites),
  /** The greatest live heap with n calls in flight. */
  series: v.array(v.object({ n: count, peakBytes: finites })),
  /** Calls that were weighed together where they are not 1000, as each takes long. */
  weighedCalls: v.optional(v.pipe(count, v.minValue(1))),
  /** Concurrencies whose calls would not have fitted into the heap. */
  leftOut: v.optional(v.array(count)),
});

const stackRunSchema = v.object({
  /** The kind of I/O layer that the target's own I/O calls are known or taken to have. */
  ownLayer: layerSchema,
  /** Each I/O call of one call of the target × mode × I/O layer × helper × option. */
  sites: v.array(
    v.object({
      line,
      expression: v.string(),
      mode: injectionModeSchema,
      /** A long-stack option that was switched on for it; null for none. */
      flag: v.nullable(v.string()),
      layer: layerSchema,
      /** What stands between the target and the I/O layer and is not the target's. */
      helper: v.picklist(["none", "hands-on", "thenable", "proxy"]),
      reportedLine: v.nullable(line),
      crash: v.nullable(crashSchema),
      swallowed: v.boolean(),
      stack: v.string(),
    }),
  ),
  /** What the options cost that were switched on. */
  options: v.array(
    v.object({
      flag: v.string(),
      /** CPU time with the option over that without, one entry a pair of rounds. */
      timeRatios: v.pipe(finites, v.minLength(1)),
      bytesInFlightPerCall: v.optional(finite),
      bytesAllocatedPerCall: v.optional(finite),
    }),
  ),
  /** Packages for long stack traces that are native and so were not loaded. */
  nativeOptions: v.array(v.string()),
  sourceMaps: sourceMapsSchema,
});

/** The line of the entry of the fakes file that was used; left out where none was. */
const fakesFileLine = v.optional(line);

/** More operations that were refused are not told of one target. */
const REFUSALS_AT_MOST = 20;

const refusalSchema = v.object({
  /** `net.connect`; `FileSystemWrite` where the runtime refused it. */
  operation: v.string(),
  /** The innermost place in the user's code that led there: `src/a.js:3`; null where there is none. */
  place: v.nullable(v.string()),
});

const completedSchema = v.object({
  id: v.string(),
  fakesFileLine,
  state: v.literal("completed"),
  warnings: v.array(v.string()),
  /** What was done to it beyond giving it made-up values; the warnings have it in sentences. */
  preparations: v.optional(v.pipe(v.array(preparationSchema), v.maxLength(PREPARATIONS_AT_MOST))),
  /** The warnings that have a code. */
  remarks: v.optional(v.pipe(v.array(remarkSchema), v.maxLength(REMARKS_AT_MOST))),
  time: v.optional(timeRunSchema),
  memory: v.optional(memoryRunSchema),
  stack: v.optional(stackRunSchema),
  counters: countersSchema,
  fakes: v.pipe(v.array(fakeSchema), v.maxLength(FAKES_AT_MOST)),
  /** How it got to run, where it had to be found out. */
  learnt: v.optional(waySchema),
  scenario: v.optional(playedScenarioSchema),
  /** Which of the scenario's other recorded calls was played, from 1 on. */
  other: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** The scenario that was played, where it was asked for. */
  parts: v.optional(scenarioSchema),
  /** The I/O calls of the recorded call that was played. */
  io: v.optional(v.pipe(v.array(ioCallSchema), v.maxLength(IO_AT_MOST))),
  /** Of a recorded call that was only played. */
  played: v.optional(playedSchema),
  /** Of such a call: what walls kept from real I/O, in all that was tried to play it. */
  refused: v.optional(v.pipe(v.array(refusalSchema), v.maxLength(REFUSALS_AT_MOST))),
});

export const progressSchema = v.object({
  /** 0 to 1 of this run. */
  fraction: finite,
  /** What is being done, in a few words. */
  activity: v.string(),
  /** The base name of the file that is being loaded, or whose function is called for the first time, if that is what is being done. */
  loading: v.optional(v.string()),
  waiting: v.optional(waitingSchema),
  /** What a target that is ready does in one call, before anything is measured: it is known even where nothing else comes to be. */
  counted: v.optional(completedSchema),
});

const endedSchema = v.object({
  id: v.string(),
  fakesFileLine,
  state: v.picklist(["failed", "timed-out", "unsupported"]),
  /** One sentence: what happened, with the line of the target where it is known. */
  reason: v.string(),
  /** One sentence: what to do about it. */
  hint: v.string(),
  warnings: v.array(v.string()),
  fakes: v.pipe(v.array(fakeSchema), v.maxLength(FAKES_AT_MOST)),
});

export const runResultSchema = v.object({
  targets: v.array(v.variant("state", [completedSchema, endedSchema])),
});

/** The worker's first words. */
export type Ready = v.InferOutput<typeof readySchema>;
/** A function to measure, with the text it is in. */
export type TargetSource = v.InferOutput<typeof targetSourceSchema>;
/** What analysis says of a target. */
export type TargetEntry = v.InferOutput<typeof targetEntrySchema>;
/** One process's job: one measure of all targets, in turn. */
export type RunRequest = v.InferInput<typeof runRequestSchema>;
/** How far a run is. */
export type RunProgress = v.InferOutput<typeof progressSchema>;
/** What a target does in one call. */
export type Counted = NonNullable<RunProgress["counted"]>;
/** Raw samples of time, one entry a round. */
export type TimeRun = v.InferOutput<typeof timeRunSchema>;
/** Raw samples of memory, one entry a repetition. */
export type MemoryRun = v.InferOutput<typeof memoryRunSchema>;
/** Raw stack traces. */
export type StackRun = v.InferOutput<typeof stackRunSchema>;
/** What a run says of one target. */
export type TargetRun = v.InferOutput<typeof runResultSchema>["targets"][number];
/** What a run says. */
export type RunResult = v.InferOutput<typeof runResultSchema>;

import * as v from "valibot";
import { count, estimateSchema, finite, line } from "./numbers.ts";

export const injectionModeSchema = v.picklist(["error", "throw", "async-throw"]);

/** Where and how an error was injected. */
export type InjectionMode = v.InferOutput<typeof injectionModeSchema>;

export const layerSchema = v.picklist(["calls-back", "async", "keeps-stack"]);

/** How an I/O layer is written that errors come through. */
export type IoLayer = v.InferOutput<typeof layerSchema>;

export const crashSchema = v.picklist(["uncaughtException", "unhandledRejection", "exit"]);

/** How an injected error ended the program, or would have. */
export type CrashKind = v.InferOutput<typeof crashSchema>;

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

/** One injected error and what its stack trace told. */
export type StackSite = v.InferOutput<typeof siteSchema>;

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

/** The stack-trace level with one kind of I/O layer. */
export type LayerLevel = v.InferOutput<typeof layerLevelSchema>;

export const optionCostSchema = v.object({
  flag: v.string(),
  /** CPU time of a call with the option over that without, from rounds in turn in one process. */
  timeRatio: estimateSchema,
  /** Bytes that a call in flight holds more with the option; left out where nothing is ever in flight. */
  bytesInFlightPerCall: v.optional(finite),
  /** Bytes that a call allocates more with the option. */
  bytesAllocatedPerCall: v.optional(finite),
});

/** What a long-stack-trace option costs. */
export type OptionCost = v.InferOutput<typeof optionCostSchema>;

export const stackTracesSchema = v.object({
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

/** The stack-trace level with its evidence. */
export type StackTracesResult = v.InferOutput<typeof stackTracesSchema>;

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

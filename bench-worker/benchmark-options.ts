import * as v from "valibot";
import { positive } from "./numbers.ts";

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
  /** Each I/O call of a recorded call takes as long as it did then; any other one takes a millisecond. */
  v.object({ model: v.literal("recorded") }),
]);

/** How long an I/O call takes: the seeds' two models, distributions, and what it took when it was recorded. */
export type Latency = v.InferOutput<typeof latencySchema>;

export const measureSchema = v.picklist(["time", "memory", "stack"]);

/** What can be measured, each in processes of its own. */
export type Measure = v.InferOutput<typeof measureSchema>;

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

/** How a benchmark was run, as used. */
export type BenchmarkOptions = v.InferOutput<typeof optionsSchema>;

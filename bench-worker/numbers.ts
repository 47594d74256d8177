import * as v from "valibot";

/** A whole number, 0 or more. */
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A line or column of a source, from 1 on. */
export const line = v.pipe(v.number(), v.integer(), v.minValue(1));

/** Any number that is one. */
export const finite = v.pipe(v.number(), v.finite());

/** A number above 0. */
export const positive = v.pipe(v.number(), v.finite(), v.gtValue(0));

export const estimateSchema = v.object({ median: finite, low: finite, high: finite });

/** A median with its interval, all three in the unit that the field's name says. */
export type Estimate = v.InferOutput<typeof estimateSchema>;

/** Numbers, one for each round, process or size. */
export const finites = v.array(finite);

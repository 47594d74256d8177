import * as v from "valibot";
import { KINDS_TO_CHOOSE } from "../../fakes-file/kinds.ts";

const aFunction = v.custom<(...parameters: unknown[]) => unknown>(
  (value) => typeof value === "function",
  "must be a function",
);

const operationSchema = v.strictObject({
  kind: v.optional(
    v.picklist(
      KINDS_TO_CHOOSE,
      ({ input }) => `must be one of ${KINDS_TO_CHOOSE.join(", ")}; not ${shown(input)}`,
    ),
  ),
  returns: v.optional(v.unknown()),
  throws: v.optional(v.unknown()),
  latency: v.optional(
    v.pipe(
      v.number("must be a number of milliseconds"),
      v.finite("must be a number of milliseconds"),
      v.minValue(0, "must not be below 0"),
    ),
  ),
  value: v.optional(v.unknown()),
});

/** What a fakes file gives for one function. */
export const functionFakesSchema = v.strictObject({
  arguments: v.optional(
    v.union([v.array(v.unknown()), aFunction], "must be a list, or a function that makes one"),
  ),
  this: v.optional(v.unknown()),
  fakes: v.optional(v.record(v.string(), operationSchema, "must be an object: operations by their names")),
  environment: v.optional(
    v.record(v.string(), v.string("must be a text"), "must be an object: texts by the names of variables"),
  ),
});

/** What is given for one operation, or for a value. */
export type GivenOperation = v.InferOutput<typeof operationSchema>;
/** What is given for one function. */
export type GivenFunction = v.InferOutput<typeof functionFakesSchema>;

function shown(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : typeof value;
}

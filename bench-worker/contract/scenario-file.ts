import * as v from "valibot";
import { line } from "../numbers.ts";
import { scenarioSchema } from "./scenario.ts";

/** Version of the shape of a file with a scenario. Readers refuse a higher one. */
export const SCENARIO_VERSION = 1;

const { this: self, arguments: given, surroundings, answers, recording, learnt } = scenarioSchema.entries;

/** A scenario as a file: what it is of, and its parts. All files in it are named relative to the project's folder. */
export const scenarioFileSchema = v.object({
  scenarioVersion: v.literal(SCENARIO_VERSION),
  target: v.object({
    file: v.string(),
    name: v.string(),
    line,
    /** Of its text: of another one it is no scenario. */
    textHash: v.string(),
  }),
  /** Where parts are given by a fakes file: that, and a hash over what it gives to the function. */
  fakesFile: v.optional(v.object({ file: v.string(), entry: v.string(), textHash: v.string() })),
  ...{ this: self, arguments: given, surroundings, answers },
  recording: v.optional(v.omit(recording.wrapped, ["root", "version", "operations", "names", "keepsOrder"])),
  learnt,
});

/** A scenario as a file. */
export type ScenarioFile = v.InferOutput<typeof scenarioFileSchema>;

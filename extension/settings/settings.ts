import * as v from "valibot";
import { DEFAULT_OPTIONS, type BenchmarkOptions } from "../../bench-worker/document.ts";

const positive = v.pipe(
  v.number("must be a number"),
  v.finite("must be a number"),
  v.gtValue(0, "must be more than 0"),
);
const n = "must be whole numbers from 1 to 1000000";

/** Each setting under `asyncCost.`: what it may be. */
const settingsSchema = v.object({
  hints: v.picklist(["lens", "line-end", "both", "none"], "must be lens, line-end, both or none"),
  compareTokensWith: v.picklist(["head", "leanest", "both", "none"], "must be head, leanest, both or none"),
  "hover.enabled": v.boolean("must be true or false"),
  maximumFileSizeMegabytes: v.pipe(
    v.number("must be a number"),
    v.minValue(0, "must be from 0 to 50"),
    v.maxValue(50, "must be from 0 to 50"),
  ),
  nodePath: v.string("must be a path, or empty"),
  budgetSeconds: v.pipe(
    v.number("must be a number"),
    v.minValue(1, "must be from 1 to 600"),
    v.maxValue(600, "must be from 1 to 600"),
  ),
  concurrency: v.pipe(
    v.array(v.pipe(v.number(n), v.integer(n), v.minValue(1, n), v.maxValue(1_000_000, n)), "must be a list"),
    v.minLength(1, "must have an entry at least"),
  ),
  latencyModel: v.picklist(["fixed", "load-dependent"], "must be fixed or load-dependent"),
  latencyMilliseconds: positive,
  latencyMillisecondsPerCallInFlight: positive,
  clock: v.picklist(["virtual", "real"], "must be virtual or real"),
});

/** The settings' values, by their names without `asyncCost.`. */
export type Settings = Readonly<v.InferOutput<typeof settingsSchema>>;

/** What holds where the user sets nothing, and in place of what is wrong. */
export const DEFAULT_SETTINGS: Settings = {
  hints: "lens",
  compareTokensWith: "both",
  "hover.enabled": true,
  maximumFileSizeMegabytes: 10,
  nodePath: "",
  budgetSeconds: DEFAULT_OPTIONS.budgetMilliseconds / 1000,
  concurrency: DEFAULT_OPTIONS.concurrency,
  latencyModel: "fixed",
  latencyMilliseconds: 1,
  latencyMillisecondsPerCallInFlight: 0.1,
  clock: DEFAULT_OPTIONS.clock,
};

/** Names of the settings, without `asyncCost.`. */
export const SETTING_KEYS: readonly string[] = Object.keys(DEFAULT_SETTINGS);

/** A setting that is not what it must be. */
export interface SettingProblem {
  /** The whole name: `asyncCost.budgetSeconds`. */
  readonly setting: string;
  /** One sentence: what it is, what it must be, what is used instead. */
  readonly message: string;
}

/**
 * Reads the settings; what is wrong is told and replaced by its default.
 *
 * @param get Gives a setting's value by its name without `asyncCost.`; undefined where it is not set.
 */
export function readSettings(get: (key: string) => unknown): {
  settings: Settings;
  problems: readonly SettingProblem[];
} {
  const defaults = new Map<string, unknown>(Object.entries(DEFAULT_SETTINGS));
  const values = new Map(SETTING_KEYS.map((key) => [key, get(key) ?? defaults.get(key)]));
  const problems: SettingProblem[] = [];
  const parsed = v.safeParse(settingsSchema, Object.fromEntries(values));
  if (parsed.success) return { settings: parsed.output, problems };

  for (const [key, value] of values) {
    const issue = parsed.issues.find(({ path }) => path?.[0].key === key);
    if (issue === undefined) continue;
    const used = defaults.get(key);
    values.set(key, used);
    problems.push({
      setting: `asyncCost.${key}`,
      message: `The setting asyncCost.${key} is ${print(value)} but ${issue.message}; ${print(used)} is used.`,
    });
  }
  return { settings: v.parse(settingsSchema, Object.fromEntries(values)), problems };
}

/** What the panel may set otherwise for one benchmark. */
export interface OptionsOverride {
  readonly clock?: BenchmarkOptions["clock"] | undefined;
  readonly latencyModel?: Settings["latencyModel"] | undefined;
}

/** How a benchmark is run by these settings. */
export function benchmarkOptions(settings: Settings, override: OptionsOverride = {}): BenchmarkOptions {
  const model = override.latencyModel ?? settings.latencyModel;
  return {
    ...DEFAULT_OPTIONS,
    concurrency: settings.concurrency,
    latency:
      model === "fixed"
        ? { model, milliseconds: settings.latencyMilliseconds }
        : { model, millisecondsPerCallInFlight: settings.latencyMillisecondsPerCallInFlight },
    clock: override.clock ?? settings.clock,
    budgetMilliseconds: settings.budgetSeconds * 1000,
  };
}

function print(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}

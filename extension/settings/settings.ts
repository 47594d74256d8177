import * as v from "valibot";
import { DEFAULT_OPTIONS } from "../../bench-worker/default-options.ts";
import type { BenchmarkOptions } from "../../bench-worker/benchmark-options.ts";
import { LatencyError, parseLatency, type LatencyChoice } from "../../bench-worker/latency.ts";

const connections = "must be a whole number, 0 for any number of them";
const share = "must be from 0 to 1";
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
  latency: v.pipe(
    v.string("must be a text such as fixed:1"),
    v.rawCheck(({ dataset, addIssue }) => {
      const message = dataset.typed ? whatIsWrong(dataset.value) : null;
      if (message !== null) addIssue({ message });
    }),
  ),
  connections: v.pipe(v.number(connections), v.integer(connections), v.minValue(0, connections)),
  errorRate: v.pipe(v.number(share), v.minValue(0, share), v.maxValue(1, share)),
  clock: v.picklist(["virtual", "real"], "must be virtual or real"),
});

/** What a latency must be, where it is not; null where it is right. */
function whatIsWrong(latency: string): string | null {
  try {
    parseLatency(latency);
    return null;
  } catch (error) {
    if (!(error instanceof LatencyError)) throw error;
    // What it is instead is said before.
    return error.message.replace(/^write /, "must be ").split('; not "', 1)[0]!;
  }
}

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
  latency: "fixed:1",
  connections: 0,
  errorRate: 0,
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
  readonly latencyModel?: "fixed" | "load-dependent" | "recorded" | undefined;
}

/** The options of a benchmark whose latency may be in a file that is yet to be read. */
export interface WantedOptions extends Omit<BenchmarkOptions, "latency"> {
  readonly latency: LatencyChoice;
}

/** How a benchmark is run by these settings. */
export function wantedOptions(settings: Settings): WantedOptions {
  const { connections, errorRate } = settings;
  return {
    ...DEFAULT_OPTIONS,
    concurrency: settings.concurrency,
    latency: parseLatency(settings.latency),
    ...(connections === 0 ? {} : { connections }),
    ...(errorRate === 0 ? {} : { errorRate }),
    clock: settings.clock,
    budgetMilliseconds: settings.budgetSeconds * 1000,
  };
}

/**
 * How a benchmark is run again: as it was, but for settings that have been changed since, and for what the panel has
 * chosen.
 *
 * @param then The settings when it was run or came to be shown.
 */
export function optionsAgain(
  measured: BenchmarkOptions,
  then: Settings,
  now: Settings,
  override: OptionsOverride,
): WantedOptions {
  const [before, after] = [wantedOptions(then), wantedOptions(now)];
  const options: WantedOptions = { ...measured };
  for (const name of [
    "concurrency",
    "latency",
    "connections",
    "errorRate",
    "clock",
    "budgetMilliseconds",
  ] as const) {
    if (JSON.stringify(before[name]) === JSON.stringify(after[name])) continue;
    if (after[name] === undefined) Reflect.deleteProperty(options, name);
    else Object.assign(options, { [name]: after[name] });
  }
  return {
    ...options,
    ...(override.clock === undefined ? {} : { clock: override.clock }),
    latency: chosenLatency(override.latencyModel, options.latency, after.latency),
  };
}

const USUAL = { fixed: "fixed:1", "load-dependent": "load:0.1", recorded: "recorded" } as const;

/** Of the model that was chosen: the first of these that is of it, else the usual one. */
function chosenLatency(model: OptionsOverride["latencyModel"], ...known: LatencyChoice[]): LatencyChoice {
  if (model === undefined) return known[0]!;
  const usual = parseLatency(USUAL[model]);
  return known.find((latency) => latency.model === model) ?? usual;
}

function print(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}

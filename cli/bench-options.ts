import { readFileSync } from "node:fs";
import path from "node:path";
import { DEFAULT_OPTIONS } from "../bench-worker/default-options.ts";
import type { BenchmarkOptions, Latency, Measure } from "../bench-worker/benchmark-options.ts";
import { LatencyError, parseLatency } from "../bench-worker/latency.ts";
import { parseSamples } from "../bench-worker/latency-samples.ts";
import { whyNotRead } from "./file-errors.ts";
import { UsageError } from "./terminal.ts";

/** The options of `async-cost bench` as they were typed. */
export interface RawBenchOptions {
  readonly json?: boolean;
  readonly out?: string;
  readonly n?: string;
  readonly t?: string;
  readonly dt?: string;
  readonly latency?: string;
  readonly errorRate?: string;
  readonly connections?: string;
  readonly clock?: string;
  readonly runtime?: readonly string[];
  readonly only?: string;
  readonly budget?: string;
  readonly shard?: string;
  readonly fakes?: string;
  readonly scenario?: string;
  readonly path?: string;
  readonly saveScenario?: string;
  readonly seed?: string;
  readonly samples?: boolean;
  readonly explain?: boolean;
  readonly from?: string;
  readonly store?: string;
  readonly chain?: string | boolean;
}

const MEASURES: readonly Measure[] = ["time", "memory", "stack"];
const N_AT_MOST = 1_000_000;

/**
 * The benchmark's options; `defaults`, those of a run that is repeated for one, where nothing was typed.
 *
 * @param folder Where a relative path of an option begins.
 * @throws {UsageError} when one of them cannot be.
 */
export function benchmarkOptions(
  raw: RawBenchOptions,
  folder: string = process.cwd(),
  defaults = DEFAULT_OPTIONS,
): BenchmarkOptions {
  refuseChain(raw);
  return {
    ...defaults,
    concurrency: raw.n === undefined ? defaults.concurrency : concurrency(raw.n),
    latency: latency(raw, folder, defaults.latency),
    ...(raw.errorRate === undefined ? {} : { errorRate: errorRate(raw.errorRate) }),
    ...(raw.connections === undefined ? {} : { connections: connections(raw.connections) }),
    clock: raw.clock === undefined ? defaults.clock : clock(raw.clock),
    measures: raw.only === undefined ? defaults.measures : measures(raw.only),
    budgetMilliseconds: raw.budget === undefined ? defaults.budgetMilliseconds : duration(raw.budget),
    seed: raw.seed === undefined ? defaults.seed : seed(raw.seed),
  };
}

function refuseChain({ chain }: RawBenchOptions): void {
  if (chain === undefined) return;
  throw new UsageError(
    "--chain cannot be chosen: how many I/O calls follow one another is the target's own, and counted (in sequence); " +
      "for another chain, measure a function that makes one",
  );
}

function concurrency(text: string): number[] {
  const numbers = text.split(",").map((part) => (/^\s*\d+\s*$/.test(part) ? Number(part) : NaN));
  if (!numbers.every((n) => n >= 1 && n <= N_AT_MOST)) {
    throw new UsageError(
      `--n takes whole numbers from 1 to ${N_AT_MOST}, such as 100,500,1000; not ${quote(text)}`,
    );
  }
  return [...new Set(numbers)].sort((a, b) => a - b);
}

function latency({ t, dt, latency: written }: RawBenchOptions, folder: string, otherwise: Latency): Latency {
  if ([t, dt, written].filter((option) => option !== undefined).length > 1) {
    throw new UsageError(
      "--t (fixed latency), --dt (load-dependent) and --latency exclude each other; give one of them",
    );
  }
  if (written !== undefined) return readLatency(written, folder);
  if (t !== undefined) return { model: "fixed", milliseconds: positive("--t", t, "1") };
  if (dt !== undefined) {
    return { model: "load-dependent", millisecondsPerCallInFlight: positive("--dt", dt, "0.1") };
  }
  return otherwise;
}

function readLatency(text: string, folder: string): Latency {
  try {
    const choice = parseLatency(text);
    if (choice.model !== "file") return choice;
    return parseSamples(readFileSync(path.resolve(folder, choice.path), "utf8"), choice.path);
  } catch (error) {
    if (error instanceof LatencyError) throw new UsageError(`--latency: ${error.message}`);
    throw new UsageError(
      `--latency ${text}: the file cannot be read: ${whyNotRead(error)}; give one with a number of milliseconds a line`,
    );
  }
}

function errorRate(text: string): number {
  const percent = /^(.+)%$/.exec(text.trim())?.[1];
  const share = percent === undefined ? decimal(text) : decimal(percent) / 100;
  if (!(share > 0 && share <= 1)) {
    throw new UsageError(
      `--error-rate takes the share of I/O calls that fail, above 0 and up to 1, such as 0.01 or 1%; not ${quote(text)}`,
    );
  }
  return share;
}

function connections(text: string): number {
  const number = /^\d+$/.test(text.trim()) ? Number(text) : NaN;
  if (!(number >= 1 && Number.isSafeInteger(number))) {
    throw new UsageError(`--connections takes a whole number from 1 on, such as 10; not ${quote(text)}`);
  }
  return number;
}

function positive(option: string, text: string, example: string): number {
  const number = decimal(text);
  if (!(number > 0)) {
    throw new UsageError(
      `${option} takes a number of milliseconds above 0, such as ${example}; not ${quote(text)}`,
    );
  }
  return number;
}

function clock(text: string): BenchmarkOptions["clock"] {
  if (text === "virtual" || text === "real") return text;
  throw new UsageError(`--clock is virtual or real, not ${quote(text)}`);
}

function measures(text: string): Measure[] {
  const wanted = text.split(",").map((part) => part.trim());
  const unknown = wanted.find((name) => !MEASURES.some((measure) => measure === name));
  if (unknown !== undefined) {
    throw new UsageError(`--only takes time, memory and stack, separated by commas; not ${quote(unknown)}`);
  }
  return MEASURES.filter((measure) => wanted.includes(measure));
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

function duration(text: string): number {
  const [, number = "", unit = ""] = /^([\d.]+)(ms|s|m|)$/.exec(text.trim()) ?? [];
  if (unit === "" && decimal(number) > 0) {
    throw new UsageError(
      `--budget ${number} has no unit: write ${number}s for seconds, ${number}ms for milliseconds or ${number}m for minutes`,
    );
  }
  const milliseconds = decimal(number) * (UNITS[unit] ?? 1);
  if (milliseconds === 0) {
    throw new UsageError(
      `--budget must be above 0, as nothing can be measured in no time; such as 500ms or 5s`,
    );
  }
  if (!(milliseconds > 0)) {
    throw new UsageError(`--budget takes a time such as 500ms, 5s or 1m; not ${quote(text)}`);
  }
  return milliseconds;
}

function seed(text: string): number {
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(number)) {
    throw new UsageError(`--seed takes a whole number from 0 on; not ${quote(text)}`);
  }
  return number;
}

/** A finite decimal number that is written out; NaN for all else, such as `1e3`, `0x10` or nothing. */
function decimal(text: string): number {
  const number = /^\s*(\d+(\.\d*)?|\.\d+)\s*$/.test(text) ? Number(text) : NaN;
  return Number.isFinite(number) ? number : NaN;
}

function quote(text: string): string {
  return JSON.stringify(text);
}

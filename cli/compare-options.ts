import type { BenchmarkOptions } from "../bench-worker/benchmark-options.ts";
import { benchmarkOptions, type RawBenchOptions } from "./bench-options.ts";
import { UsageError } from "./terminal.ts";

/** The options of `async-cost compare` as they were typed. */
export interface RawCompareOptions extends RawBenchOptions {
  readonly base?: string;
  readonly includeTests?: boolean;
  readonly format?: string;
  readonly failOn?: string;
  readonly threshold?: string;
}

/** What can make the command fail. */
export const FAILURES = ["slower", "memory", "stack", "tokens", "sequence"] as const;
/** One of {@link FAILURES}. */
export type Failure = (typeof FAILURES)[number];

const FORMATS = ["table", "markdown", "json"] as const;
/** How the comparison is printed. */
export type Format = (typeof FORMATS)[number];

/** How a comparison that was measured is printed and judged. */
export interface Judging {
  readonly format: Format;
  readonly failOn: readonly Failure[];
  /** The share, 0.05 for 5 %, that a cost must grow by for the command to fail. */
  readonly threshold: number;
}

/** The options of a comparison. */
export interface CompareOptions extends Judging {
  readonly benchmark: BenchmarkOptions;
}

/** What makes the command fail where the user says no other share. */
const DEFAULT_FAIL_THRESHOLD = 0.05;

/**
 * The comparison's options; defaults where nothing was typed.
 *
 * @param folder Where a relative path of an option begins.
 * @throws {UsageError} when one of them cannot be.
 */
export function compareOptions(raw: RawCompareOptions, folder: string = process.cwd()): CompareOptions {
  const benchmark = benchmarkOptions(raw, folder);
  return { benchmark, ...judgingOptions(raw, benchmark) };
}

/**
 * How a comparison is printed and judged that is measured, or was, with these options.
 *
 * @throws {UsageError} when one of them cannot be.
 */
export function judgingOptions(
  raw: Pick<RawCompareOptions, "json" | "format" | "failOn" | "threshold">,
  benchmark: BenchmarkOptions,
): Judging {
  const failOn = raw.failOn === undefined ? [] : failures(raw.failOn);
  if (raw.threshold !== undefined && failOn.length === 0) {
    throw new UsageError(
      "--threshold says when --fail-on fails; give both, as in --fail-on slower --threshold 5%",
    );
  }
  mustBeMeasured(failOn, benchmark);
  return {
    format: format(raw),
    failOn,
    threshold: raw.threshold === undefined ? DEFAULT_FAIL_THRESHOLD : share(raw.threshold),
  };
}

function format({ format: wanted, json }: Pick<RawCompareOptions, "format" | "json">): Format {
  if (wanted === undefined) return json === true ? "json" : "table";
  const found = FORMATS.find((name) => name === wanted);
  if (found === undefined) {
    throw new UsageError(`--format is ${FORMATS.join(", ")}; not ${JSON.stringify(wanted)}`);
  }
  if (json === true && found !== "json") {
    throw new UsageError(`--json and --format ${found} exclude each other; give one of them`);
  }
  return found;
}

function failures(text: string): Failure[] {
  const wanted = text.split(",").map((part) => part.trim());
  const unknown = wanted.find((name) => !FAILURES.some((failure) => failure === name));
  if (unknown !== undefined) {
    throw new UsageError(
      `--fail-on takes ${FAILURES.join(", ")}, separated by commas; not ${JSON.stringify(unknown)}`,
    );
  }
  return FAILURES.filter((failure) => wanted.includes(failure));
}

function mustBeMeasured(failOn: readonly Failure[], { measures }: BenchmarkOptions): void {
  const needs = { slower: "time", memory: "memory", stack: "stack", tokens: null, sequence: null } as const;
  for (const failure of failOn) {
    const need = needs[failure];
    if (need !== null && !measures.includes(need)) {
      throw new UsageError(`--fail-on ${failure} needs ${need}, which --only leaves out; add it there`);
    }
  }
}

function share(text: string): number {
  if (text.trim().startsWith("-")) {
    throw new UsageError(
      `--threshold cannot be below 0, as only what becomes worse can fail; such as 5%, not ${JSON.stringify(text)}`,
    );
  }
  const [, number = ""] = /^(\d+(?:\.\d+)?)\s*%$/.exec(text.trim()) ?? [];
  if (number === "")
    throw new UsageError(`--threshold takes per cent, such as 5%; not ${JSON.stringify(text)}`);
  return Number(number) / 100;
}

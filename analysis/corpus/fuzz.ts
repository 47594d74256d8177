import { cpuUsage } from "node:process";
import type { Language } from "../model.ts";
import { minimise } from "./minimise.ts";
import { damage, DAMAGES, type Damage } from "./mutations.ts";
import { componentOf, componentReader, programReader, type Reader } from "./readers.ts";

/** A file to damage. */
export interface FuzzSource {
  readonly path: string;
  readonly text: string;
  readonly language: Language;
}

/** A text for which the analysis gives a wrong answer, or takes too long. */
export interface FuzzFailure {
  /** What is wrong. */
  readonly reason: string;
  /** The file and the damages that made the text. */
  readonly origin: string;
  readonly kind: Reader["kind"];
  /** Made as short as it can be in the time; that of a failure of time is as it was. */
  readonly text: string;
}

/** What a run has done. */
export interface FuzzReport {
  readonly texts: number;
  readonly codeUnits: number;
  readonly failures: readonly FuzzFailure[];
  /** The longest CPU time that a text took beyond {@link MILLISECONDS_AT_LEAST}, in microseconds a code unit. */
  readonly slowestMicrosecondsPerCodeUnit: number;
}

/** CPU time that no text is blamed for: compilation and collection happen in the midst of any of them. */
const MILLISECONDS_AT_LEAST = 150;
/** More than this for each code unit, several times in a row, is not linear: whole files take less than a tenth of it. */
const MICROSECONDS_PER_CODE_UNIT = 4;
const MOST_FAILURES = 20;
/** The share of texts that are made the script of a component before they are damaged. */
const COMPONENTS = 0.1;

/** What a run needs. */
export interface FuzzOptions {
  readonly sources: readonly FuzzSource[];
  /** In [0, 1). */
  readonly random: () => number;
  /** Whether to go on; asked before each text, and before each that is tried in order to show a failure by a shorter one. */
  readonly goesOn: () => boolean;
  /** Whether to blame texts for the CPU time they take; without it only for the work that can be counted. */
  readonly judgesTime: boolean;
  readonly onFailure?: (failure: FuzzFailure) => void;
}

/**
 * Damages files at random, up to four times each, and looks whether the answers are sound and, if asked to,
 * whether the time is linear. Ends when `goesOn` says so, or after 20 different failures.
 */
export function fuzz({ sources, random, goesOn, judgesTime, onFailure }: FuzzOptions): FuzzReport {
  const failures = new Map<string, FuzzFailure>();
  let texts = 0;
  let codeUnits = 0;
  let slowest = 0;
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  while (goesOn() && failures.size < MOST_FAILURES) {
    const source = pick(sources);
    const kinds = Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(DAMAGES));
    const language = random() < 0.9 ? source.language : pick(["js", "jsx", "ts", "tsx"] as const);
    const isComponent = random() < COMPONENTS;
    const reader = isComponent ? componentReader(pick(["vue", "svelte"] as const)) : programReader(language);
    const whole = isComponent ? componentOf(source.text, language) : source.text;
    const text = damagedBy(kinds, whole, pick(sources).text, random);
    const origin = `${source.path}: ${kinds.join(", ")}`;
    texts++;
    codeUnits += text.length;
    const { reason, microsecondsPerCodeUnit } = judgesTime
      ? problemOf(text, reader)
      : { reason: reader.unsoundness(text), microsecondsPerCodeUnit: 0 };
    slowest = Math.max(slowest, microsecondsPerCodeUnit);
    if (reason === undefined) continue;
    // Where a number differs, it is the same failure.
    const kind = reason.replaceAll(/\d+/g, "0");
    if (failures.has(kind)) continue;
    const isSlow = microsecondsPerCodeUnit > MICROSECONDS_PER_CODE_UNIT;
    const shortest = isSlow
      ? text
      : minimise(text, (shorter) => reader.unsoundness(shorter)?.replaceAll(/\d+/g, "0") === kind, goesOn);
    const failure = { reason, origin, kind: reader.kind, text: shortest };
    failures.set(kind, failure);
    onFailure?.(failure);
  }
  return {
    texts,
    codeUnits,
    failures: [...failures.values()],
    slowestMicrosecondsPerCodeUnit: slowest,
  };
}

function damagedBy(kinds: readonly Damage[], text: string, other: string, random: () => number): string {
  return kinds.reduce((damaged, kind) => damage(damaged, other, kind, random), text);
}

function problemOf(
  text: string,
  reader: Reader,
): { readonly reason: string | undefined; readonly microsecondsPerCodeUnit: number } {
  const time = excess(text, () => reader.unsoundness(text));
  if (time.result !== undefined) return { reason: time.result, microsecondsPerCodeUnit: 0 };
  let least = time.microsecondsPerCodeUnit;
  for (let again = 0; again < 5 && least > MICROSECONDS_PER_CODE_UNIT; again++)
    least = Math.min(least, excess(text, () => reader.analyze(text)).microsecondsPerCodeUnit);
  const reason =
    least > MICROSECONDS_PER_CODE_UNIT
      ? `takes too long: ${Math.round(least)} µs of CPU time for each of ${text.length} code units`
      : undefined;
  return { reason, microsecondsPerCodeUnit: least };
}

function excess<Result>(
  text: string,
  run: () => Result,
): { readonly result: Result; readonly microsecondsPerCodeUnit: number } {
  const before = cpuUsage();
  const result = run();
  const { user, system } = cpuUsage(before);
  const beyond = Math.max(0, user + system - MILLISECONDS_AT_LEAST * 1000);
  return { result, microsecondsPerCodeUnit: beyond / Math.max(1, text.length) };
}

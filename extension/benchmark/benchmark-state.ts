import { endedDocument } from "../../bench-worker/ended-document.ts";
import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import type { HaveFakesChanged, Named } from "./result-store.ts";
import type { Running } from "../../bench-worker/host/api.ts";

/** Where a result's function is found again. */
export interface MeasuredFunction {
  /** Of the editor's document; null when it is not known any more. */
  readonly uri: string | null;
  /** The absolute path by which stack traces name the document. */
  readonly file: string;
  readonly name: string;
  /** Which of the functions of its name it is, counted from 0. */
  readonly ordinal: number;
}

/** The benchmark that is looked at: the last one that was started. */
export interface ShownBenchmark {
  readonly kind: "benchmark";
  /** One for each of `document.results`, in their order. */
  readonly functions: readonly MeasuredFunction[];
  readonly document: BenchmarkDocument;
  /** The same document with the raw samples of every process; not while it runs, and not of an earlier session. */
  readonly withSamples?: BenchmarkDocument;
  readonly running: Running | null;
}

/** What there is to look at. */
export type BenchmarkState = ShownBenchmark | { readonly kind: "nothing"; readonly message: string };

/** The document as it is shown and kept. */
export function withoutSamples<D extends BenchmarkDocument>(document: D): D {
  const results = document.results.map((result) => {
    const kept = { ...result };
    delete kept.samples;
    return kept;
  });
  return { ...document, results };
}

/** Where no benchmark was run yet. */
export const NOTHING_YET: BenchmarkState = {
  kind: "nothing",
  message: "Nothing has been measured yet. Click “Benchmark” above an asynchronous function.",
};

/**
 * Indices of the results whose function is not in its document any more as it was measured, or gets other fakes. Of a
 * document that is not open nothing is said.
 */
export function staleIndices(
  { functions, document }: ShownBenchmark,
  presentFunctions: (uri: string) => readonly Named[] | undefined,
  haveFakesChanged: HaveFakesChanged = () => false,
): number[] {
  return document.results.flatMap((result, index) => {
    const { target } = result;
    const uri = functions[index]?.uri ?? null;
    const present = uri === null ? undefined : presentFunctions(uri);
    if (present === undefined) return [];
    const unchanged = present.filter(
      ({ name, textHash }) => name === target.name && textHash === target.textHash,
    );
    return unchanged.some(({ range }) => !haveFakesChanged(uri!, result, range?.start)) ? [] : [index];
  });
}

/** A document whose benchmark was cut off for that `reason`. */
export function cutOff(document: BenchmarkDocument, reason: string): BenchmarkDocument {
  return endedDocument(document, reason, "Run it again to measure the rest.");
}

/** The state after a benchmark that ended by an error of ours. */
export function interrupted(state: BenchmarkState): BenchmarkState {
  if (state.kind === "nothing") return NOTHING_YET;
  return {
    ...state,
    document: cutOff(state.document, "An error ended the benchmark."),
    running: null,
  };
}

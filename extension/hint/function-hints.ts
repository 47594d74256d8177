import type * as vscode from "vscode";
import type { AsyncFunction } from "../../analysis/model.ts";
import type { DocumentAnalysis } from "../analysis/analysis-cache.ts";
import type { Hint } from "../analysis/last-good.ts";
import { ordinals, type MatchedResult, type ResultStore } from "../benchmark/result-store.ts";
import { NOT_IN_TEXT, type FunctionReference } from "../benchmark/targets.ts";
import type { RecordedFunctions, RecordedHint } from "../recorded/recorded-hint.ts";
import type { Compared } from "./compared.ts";

/** Gives what a document's functions are compared with, as far as it is known at the moment. */
export interface Comparisons {
  of(reference: FunctionReference, found: AsyncFunction): Compared;
}

/** A hint with all that is known of its function. */
export interface FunctionHint extends Hint {
  readonly reference: FunctionReference;
  readonly compared: Compared;
  readonly matched: MatchedResult | undefined;
  readonly recorded?: RecordedHint | undefined;
}

/** Something of which is told when it may be another one. */
export interface Changing {
  readonly onDidChange: vscode.Event<void>;
}

/** Who knows what of functions. */
export interface HintSources {
  readonly results: ResultStore;
  readonly comparisons: Comparisons;
  readonly recorded: RecordedFunctions;
}

/** What lens, line end, hover and status bar all show of a document, in the order of the text. */
export function functionHints(
  uri: string,
  analysis: DocumentAnalysis,
  { results, comparisons, recorded }: HintSources,
): FunctionHint[] {
  const functions = analysis.hints.map(({ found }) => found);
  const matched = results.match(uri, functions);
  const calls = recorded.of(uri, functions);
  const ordinal = ordinals(analysis.analysis.functions);
  return analysis.hints.map((hint) => {
    const { found } = hint;
    const reference = { uri, name: found.name, ordinal: ordinal.get(found) ?? NOT_IN_TEXT };
    return {
      ...hint,
      reference,
      compared: comparisons.of(reference, found),
      matched: matched.get(found),
      recorded: calls.get(found),
    };
  });
}

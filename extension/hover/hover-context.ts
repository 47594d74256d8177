import type { DocumentAnalyses } from "../analysis/document-analyses.ts";
import type { ResultStore } from "../benchmark/result-store.ts";
import type { Comparisons } from "../hint/function-hints.ts";
import type { EditorSettings } from "../settings/editor-settings.ts";

/** What the hovers are drawn from. */
export interface HoverContext {
  readonly settings: EditorSettings;
  readonly analyses: DocumentAnalyses;
  readonly results: ResultStore;
  readonly comparisons: Comparisons;
}

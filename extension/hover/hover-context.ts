import type { DocumentAnalyses } from "../analysis/document-analyses.ts";
import type { HintSources } from "../hint/function-hints.ts";
import type { EditorSettings } from "../settings/editor-settings.ts";

/** What the hovers are drawn from. */
export interface HoverContext extends HintSources {
  readonly settings: EditorSettings;
  readonly analyses: DocumentAnalyses;
}

import type { Explanation } from "../../analysis/explain/explain.ts";
import type { Problem } from "../../analysis/model.ts";
import { limitNotice, type PassedLimit } from "../analysis/file-size.ts";
import type { Settings } from "../settings/settings.ts";

/** What decides whether the function under the cursor has a hint. */
export interface HintCircumstances {
  /** Absent where no text is in front. */
  readonly document: { readonly name: string; readonly languageId: string } | undefined;
  /** The limit of `asyncCost.maximumFileSizeMegabytes` that the document is over. */
  readonly passedLimit: PassedLimit | undefined;
  /** Where the text is not whole; absent where it is not read at all. */
  readonly problems: readonly Problem[] | undefined;
  /** What the analysis says of the function; absent where the text is not read at all. */
  readonly explanation: Explanation | undefined;
  readonly hints: Settings["hints"];
  /** `editor.codeLens`. */
  readonly editorShowsLenses: boolean;
  /** {@link isTooLargeForLenses}. */
  readonly tooLargeForLenses: boolean;
}

/** Why there is no hint, and the setting that would change it. */
export interface HintReason {
  readonly sentence: string;
  readonly setting?: string;
}

/** From where on the editor leaves lenses out of a file: VS Code 1.100, `textModel.ts`. */
const LENSES_CHARACTERS_AT_MOST = 20 * 1024 * 1024;
const LENSES_LINES_AT_MOST = 300_000;

/**
 * Whether the editor, on its own account, shows no lenses in a document.
 *
 * @param optimizations The setting `editor.largeFileOptimizations`.
 */
export function isTooLargeForLenses(lines: number, characters: number, optimizations: boolean): boolean {
  return optimizations && (lines > LENSES_LINES_AT_MOST || characters > LENSES_CHARACTERS_AT_MOST);
}

/** Says why the function under the cursor has no hint, or that it has one. */
export function reasonFor(circumstances: HintCircumstances): HintReason {
  const { document, passedLimit, problems, explanation, hints, editorShowsLenses, tooLargeForLenses } =
    circumstances;
  if (document === undefined) {
    return { sentence: "Open a JavaScript or TypeScript file and put the cursor into the function." };
  }
  if (passedLimit !== undefined) {
    return {
      sentence: `${document.name}: ${limitNotice(passedLimit)}.`,
      setting: "asyncCost.maximumFileSizeMegabytes",
    };
  }
  if (explanation === undefined || problems === undefined) {
    const { name, languageId } = document;
    return {
      sentence: `${name} is not read: hints are for JavaScript, TypeScript, Vue and Svelte, and its language here is ${languageId}.`,
    };
  }
  if (explanation.kind === "asynchronous") {
    if (hints === "none")
      return {
        sentence: `${explanation.name} is asynchronous, but hints are switched off by asyncCost.hints.`,
        setting: "asyncCost.hints",
      };
    if (hints === "lens" && !editorShowsLenses)
      return {
        sentence: `${explanation.name} is asynchronous, but editor.codeLens is off, so that the editor shows no line above it. asyncCost.hints can put the hint at the end of its line.`,
        setting: "editor.codeLens",
      };
    if (hints === "lens" && tooLargeForLenses)
      return {
        sentence: `${explanation.name} is asynchronous, but the editor shows no lines above functions in a file as large as this one. asyncCost.hints can put the hint at the end of its line.`,
        setting: "asyncCost.hints",
      };
  }
  const [problem] = problems;
  if (problem === undefined) return { sentence: explanation.why };
  const caution = `The text is not whole (line ${problem.line}: ${problem.reason.replace(/\.$/, "")}), and functions behind that place may be missing.`;
  return { sentence: `${explanation.why} ${caution}` };
}

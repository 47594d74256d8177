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
}

/** Why there is no hint, and the setting that would change it. */
export interface HintReason {
  readonly sentence: string;
  readonly setting?: string;
}

/** Says why the function under the cursor has no hint, or that it has one. */
export function reasonFor(circumstances: HintCircumstances): HintReason {
  const { document, passedLimit, problems, explanation, hints, editorShowsLenses } = circumstances;
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
  }
  const [problem] = problems;
  if (problem === undefined) return { sentence: explanation.why };
  const caution = `The text is not whole (line ${problem.line}: ${problem.reason.replace(/\.$/, "")}), and functions behind that place may be missing.`;
  return { sentence: `${explanation.why} ${caution}` };
}

import type { Actions } from "../actions.ts";
import { element, replaceContent, whenChanged } from "../dom.ts";
import type { Warning } from "../model/notes.ts";
import { writeFakesLink } from "./write-fakes.ts";

/** Warnings to show. */
export interface WarningsModel {
  readonly warnings: readonly Warning[];
}

/** The warnings that decide what the numbers above them mean; hidden where there are none. */
export function decidingWarnings(root: HTMLElement, actions: Actions): (model: WarningsModel) => void {
  return whenChanged(({ warnings }) => {
    root.hidden = warnings.length === 0;
    replaceContent(root, warningList(warnings, actions));
  });
}

/** One line a warning, behind the functions that it is about; null where there are none. */
export function warningList(warnings: readonly Warning[], actions: Actions): HTMLElement | null {
  if (warnings.length === 0) return null;
  return element(
    "ul",
    { class: "warnings" },
    ...warnings.map(({ text, labels, fakesFor }) =>
      element(
        "li",
        {},
        labels.length === 0 ? null : element("strong", { text: `${labels.join(", ")}: ` }),
        text,
        fakesFor === null ? null : " ",
        fakesFor === null ? null : writeFakesLink(actions, fakesFor, labels.join(", ")),
      ),
    ),
  );
}

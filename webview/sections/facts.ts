import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import type { Actions } from "../actions.ts";
import { element, replaceContent, whenChanged } from "../dom.ts";
import { CLOCK_MEANING, setup, setupInBrief } from "../model/setup.ts";
import { foldable } from "./foldable.ts";

/** One line on what a benchmark was run on and with, which unfolds all of it. */
export function facts(
  root: HTMLElement,
  actions: Actions,
): (document: BenchmarkDocument, open: readonly string[]) => void {
  const brief = element("span");
  const list = element("dl", { class: "facts" });
  const fold = foldable(brief, actions, list, ...clockExplained());
  root.append(fold.root);
  const draw = whenChanged((document: BenchmarkDocument) => {
    brief.textContent = setupInBrief(document);
    replaceContent(
      list,
      ...setup(document).map(({ name, value, detail }) =>
        element(
          "div",
          detail === "" ? {} : { attributes: { title: detail } },
          element("dt", { text: name }),
          element("dd", { text: value }),
        ),
      ),
    );
  });
  return (document, open) => {
    draw(document);
    fold.update("facts", open);
  };
}

function clockExplained(): HTMLElement[] {
  return [
    element("p", {}, element("strong", { text: "Virtual clock: " }), CLOCK_MEANING.virtual),
    element("p", {}, element("strong", { text: "Real clock: " }), CLOCK_MEANING.real),
    element("p", {
      text: "Time per call is always taken on the virtual clock; the charts over n use the clock of the benchmark.",
    }),
  ];
}

import type { Actions } from "../actions.ts";
import { element, replaceContent, whenChanged } from "../dom.ts";
import { COLUMNS } from "../model/comparison.ts";
import type { TargetFakes, Warning } from "../model/notes.ts";
import { foldable } from "./foldable.ts";

/** What the section shows. */
export interface NotesModel {
  readonly warnings: readonly Warning[];
  readonly fakes: readonly TargetFakes[];
  readonly open: readonly string[];
}

/** Warnings; what was faked; how to read the table. */
export function notes(root: HTMLElement, actions: Actions): (model: NotesModel) => void {
  return whenChanged(({ warnings, fakes, open }) => {
    const folds = [
      {
        key: "fakes",
        fold: foldable("Faked I/O", actions, ...fakes.map(fakesOf)),
        hidden: fakes.length === 0,
      },
      { key: "reading", fold: foldable("How to read the comparison", actions, reading()), hidden: false },
    ];
    for (const { key, fold, hidden } of folds) {
      fold.update(key, open);
      fold.root.hidden = hidden;
      fold.root.querySelector("summary")!.dataset["focusKey"] = key;
    }
    replaceContent(
      root,
      element("h2", { text: "Notes" }),
      warnings.length === 0
        ? null
        : element(
            "ul",
            { class: "warnings" },
            ...warnings.map(({ text, labels }) =>
              element("li", {}, element("strong", { text: `${labels.join(", ")}: ` }), text),
            ),
          ),
      ...folds.map(({ fold }) => fold.root),
    );
  });
}

function fakesOf({ label, counters, fakes }: TargetFakes): HTMLElement {
  return element(
    "div",
    { class: "fakes" },
    element(
      "h3",
      {},
      label,
      counters === "" ? null : element("span", { class: "quiet", text: ` ${counters} in one call` }),
    ),
    fakes.length === 0
      ? element("p", { class: "quiet", text: "Nothing was faked." })
      : element(
          "table",
          {},
          element("caption", { class: "spoken", text: `Operations faked for ${label}` }),
          element(
            "thead",
            {},
            element(
              "tr",
              {},
              ...["Operation", "The fake", "Because", "Calls", "First in line"].map((text) =>
                element("th", { text, attributes: { scope: "col" } }),
              ),
            ),
          ),
          element(
            "tbody",
            {},
            ...fakes.map(({ expression, kind, why, calls, line }) =>
              element(
                "tr",
                {},
                element("th", { attributes: { scope: "row" } }, element("code", { text: expression })),
                element("td", { text: kind }),
                element("td", { text: why }),
                element("td", { text: calls }),
                element("td", { text: line === null ? "" : String(line) }),
              ),
            ),
          ),
        ),
  );
}

function reading(): HTMLElement {
  return element(
    "dl",
    { class: "reading" },
    ...COLUMNS.flatMap(({ title, meaning }) => [
      element("dt", { text: title }),
      element("dd", { text: meaning }),
    ]),
  );
}

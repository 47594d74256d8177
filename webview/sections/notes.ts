import type { Actions } from "../actions.ts";
import { element, replaceContent, whenChanged } from "../dom.ts";
import { COLUMNS } from "../model/comparison.ts";
import type { TargetFakes } from "../model/notes.ts";
import type { Corrections } from "../model/corrections.ts";
import { fakesOf } from "./fakes.ts";
import { foldable } from "./foldable.ts";
import { warningList, type WarningsModel } from "./warnings.ts";

/** What the section shows. */
export interface NotesModel extends WarningsModel {
  readonly fakes: readonly TargetFakes[];
  readonly open: readonly string[];
}

/** Warnings; what was faked; how to read the table. */
export function notes(
  root: HTMLElement,
  actions: Actions,
  corrections: Corrections,
): (model: NotesModel) => void {
  return whenChanged(({ warnings, fakes, open }) => {
    corrections.drawAnew(JSON.stringify(fakes));
    const folds = [
      {
        key: "fakes",
        fold: foldable("Faked I/O", actions, ...fakes.map((target) => fakesOf(target, corrections, actions))),
        hidden: fakes.length === 0,
      },
      { key: "reading", fold: foldable("What the numbers mean", actions, reading()), hidden: false },
    ];
    for (const { key, fold, hidden } of folds) {
      fold.update(key, open);
      fold.root.hidden = hidden;
      fold.root.querySelector("summary")!.dataset["focusKey"] = key;
    }
    replaceContent(
      root,
      element("h2", { text: "Notes" }),
      warningList(warnings, actions),
      ...folds.map(({ fold }) => fold.root),
    );
  });
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

import type { Actions } from "../actions.ts";
import { element, replaceContent, whenChanged } from "../dom.ts";
import type { LegendEntry } from "../model/series.ts";
import { toggled } from "../panel-state.ts";
import { pointing } from "./pointing.ts";
import { swatch } from "./swatch.ts";

/** One switch a series: pointing at it or focusing it lets the series stand out, pressing it hides or shows it. */
export function legendBar(
  root: HTMLElement,
  actions: Actions,
): (entries: readonly LegendEntry[], hidden: readonly string[]) => void {
  let hiddenKeys: readonly string[] = [];
  let buttons: { readonly key: string; readonly button: HTMLButtonElement }[] = [];
  const draw = whenChanged((entries: readonly LegendEntry[]) => {
    buttons = entries.map((entry) => ({ key: entry.key, button: entryButton(entry) }));
    replaceContent(root, ...buttons.map(({ button }) => element("li", {}, button)));
  });

  function entryButton({ key, label, index, stale }: LegendEntry): HTMLButtonElement {
    const made: HTMLButtonElement = element(
      "button",
      {
        class: stale ? "legend-entry stale" : "legend-entry",
        attributes: { type: "button", title: "Point: let this line stand out. Click: hide or show it." },
        focusKey: key,
        on: {
          ...pointing(key, actions),
          click: () => actions.choose({ hidden: toggled(hiddenKeys, key) }),
        },
      },
      swatch(index),
      element("span", { class: "legend-label", text: label }),
      stale ? element("span", { class: "quiet", text: "edited since" }) : null,
    );
    made.dataset["series"] = key;
    return made;
  }

  return (entries, hidden) => {
    hiddenKeys = hidden;
    draw(entries);
    for (const { key, button } of buttons) button.setAttribute("aria-pressed", String(!hidden.includes(key)));
  };
}

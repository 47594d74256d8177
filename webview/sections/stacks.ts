import type { Actions } from "../actions.ts";
import { element, replaceContent, whenChanged } from "../dom.ts";
import { MODES, type CallSite, type Outcome, type TargetStacks } from "../model/stack-view.ts";
import { foldable } from "./foldable.ts";
import { stackTrace } from "./stack-trace.ts";
import { swatch } from "./swatch.ts";

/** What the section shows. */
export interface StacksModel {
  readonly targets: readonly TargetStacks[];
  /** Why there is nothing, where there is nothing. */
  readonly absence: string;
  readonly open: readonly string[];
}

const MARKS: Readonly<Record<Outcome["tone"], string>> = { exact: "✓", near: "≈", missing: "✗" };

/** The stack traces: for each target its I/O calls × modes; each unfolds the stack that came of it. */
export function stacks(root: HTMLElement, actions: Actions): (model: StacksModel) => void {
  return whenChanged(({ targets, absence, open }) => {
    replaceContent(
      root,
      element("h2", { text: "Stack traces" }),
      targets.length === 0 ? element("p", { class: "absence", text: absence }) : null,
      ...targets.map((target) => targetStacks(target, open, actions)),
    );
  });
}

function targetStacks(target: TargetStacks, open: readonly string[], actions: Actions): HTMLElement {
  const { key, index, label, level, exact, why, sourceMaps, stale, sites } = target;
  const summary = element(
    "span",
    { class: stale ? "fold-title stale" : "fold-title" },
    swatch(index),
    element("strong", { text: label }),
    element("span", { text: `level ${level}` }),
    element("span", { class: "quiet", text: exact }),
    stale ? element("span", { class: "chip", text: "edited since" }) : null,
  );
  const fold = foldable(
    summary,
    actions,
    element("p", { text: why }),
    ...(sourceMaps === "" ? [] : [element("p", { class: "quiet", text: sourceMaps })]),
    element("div", { class: "scrolls" }, sitesTable(target, sites, open, actions)),
  );
  fold.update(`stacks:${key}`, open);
  fold.root.querySelector("summary")!.dataset["focusKey"] = `stacks:${key}`;
  return fold.root;
}

function sitesTable(
  target: TargetStacks,
  sites: readonly CallSite[],
  open: readonly string[],
  actions: Actions,
): HTMLElement {
  return element(
    "table",
    { class: "sites" },
    element("caption", { class: "spoken", text: `Injected errors of ${target.label}` }),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        element("th", { text: "I/O call", attributes: { scope: "col" } }),
        ...MODES.map(({ title, meaning }) =>
          element("th", { text: title, attributes: { scope: "col", title: meaning } }),
        ),
      ),
    ),
    element("tbody", {}, ...sites.flatMap((site) => siteRows(target, site, open, actions))),
  );
}

function siteRows(
  target: TargetStacks,
  site: CallSite,
  open: readonly string[],
  actions: Actions,
): HTMLElement[] {
  const { line, expression, outcomes } = site;
  const shown = MODES.flatMap(({ mode, title }) =>
    outcomes[mode].filter(({ id }) => open.includes(id)).map((outcome) => ({ outcome, title })),
  );
  const row = element(
    "tr",
    {},
    element(
      "th",
      { attributes: { scope: "row" } },
      element(
        "button",
        {
          class: "link call-site",
          attributes: { type: "button", title: `Open line ${line}` },
          focusKey: `site:${target.key}:${line}:${expression}`,
          on: { click: () => actions.send({ type: "open", file: target.file, line }) },
        },
        element("span", { class: "line-number", text: String(line) }),
        element("code", { text: expression }),
      ),
    ),
    ...MODES.map(({ mode }) =>
      outcomes[mode].length === 0
        ? element("td", { class: "quiet", text: "not injected" })
        : element("td", {}, ...outcomes[mode].map((outcome) => outcomeButton(outcome, open, actions))),
    ),
  );
  return [
    row,
    ...shown.map(({ outcome, title }) =>
      element(
        "tr",
        { class: "stack-row", attributes: { id: `stack-${outcome.id}` } },
        element(
          "td",
          { attributes: { colspan: String(MODES.length + 1) } },
          stackTrace(outcome, title, site.line, target.file, actions),
        ),
      ),
    ),
  ];
}

function outcomeButton(outcome: Outcome, open: readonly string[], actions: Actions): HTMLElement {
  const { id, tone, short, sentence } = outcome;
  const isOpen = open.includes(id);
  return element(
    "button",
    {
      class: `outcome ${tone}`,
      attributes: {
        type: "button",
        title: sentence,
        "aria-expanded": String(isOpen),
        "aria-controls": isOpen ? `stack-${id}` : null,
      },
      focusKey: id,
      on: { click: () => actions.unfold(id, !isOpen) },
    },
    element("span", { class: "mark", text: MARKS[tone], attributes: { "aria-hidden": "true" } }),
    short,
  );
}

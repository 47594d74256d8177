import type { Actions } from "../actions.ts";
import { element, replaceContent, whenChanged, withRoles } from "../dom.ts";
import {
  MODES,
  SIGNS,
  type CallSite,
  type Column,
  type Outcome,
  type TargetStacks,
} from "../model/stack-view.ts";
import { ofRevision } from "../model/labels.ts";
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
  const { key, index, label, level, missing, why, sourceMaps, costs, stale, sites } = target;
  const summary = element(
    "span",
    { class: stale ? "fold-title stale" : "fold-title" },
    swatch(index),
    element("strong", { text: label }),
    element("span", { text: `level ${level}` }),
    element("span", { class: "quiet", text: missing }),
    stale ? element("span", { class: "chip", text: "edited since" }) : null,
  );
  const fold = foldable(
    summary,
    actions,
    element("p", { text: why }),
    ...(sourceMaps === "" ? [] : [element("p", { class: "quiet", text: sourceMaps })]),
    ...costs.map((cost) => element("p", { class: "quiet", text: cost })),
    element(
      "div",
      // Who has no mouse scrolls it by the arrow keys.
      {
        class: "scrolls",
        attributes: { tabindex: "0", role: "group", "aria-label": `Injected errors of ${label}` },
      },
      sitesTable(target, sites, open, actions),
    ),
    signs(),
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
  const table = element(
    "table",
    { class: "sites" },
    element("caption", { class: "spoken", text: `Injected errors of ${target.label}` }),
    element("thead", {}, ...heading(target)),
    element("tbody", {}, ...sites.flatMap((site) => siteRows(target, site, open, actions))),
  );
  return withRoles(table);
}

/** The modes; below them the I/O layers, where the document knows several. */
function heading({ columns }: TargetStacks): HTMLElement[] {
  const layers = columns.length / MODES.length;
  const rows = layers > 1 ? "2" : "1";
  const modes = element(
    "tr",
    {},
    element("th", { text: "I/O call", attributes: { scope: "col", rowspan: rows } }),
    ...MODES.map(({ title, meaning }) =>
      element("th", {
        text: title,
        attributes: { scope: "colgroup", colspan: String(layers), title: meaning },
      }),
    ),
  );
  if (layers === 1) return [modes];
  return [
    modes,
    element(
      "tr",
      { class: "layers" },
      ...columns.map(({ title, meaning }) =>
        element("th", { text: title, attributes: { scope: "col", title: meaning } }),
      ),
    ),
  ];
}

/** What the signs mean. */
function signs(): HTMLElement {
  return element(
    "p",
    { class: "quiet signs" },
    ...SIGNS.map(({ tone, sign, meaning }) =>
      element("span", { class: tone }, element("span", { class: "mark", text: sign }), meaning),
    ),
  );
}

function siteRows(
  target: TargetStacks,
  site: CallSite,
  open: readonly string[],
  actions: Actions,
): HTMLElement[] {
  const { line, expression, outcomes } = site;
  const { columns } = target;
  const shown = columns.flatMap((column) =>
    (outcomes.get(column.id) ?? [])
      .filter(({ id }) => open.includes(id))
      .map((outcome) => ({ outcome, title: titleOf(column) })),
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
          on: { click: () => actions.send({ type: "open", file: target.file, line, ...ofRevision(target) }) },
        },
        element("span", { class: "line-number", text: String(line) }),
        element("code", { text: expression }),
      ),
    ),
    ...columns.map((column) => {
      const ofColumn = outcomes.get(column.id) ?? [];
      const cell =
        ofColumn.length === 0
          ? element("td", { class: "quiet", text: "not injected" })
          : element("td", {}, ...ofColumn.map((outcome) => outcomeButton(outcome, open, actions)));
      // For narrow panels, which have no headers above the cells.
      cell.dataset["label"] = titleOf(column);
      return cell;
    }),
  );
  return [
    row,
    ...shown.map(({ outcome, title }) =>
      element(
        "tr",
        { class: "stack-row", attributes: { id: `stack-${outcome.id}` } },
        element(
          "td",
          { attributes: { colspan: String(columns.length + 1) } },
          stackTrace(outcome, title, site.line, target, actions),
        ),
      ),
    ),
  ];
}

function titleOf({ mode, title }: Column): string {
  const named = MODES.find((one) => one.mode === mode)!.title;
  return title === "" ? named : `${named}, I/O layer ${title}`;
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
    element("span", {
      class: "mark",
      text: SIGNS.find((one) => one.tone === tone)!.sign,
      attributes: { "aria-hidden": "true" },
    }),
    short,
  );
}

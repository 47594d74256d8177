import type { Actions } from "../actions.ts";
import type { TargetIdentity } from "../../bench-worker/target-result.ts";
import { ONLY_NAMES_DIFFER } from "../../bench-worker/verdict-words.ts";
import { element, replaceContent, whenChanged, withRoles } from "../dom.ts";
import { baseName, ofRevision } from "../model/labels.ts";
import type {
  ComparisonView,
  PairView,
  PairWaterfalls,
  PlayedWaterfall,
  Span,
  VerdictRow,
} from "../model/verdicts.ts";
import { longestName, waterfallFigure } from "./waterfall.ts";

const SIGNS: Readonly<Record<VerdictRow["tone"], string>> = {
  better: "✓",
  worse: "✗",
  same: "=",
  open: "?",
  none: "",
};

/** What the section shows. */
export interface VerdictsModel {
  readonly view: ComparisonView | null;
  readonly open: readonly string[];
}

/**
 * The verdicts of a comparison: a table a pair, with both sources a click away, and above it the I/O of the recorded call that both
 * played; hidden where nothing is compared.
 */
export function verdicts(root: HTMLElement, actions: Actions): (model: VerdictsModel) => void {
  return whenChanged(({ view, open }: VerdictsModel) => {
    root.hidden = view === null;
    if (view === null) {
      replaceContent(root);
      return;
    }
    replaceContent(
      root,
      element("h2", { text: "Verdict" }),
      element("p", { class: "summary", text: unbroken(view.summary), attributes: { role: "status" } }),
      ...view.pairs.flatMap((pair) => [waterfalls(pair, open, actions), pairTable(pair, actions)]),
      functions("Added, and not measured", view.added),
      functions("Removed, and not measured", view.removed),
      functions(ONLY_NAMES_DIFFER, view.renamed),
    );
  });
}

function pairTable(pair: PairView, actions: Actions): HTMLElement {
  const { name, base, head, rows, key } = pair;
  const column = (title: string, target: TargetIdentity, side: string): HTMLElement =>
    element(
      "th",
      { class: "number", attributes: { scope: "col" } },
      element("span", { class: "side", text: title }),
      place(target, `${key}:${side}`, actions),
    );
  const table = element(
    "table",
    { class: "verdicts" },
    element("caption", { text: name }),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        element("th", { text: "Measure", attributes: { scope: "col" } }),
        column("Before", base, "base"),
        column("After", head, "head"),
        element("th", { text: "Verdict", attributes: { scope: "col" } }),
      ),
    ),
    element("tbody", {}, ...rows.map(verdictRow)),
  );
  return withRoles(table);
}

/** The I/O of both on one scale. */
function waterfalls(pair: PairView, open: readonly string[], actions: Actions): HTMLElement | null {
  if (pair.waterfalls === null) return null;
  const { base, head } = pair.waterfalls;
  const characters = Math.max(...[base, head].map(({ laid }) => (laid === null ? 0 : longestName(laid))));
  const drawn = (side: keyof PairWaterfalls, { title, laid }: PlayedWaterfall): HTMLElement => {
    if (laid === null) return element("h3", { text: `${title}, no I/O call` });
    const { file, name, revision } = pair[side];
    const label = side === "base" ? `${name} before` : `${name} after`;
    const of = { key: `${pair.key}:${side}`, label, file, revision, title, characters };
    return waterfallFigure(of, laid, open, actions);
  };
  return element(
    "div",
    {
      class: "both-flows",
      attributes: { role: "group", "aria-label": `I/O of ${pair.name}, before and after` },
    },
    element("h3", { text: `I/O of ${pair.name} by the latencies of one recorded call` }),
    drawn("base", base),
    drawn("head", head),
  );
}

function place(target: TargetIdentity, focusKey: string, actions: Actions): HTMLElement {
  const { file, line, column, revision } = target;
  const version = revision === undefined ? "" : ` at ${revision}`;
  return element("button", {
    class: "link",
    text: `${baseName(file)}:${line}${version}`,
    attributes: { type: "button", title: `Open ${file}:${line}${version}` },
    focusKey: `verdict:${focusKey}`,
    on: {
      click: () => actions.send({ type: "open", file, line, column, ...ofRevision({ revision }) }),
    },
  });
}

function verdictRow(row: VerdictRow): HTMLElement {
  const { id, measure, base, head, verdict, difference, reason, tone, span } = row;
  const made = element(
    "tr",
    { class: tone },
    element("th", { text: measure, attributes: { scope: "row" } }),
    element("td", { class: "number", text: base }),
    element("td", { class: "number", text: head }),
    element(
      "td",
      { class: "verdict" },
      element(
        "div",
        { class: "verdict-line" },
        element("span", { class: "sign", text: SIGNS[tone], attributes: { "aria-hidden": "true" } }),
        element("strong", { text: verdict }),
        difference === "" ? null : element("span", { class: "difference", text: difference }),
        span === null ? null : spanBar(span),
      ),
      reason === "" ? null : element("span", { class: "aside", text: unbroken(reason) }),
    ),
  );
  made.dataset["measure"] = id;
  return made;
}

/** Keeps a number and its unit on one line. */
function unbroken(text: string): string {
  return text.replaceAll(/(?<=\d) (?=%|s\b)/g, "\u00a0");
}

/** The interval around the middle line of no difference; the words beside it say the same. */
function spanBar({ low, middle, high }: Span): HTMLElement {
  const bar = element("span", { class: "span", attributes: { "aria-hidden": "true" } });
  bar.style.setProperty("--low", String(low));
  bar.style.setProperty("--middle", String(middle));
  bar.style.setProperty("--high", String(high));
  bar.append(element("span", { class: "span-interval" }), element("span", { class: "span-middle" }));
  return bar;
}

function functions(title: string, entries: readonly string[]): HTMLElement | null {
  if (entries.length === 0) return null;
  return element(
    "div",
    { class: "unpaired" },
    element("h3", { text: title }),
    element("ul", {}, ...entries.map((text) => element("li", { text }))),
  );
}

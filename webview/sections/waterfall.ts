import type { Actions } from "../actions.ts";
import {
  busyOf,
  connectors,
  unfoldedRows,
  type Connector,
  type LaidCall,
  type LaidRow,
  type Waterfall,
} from "../../bench-worker/waterfall.ts";
import { element, withRoles } from "../dom.ts";
import { baseName, ofRevision } from "../model/labels.ts";
import {
  OUTCOMES,
  placeText,
  rowSentence,
  share as shareText,
  tickTexts,
  time,
  tookText,
} from "../model/waterfall-text.ts";
import { foldable } from "./foldable.ts";

/** Whose I/O calls they are. */
export interface WaterfallOf {
  readonly key: string;
  readonly label: string;
  readonly file: string;
  readonly revision: string | undefined;
  /** What stands above it, where that is not how it was recorded. */
  readonly title?: string;
  /** Of the longest name, where others are drawn below each other with it. */
  readonly characters?: number;
}

/** Of the longest name of a waterfall. */
export function longestName({ rows }: Waterfall): number {
  return Math.max(...rows.map(nameLength));
}

/**
 * The I/O calls of a recorded call as bars over its time, a row a call: which came after which, what failed, and when none was
 * under way. Their numbers follow as a table.
 */
export function waterfallFigure(
  of: WaterfallOf,
  laid: Waterfall,
  open: readonly string[],
  actions: Actions,
): HTMLElement {
  const byIndex = new Map(laid.calls.map((one) => [one.index, one]));
  const rows = unfoldedRows(laid.rows, (row) => open.includes(foldKey(of, row)));
  const lines = connectors(rows);
  const list = element(
    "ol",
    { class: "flow-rows", attributes: { "aria-label": `I/O calls of ${of.label}, in order of their start` } },
    ...rows.map((row, at) => rowItem(of, row, at, laid, byIndex, open, actions)),
  );
  const body = element(
    "div",
    { class: "flow-body" },
    overlay(laid, lines),
    list,
    laid.own === null ? null : ownRow(laid),
  );
  trace(body, rows, lines);
  const figure = element(
    "div",
    { class: laid.rows.some(({ calls }) => calls.length > 1) ? "figure flow folds" : "figure flow" },
    element("h3", { text: of.title ?? "Its I/O calls, as they were recorded" }),
    element("div", { class: "flow-frame" }, axis(laid), body),
    element("p", { class: "quiet flow-key" }, ...key(laid, lines)),
    numbers(of, laid, byIndex, open, actions),
  );
  // So that names get as much room as they need, and bars the rest.
  figure.style.setProperty("--characters", String(of.characters ?? longestName(laid)));
  return figure;
}

function nameLength({ calls }: LaidRow): number {
  const { expression, file, line } = calls[0]!.call;
  const place = file === undefined ? String(line) : `${baseName(file)}:${line}`;
  return expression.length + Math.max(3, place.length);
}

/** By what it is remembered that the calls of a row are unfolded. */
function foldKey({ key }: WaterfallOf, row: LaidRow): string {
  return `flow:${key}:${row.key}`;
}

function axis(laid: Waterfall): HTMLElement {
  const texts = tickTexts(laid);
  return element(
    "div",
    { class: "flow-axis", attributes: { "aria-hidden": "true" } },
    element(
      "div",
      { class: "flow-ticks" },
      ...laid.ticks.map((tick, at) =>
        place(element("span", { text: texts[at]! }), laid, { start: tick, end: tick }),
      ),
    ),
  );
}

/** What lies behind and over the rows' bars. */
function overlay(laid: Waterfall, lines: readonly Connector[]): HTMLElement {
  return element(
    "div",
    { class: "flow-overlay", attributes: { "aria-hidden": "true" } },
    ...laid.ticks.map((tick) =>
      place(element("span", { class: "flow-tick" }), laid, { start: tick, end: tick }),
    ),
    ...lines.map((line) => {
      const made = element("span", {
        class: line.isOnChain ? "flow-connector on-chain" : "flow-connector",
      });
      made.style.setProperty("--from", String(Math.min(line.from, line.to)));
      made.style.setProperty("--rows", String(Math.abs(line.to - line.from)));
      made.dataset["to"] = String(line.to);
      return place(made, laid, line);
    }),
  );
}

function place<E extends HTMLElement>(
  made: E,
  { milliseconds }: Waterfall,
  { start, end }: { readonly start: number; readonly end: number },
): E {
  const share = (at: number): string => String(milliseconds === 0 ? 0 : at / milliseconds);
  made.style.setProperty("--start", share(start));
  made.style.setProperty("--end", share(end));
  return made;
}

function rowItem(
  of: WaterfallOf,
  row: LaidRow,
  at: number,
  laid: Waterfall,
  byIndex: ReadonlyMap<number, LaidCall>,
  open: readonly string[],
  actions: Actions,
): HTMLElement {
  const { call } = row.calls[0]!;
  const sentence = rowSentence(row, (index) => byIndex.get(index));
  const show = (): void =>
    actions.send({
      type: "open",
      file: call.file ?? of.file,
      line: call.line,
      column: call.column,
      ...(call.file === undefined ? ofRevision(of) : {}),
    });
  const failed = row.calls.filter((one) => one.call.outcome === "error").length;
  const isPart = row.key.includes(" ") && row.calls.length === 1;
  const item = element(
    "li",
    { class: isPart ? "flow-row part" : "flow-row", attributes: { title: sentence } },
    element(
      "div",
      { class: "flow-label" },
      row.calls.length > 1 ? unfolding(of, row, open, actions) : null,
      element(
        "button",
        {
          class: "link flow-call",
          attributes: { type: "button", "aria-label": `${sentence}. Open the line` },
          focusKey: `flow:${of.key}:call:${row.key}`,
          on: { click: show },
        },
        element("span", {
          class: "line-number",
          text: call.file === undefined ? String(call.line) : `${baseName(call.file)}:${call.line}`,
        }),
        element("code", { text: call.expression }),
      ),
    ),
    lane(row, laid, show),
    element(
      "span",
      { class: "flow-took", attributes: { "aria-hidden": "true" } },
      failed === 0
        ? null
        : element("span", { class: "flow-sign", text: row.calls.length === 1 ? "✗" : `✗${failed}` }),
      tookText(row),
    ),
  );
  item.dataset["row"] = String(at);
  return item;
}

function unfolding(of: WaterfallOf, row: LaidRow, open: readonly string[], actions: Actions): HTMLElement {
  const key = foldKey(of, row);
  const isOpen = open.includes(key);
  return element("button", {
    class: "flow-fold",
    text: isOpen ? "▾" : "▸",
    attributes: {
      type: "button",
      "aria-expanded": String(isOpen),
      "aria-label": `The ${row.calls.length} calls of ${row.calls[0]!.call.expression}`,
    },
    focusKey: key,
    on: { click: () => actions.unfold(key, !isOpen) },
  });
}

/** A row's time; whoever points at it gets to the line, too. */
function lane(row: LaidRow, laid: Waterfall, show: () => void): HTMLElement {
  return element(
    "div",
    { class: "flow-lane", attributes: { "aria-hidden": "true" }, on: { click: show } },
    ...(row.calls.length === 1 ? [bar(row.calls[0]!, laid)] : skyline(row, laid)),
  );
}

function bar(one: LaidCall, laid: Waterfall): HTMLElement {
  const { outcome } = one.call;
  return place(
    element("span", { class: `flow-bar ${outcome}${one.isOnChain ? " on-chain" : ""}` }),
    laid,
    one,
  );
}

/** How many calls of the row are under way when. */
function skyline({ calls }: LaidRow, laid: Waterfall): HTMLElement[] {
  const busy = busyOf(calls);
  const most = Math.max(1, ...busy.map(({ inFlight }) => inFlight));
  const onChain = calls.some(({ isOnChain }) => isOnChain) ? " on-chain" : "";
  return [
    ...busy.map((stretch) => {
      const made = place(element("span", { class: `flow-bar value many${onChain}` }), laid, stretch);
      made.style.setProperty("--height", String(stretch.inFlight / most));
      return made;
    }),
    ...calls
      .filter(({ call }) => call.outcome === "error")
      .map(({ end }) => place(element("span", { class: "flow-failed" }), laid, { start: end, end })),
  ];
}

function ownRow(laid: Waterfall): HTMLElement {
  const { milliseconds, share, stretches } = laid.own!;
  return element(
    "div",
    {
      class: "flow-row own",
      attributes: { title: "No I/O call was under way that it got an answer from" },
    },
    element("div", { class: "flow-label" }, element("span", { class: "quiet", text: "its own time" })),
    element(
      "div",
      { class: "flow-lane", attributes: { "aria-hidden": "true" } },
      ...stretches.map((stretch) => place(element("span", { class: "flow-own" }), laid, stretch)),
    ),
    element("span", { class: "flow-took", text: `${time(milliseconds)}, ${shareText(share)}` }),
  );
}

/** What the drawing means, of what is there. */
function key({ calls, own }: Waterfall, lines: readonly Connector[]): HTMLElement[] {
  const has = (outcome: LaidCall["call"]["outcome"]): boolean =>
    calls.some(({ call }) => call.outcome === outcome);
  const entry = (bars: string, text: string): HTMLElement =>
    element("span", {}, element("span", { class: `flow-swatch ${bars}` }), text);
  const chain = calls.filter(({ isOnChain }) => isOnChain).length;
  return [
    ...(chain === 0 ? [] : [entry("flow-bar value on-chain", "on the way to the last answer")]),
    ...(chain === calls.length ? [] : [entry("flow-bar value", "beside it")]),
    ...(has("error") ? [entry("flow-bar error on-chain", "failed")] : []),
    ...(has("pending") ? [entry("flow-bar pending", "had not answered at the end")] : []),
    ...(own === null || own.milliseconds === 0 ? [] : [entry("flow-own", "none under way")]),
    ...(lines.length === 0
      ? []
      : [entry("flow-line", "from the call that had answered last to what began after it")]),
  ];
}

/** Marks the calls that came before the one that somebody points at or comes to by keyboard. */
function trace(body: HTMLElement, rows: readonly LaidRow[], lines: readonly Connector[]): void {
  const before = new Map(lines.map(({ from, to }) => [to, from]));
  const mark = (event: Event): void => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-row]") : null;
    const leads = new Set<number>();
    let at = target === null ? undefined : Number(target.dataset["row"]);
    while (at !== undefined && !leads.has(at)) {
      leads.add(at);
      at = before.get(at);
    }
    body.classList.toggle("tracing", leads.size > 0);
    for (const one of body.querySelectorAll<HTMLElement>("[data-row], [data-to]")) {
      one.classList.toggle("leads", leads.has(Number(one.dataset["row"] ?? one.dataset["to"])));
    }
  };
  const clear = (): void => body.classList.remove("tracing");
  if (rows.length < 2) return;
  body.addEventListener("pointerover", mark);
  body.addEventListener("focusin", mark);
  body.addEventListener("pointerleave", clear);
  body.addEventListener("focusout", clear);
}

function numbers(
  of: WaterfallOf,
  laid: Waterfall,
  byIndex: ReadonlyMap<number, LaidCall>,
  open: readonly string[],
  actions: Actions,
): HTMLElement {
  const columns = ["I/O call", "Line", "Began", "Took", "Outcome", "Began once this had answered"];
  const table = element(
    "table",
    { class: "numbers" },
    element("caption", { class: "spoken", text: `I/O calls of ${of.label}` }),
    element(
      "thead",
      {},
      element("tr", {}, ...columns.map((text) => element("th", { text, attributes: { scope: "col" } }))),
    ),
    element(
      "tbody",
      {},
      ...laid.calls.map(({ call, start, end, after }) => {
        const before = after === null ? undefined : byIndex.get(after);
        return element(
          "tr",
          {},
          element("th", { text: call.expression, attributes: { scope: "row" } }),
          element("td", { text: placeText(call) }),
          element("td", { text: time(start) }),
          element("td", { text: call.outcome === "pending" ? "–" : time(end - start) }),
          element("td", { text: OUTCOMES[call.outcome] }),
          element("td", {
            text: before === undefined ? "none" : `${before.call.expression}, ${placeText(before.call)}`,
          }),
        );
      }),
    ),
  );
  const box = element(
    "div",
    { class: "scrolls", attributes: { tabindex: "0", role: "group", "aria-label": "Numbers of this chart" } },
    withRoles(table),
  );
  const fold = foldable("Numbers of this chart", actions, box);
  fold.update(`flow:${of.key}:numbers`, open);
  fold.root.querySelector("summary")!.dataset["focusKey"] = `flow:${of.key}:numbers`;
  return fold.root;
}

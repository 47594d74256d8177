import type { Actions } from "../actions.ts";
import { appearance } from "../chart/appearance.ts";
import { element, replaceContent, whenChanged, withRoles } from "../dom.ts";
import { ofRevision } from "../model/labels.ts";
import { columnsOf, nextSort, sortRows, type Cell, type Row, type Sort } from "../model/comparison.ts";
import { swatch } from "./swatch.ts";

type Column = ReturnType<typeof columnsOf>[number];

/** What the table shows. */
export interface TableModel {
  readonly rows: readonly Row[];
  readonly sort: Sort;
}

/** The comparison: one row a target, sorted by a click on a header. */
export function comparisonTable(root: HTMLElement, actions: Actions): (model: TableModel) => void {
  return whenChanged(({ rows, sort }) => {
    const columns = columnsOf(rows);
    const isOne = rows.length === 1;
    const table = element(
      "table",
      { class: isOne ? "comparison one" : "comparison" },
      element("caption", {
        class: "spoken",
        text: isOne ? "What one call costs" : "What each function costs; headers sort",
      }),
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          ...columns.map((column) => (isOne ? plainHeader(column) : headerCell(column, sort, actions))),
        ),
      ),
      element("tbody", {}, ...sortRows(rows, sort).map((row) => tableRow(row, columns, actions))),
    );
    replaceContent(root, withRoles(table));
  });
}

/** There is nothing to sort. */
function plainHeader({ title, meaning }: Column): HTMLElement {
  return element("th", { text: title, attributes: { scope: "col", title: meaning } });
}

function headerCell({ id, title, numeric, meaning }: Column, sort: Sort, actions: Actions): HTMLElement {
  const sorted = sort?.column === id ? (sort.descending ? "descending" : "ascending") : null;
  const made = element(
    "th",
    { class: numeric ? "number" : "words", attributes: { scope: "col", "aria-sort": sorted } },
    element(
      "button",
      {
        attributes: { type: "button", title: meaning },
        focusKey: `sort:${id}`,
        on: { click: () => actions.choose({ sort: nextSort(sort, id) }) },
      },
      title,
      element("span", {
        class: "arrow",
        text: sorted === null ? "" : sorted === "ascending" ? "▲" : "▼",
        attributes: { "aria-hidden": "true" },
      }),
    ),
  );
  made.dataset["column"] = id;
  return made;
}

function tableRow(row: Row, columns: readonly Column[], actions: Actions): HTMLElement {
  const { cells, key, index, stale, state } = row;
  const made = element(
    "tr",
    {
      class: stale ? "stale" : "",
      on: { mouseenter: () => actions.highlight(key), mouseleave: () => actions.highlight(null) },
    },
    element(
      "th",
      { class: "words", attributes: { scope: "row" } },
      element(
        "div",
        { class: "row-name" },
        swatch(index),
        element("button", {
          class: "link",
          text: cells.name.text,
          attributes: { type: "button", title: `Open ${cells.name.detail}` },
          focusKey: `open:${key}`,
          on: {
            click: () =>
              actions.send({
                type: "open",
                file: row.file,
                line: row.line,
                column: row.column,
                ...ofRevision(row),
              }),
          },
        }),
        stale ? element("span", { class: "chip", text: "edited since" }) : null,
        state === "completed" ? null : element("span", { class: `chip ${state}`, text: STATE_WORDS[state] }),
      ),
    ),
    ...columns.slice(1).map((column) => dataCell(cells[column.id], column, index)),
  );
  made.dataset["series"] = key;
  return made;
}

const STATE_WORDS: Readonly<Record<Exclude<Row["state"], "completed">, string>> = {
  running: "measuring",
  failed: "failed",
  "timed-out": "timed out",
  cancelled: "cancelled",
  unsupported: "unsupported",
};

function dataCell(cell: Cell, { id, title, numeric, meaning }: Column, index: number): HTMLElement {
  const absent = cell.order === null;
  const made = element(
    "td",
    {
      class: [numeric ? "number" : "words", ...(absent ? ["quiet"] : [])].join(" "),
      attributes: { title: cell.detail === "" ? meaning : cell.detail },
    },
    element("span", { class: "value", text: cell.text }),
    cell.aside === "" ? null : element("span", { class: "aside", text: cell.aside }),
  );
  made.dataset["column"] = id;
  // For narrow panels, which have no headers above the cells.
  made.dataset["label"] = title;
  if (cell.share !== null) {
    const bar = element("span", {
      class: `bar series-${appearance(index).colour}`,
      attributes: { "aria-hidden": "true" },
    });
    bar.style.setProperty("--share", String(cell.share));
    made.append(bar);
  }
  return made;
}

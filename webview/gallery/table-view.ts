import type { GalleryTable } from "../../bench-worker/gallery-table.ts";
import { tableInText } from "../../bench-worker/gallery-table-text.ts";
import { findingInText, type FindingText, type Grid } from "../../bench-worker/gallery-table-parts.ts";
import { element, withRoles } from "../dom.ts";
import { tableCanvas } from "./table-canvas.ts";
import { chartsOf, type ChartLook } from "./table-charts.ts";

/** A table of the gallery on the page. */
export interface TableView {
  readonly parts: readonly HTMLElement[];
  /** Draws the charts, once the parts stand on the page. */
  readonly draw: () => void;
  readonly dispose: () => void;
}

/**
 * What the article says beside what was found, the charts, the numbers, and what is to be known of them.
 *
 * @param isUnderWay What is not there yet may come.
 */
export function tableView(table: GalleryTable, look: ChartLook, isUnderWay: boolean): TableView {
  const { setup, grids, remarks } = tableInText(table);
  const findings = table.findings.map((one) => findingInText(one, isUnderWay ? " yet" : ""));
  const { title, author, date } = table.article;
  const charts = chartsOf(table, look).map(tableCanvas);
  const year = date.slice(0, 4);
  const said =
    findings.length === 0
      ? []
      : [
          section(
            "Then and now",
            element("dl", { class: "findings" }, ...findings.map((one) => finding(one, year))),
          ),
        ];
  const drawn = charts.length === 0 ? [] : [section("Charts", ...charts.map(({ root }) => root))];
  const parts = [
    element("p", { class: "quiet", text: [`After ${author}: ${title}, ${date}.`, capital(setup)].join(" ") }),
    element("div", { class: "gallery-columns" }, ...said, ...drawn),
    section("Numbers", ...grids.map(gridOf)),
    ...(remarks.length === 0
      ? []
      : [
          section(
            "Remarks",
            element("ul", { class: "remarks" }, ...remarks.map((text) => element("li", { text }))),
          ),
        ]),
  ];
  return {
    parts,
    draw: () => charts.forEach(({ draw }) => draw()),
    dispose: () => charts.forEach(({ dispose }) => dispose()),
  };
}

function section(heading: string, ...children: readonly HTMLElement[]): HTMLElement {
  return element("section", {}, element("h2", { text: heading }), ...children);
}

function finding({ about, then, now, why }: FindingText, year: string): HTMLElement {
  const line = (name: string, text: string): HTMLElement =>
    element("p", {}, element("span", { class: "quiet", text: `${name}: ` }), text);
  return element(
    "div",
    {},
    element("dt", { text: about }),
    element("dd", {}, line(year, then), line("here", now), line("why", why)),
  );
}

function gridOf({ caption, columns, rows }: Grid): HTMLElement {
  const cell = (name: "th" | "td", text: string, index: number): HTMLElement =>
    element(name, {
      text,
      ...(columns[index]?.right === true ? { class: "number" } : {}),
      ...(name === "th" ? { attributes: { scope: "col" } } : {}),
    });
  const table = element(
    "table",
    { class: "gallery-table" },
    ...(caption === "" ? [] : [element("caption", { text: caption })]),
    element("thead", {}, element("tr", {}, ...columns.map(({ title }, index) => cell("th", title, index)))),
    element(
      "tbody",
      {},
      ...rows.map(([name = "", ...rest]) =>
        element(
          "tr",
          {},
          element("th", { text: name, attributes: { scope: "row" } }),
          ...rest.map((text, index) => cell("td", text, index + 1)),
        ),
      ),
    ),
  );
  const attributes = { tabindex: "0", role: "group", "aria-label": caption === "" ? "Table" : caption };
  return element("div", { class: "scrolls", attributes }, withRoles(table));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

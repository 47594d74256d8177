import type { Actions } from "../actions.ts";
import type { ChartView } from "../chart/chart-view.ts";
import { lineChart } from "../chart/line-chart.ts";
import { element, replaceContent, whenChanged } from "../dom.ts";
import { integer, NOT_MEASURED } from "../model/format.ts";
import type { ChartModel } from "../model/series.ts";
import { foldable } from "./foldable.ts";

/** A chart with its heading, what is missing in it, and its numbers as a table for those who cannot see it. */
export function chartFigure(
  root: HTMLElement,
  actions: Actions,
): (model: ChartModel, view: ChartView, open: readonly string[]) => void {
  const title = element("h3");
  const canvas = element("canvas", { attributes: { role: "img" } });
  const frame = element("div", { class: "canvas-frame" }, canvas);
  const absence = element("p", { class: "absence" });
  const missing = element("p", { class: "quiet" });
  // Who has no mouse scrolls it by the arrow keys.
  const numbers = element("div", {
    class: "scrolls",
    attributes: { tabindex: "0", role: "group", "aria-label": "Numbers of this chart" },
  });
  const fold = foldable("Numbers of this chart", actions, numbers);
  root.append(title, frame, absence, missing, fold.root);

  const draw = lineChart(canvas);
  const write = whenChanged((model: ChartModel) => {
    title.textContent = model.title;
    canvas.setAttribute("aria-label", `${model.axis} over calls in flight; the numbers follow as a table.`);
    absence.textContent = model.absence ?? "";
    absence.hidden = model.absence === null;
    frame.hidden = fold.root.hidden = model.absence !== null;
    missing.textContent = missingText(model);
    missing.hidden = missing.textContent === "";
    replaceContent(numbers, numbersTable(model));
  });
  return (model, view, open) => {
    write(model);
    fold.update(`chart:${model.id}`, open);
    if (model.absence === null) draw(model, view);
  };
}

function missingText({ missing }: ChartModel): string {
  const say = (words: string, labels: readonly string[]) =>
    labels.length === 0 ? [] : [`${words}: ${labels.join(", ")}.`];
  return [...say("Not yet", missing.yet), ...say("Not measured", missing.atAll)].join(" ");
}

function numbersTable(model: ChartModel): HTMLTableElement {
  return element(
    "table",
    { class: "numbers" },
    element("caption", { class: "spoken", text: `${model.axis} over n` }),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        element("th", { text: "Function", attributes: { scope: "col" } }),
        ...model.concurrency.map((n) =>
          element("th", { text: `n = ${integer(n)}`, attributes: { scope: "col" } }),
        ),
      ),
    ),
    element(
      "tbody",
      {},
      ...model.series.map(({ label, points }) =>
        element(
          "tr",
          {},
          element("th", { text: label, attributes: { scope: "row" } }),
          ...model.concurrency.map((n) => {
            const point = points.find((other) => other.n === n);
            if (point === undefined)
              return element("td", {
                class: "quiet",
                text: model.missing.yet.includes(label) ? "not yet" : NOT_MEASURED,
              });
            return element(
              "td",
              { attributes: { title: point.aside === "" ? null : point.aside } },
              point.text,
              point.aside === "" ? null : element("span", { class: "spoken", text: `, ${point.aside}` }),
            );
          }),
        ),
      ),
    ),
  );
}

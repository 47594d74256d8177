import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  Title,
  Tooltip,
} from "chart.js";
import type { ChartTheme } from "../chart/theme.ts";
import { element } from "../dom.ts";
import type { ChartLook, TableChart } from "./table-charts.ts";

Chart.register(
  ...[BarController, BarElement, LineController, LineElement, PointElement],
  ...[CategoryScale, LinearScale, LogarithmicScale, Legend, Title, Tooltip],
);

/** A canvas with a picture of a table, which is as wide as what is around it. */
export function tableCanvas({ name, alternative, heightPixels, configuration }: TableChart): {
  readonly root: HTMLElement;
  /** Draws it, once it stands on the page. */
  readonly draw: () => void;
  readonly dispose: () => void;
} {
  const canvas = element("canvas", { attributes: { role: "img", "aria-label": alternative } });
  const frame = element("div", { class: "canvas-frame" }, canvas);
  frame.style.height = `${heightPixels}px`;
  let chart: Chart | undefined;
  return {
    root: element("div", { class: "figure", attributes: { "data-chart": name } }, frame),
    draw: () => {
      chart =
        configuration.type === "bar" ? new Chart(canvas, configuration) : new Chart(canvas, configuration);
    },
    dispose: () => chart?.destroy(),
  };
}

/** The colours of the editor. */
export function lookOf({ text, grid, series, fontFamily, fontSizePixels }: ChartTheme): ChartLook {
  const [now = text] = series;
  return {
    text,
    grid,
    now,
    then: text,
    series,
    fitsFrame: true,
    fontFamily,
    fontSizePixels: fontSizePixels - 1,
  };
}

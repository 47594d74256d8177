import {
  Chart,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
  type ChartConfiguration,
  type ChartDataset,
  type ChartOptions,
} from "chart.js";
import { integer } from "../model/format.ts";
import type { ChartModel } from "../model/series.ts";
import { appearance } from "./appearance.ts";
import { withAlpha } from "./colour.ts";
import { intervals, type DrawnIntervals } from "./intervals.ts";
import type { ChartTheme } from "./theme.ts";

Chart.register(LineController, LineElement, PointElement, LinearScale, Tooltip);

/** How much of its colour a series keeps while another one is highlighted. */
const FADED = 0.15;
/** How much of it a series keeps whose function was edited since. */
const STALE = 0.5;
const BAND = 0.12;

/** What a chart shows besides its data. */
export interface ChartView {
  readonly hidden: ReadonlySet<string>;
  /** The key of the series that stands out; null for none. */
  readonly highlighted: string | null;
  /** The places in the document of targets that were edited since. */
  readonly stale: ReadonlySet<number>;
  readonly theme: ChartTheme;
}

/** A line chart over n on `canvas`; the function that is given back brings it up to date. */
export function lineChart(canvas: HTMLCanvasElement): (model: ChartModel, view: ChartView) => void {
  let drawn: DrawnIntervals[] = [];
  let chart: Chart<"line"> | null = null;
  return (model, view) => {
    drawn = model.series.map(({ key, index, points }) => {
      const colour = colourOf(key, index, view);
      return { points, line: colour, band: withAlpha(colour, BAND) };
    });
    const data = { datasets: datasets(model, view) };
    const settings = options(model, view);
    if (chart === null) {
      const configuration: ChartConfiguration<"line"> = {
        type: "line",
        data,
        options: settings,
        plugins: [intervals(() => drawn)],
      };
      chart = new Chart(canvas, configuration);
    } else {
      chart.data = data;
      chart.options = settings;
      chart.update("none");
    }
  };
}

function colourOf(key: string, index: number, { highlighted, hidden, stale, theme }: ChartView): string {
  const colour = theme.series[appearance(index).colour]!;
  const fades = highlighted !== null && highlighted !== key && !hidden.has(highlighted);
  if (fades) return withAlpha(colour, FADED);
  return stale.has(index) && highlighted !== key ? withAlpha(colour, STALE) : colour;
}

function datasets(model: ChartModel, view: ChartView): ChartDataset<"line", { x: number; y: number }[]>[] {
  return model.series.map(({ key, label, index, points }) => {
    const { dash, point } = appearance(index);
    const colour = colourOf(key, index, view);
    const stands = view.highlighted === key;
    return {
      label,
      data: points.map(({ n, value }) => ({ x: n, y: value })),
      hidden: view.hidden.has(key),
      borderColor: colour,
      borderDash: [...dash],
      borderWidth: stands ? 3 : 2,
      pointStyle: point,
      pointRadius: stands ? 5 : 4,
      pointHoverRadius: 6,
      pointBackgroundColor: colour,
      pointBorderColor: colour,
      pointHoverBackgroundColor: colour,
      pointHoverBorderColor: colour,
      order: stands ? -1 : index,
    };
  });
}

function options(model: ChartModel, view: ChartView): ChartOptions<"line"> {
  const { theme, hidden } = view;
  const font = { family: theme.fontFamily, size: theme.fontSizePixels - 1 };
  const seen = model.series.filter(({ key }) => !hidden.has(key)).flatMap(({ points }) => points);
  const title = (text: string) => ({ display: true, text, color: theme.text, font });
  const ticks = { color: theme.text, font };
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    interaction: { mode: "nearest", axis: "xy", intersect: false },
    scales: {
      x: {
        type: "linear",
        title: title("Calls in flight together (n)"),
        min: 0,
        grid: { color: theme.grid, tickColor: theme.grid },
        border: { color: theme.grid },
        // A tick where something was measured, and nowhere else.
        afterBuildTicks: (axis) => {
          axis.ticks = model.concurrency.map((value) => ({ value }));
        },
        ticks: { ...ticks, callback: (value) => integer(Number(value)), maxRotation: 0 },
      },
      y: {
        type: "linear",
        beginAtZero: true,
        title: title(model.axis),
        // Error bars have to fit in too.
        suggestedMax: Math.max(0, ...seen.map(({ value, high }) => high ?? value)),
        grid: { color: theme.grid, tickColor: theme.grid },
        border: { color: theme.grid },
        ticks,
      },
    },
    plugins: {
      tooltip: {
        backgroundColor: theme.tooltipBackground,
        borderColor: theme.tooltipBorder,
        borderWidth: 1,
        cornerRadius: 3,
        padding: 8,
        titleColor: theme.tooltipText,
        bodyColor: theme.tooltipText,
        titleFont: font,
        bodyFont: font,
        usePointStyle: true,
        boxPadding: 4,
        callbacks: {
          title: ([item]) => (item === undefined ? "" : `n = ${integer(item.parsed.x ?? 0)}`),
          label: ({ datasetIndex, dataIndex }) => {
            const series = model.series[datasetIndex];
            const point = series?.points[dataIndex];
            if (series === undefined || point === undefined) return "";
            return point.aside === ""
              ? `${series.label}: ${point.text}`
              : [`${series.label}: ${point.text}`, point.aside];
          },
        },
      },
    },
  };
}

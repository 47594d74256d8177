import {
  Chart,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
  type ChartDataset,
  type ChartOptions,
} from "chart.js";
import { integer } from "../model/format.ts";
import type { ChartModel } from "../model/series.ts";
import { appearance } from "./appearance.ts";
import { axisLook, chartFont, colourOf, drawnAtOnce, tooltipLook, type ChartView } from "./chart-view.ts";
import { withAlpha } from "./colour.ts";
import { drawn } from "./drawn.ts";
import { intervals, type DrawnIntervals } from "./intervals.ts";

Chart.register(LineController, LineElement, PointElement, LinearScale, Tooltip);

/** How much of its colour a series keeps while another one is highlighted. */
const FADED = 0.15;
const BAND = 0.12;

/** A line chart over n on `canvas`; the function that is given back brings it up to date. */
export function lineChart(canvas: HTMLCanvasElement): (model: ChartModel, view: ChartView) => void {
  let bars: DrawnIntervals[] = [];
  const plugins = [intervals(() => bars)];
  const draw = drawn<"line", Place[]>(canvas);
  return (model, view) => {
    bars = model.series.map((series) => {
      const colour = colourOf(series, view, FADED);
      return { points: series.points, line: colour, band: withAlpha(colour, BAND) };
    });
    draw({ type: "line", data: { datasets: datasets(model, view) }, options: options(model, view), plugins });
  };
}

interface Place {
  readonly x: number;
  readonly y: number;
}

function datasets(model: ChartModel, view: ChartView): ChartDataset<"line", Place[]>[] {
  return model.series.map((series) => {
    const { key, label, index, points } = series;
    const { dash, point } = appearance(index);
    const colour = colourOf(series, view, FADED);
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
  const seen = model.series.filter(({ key }) => !hidden.has(key)).flatMap(({ points }) => points);
  const ticks = { color: theme.text, font: chartFont(theme) };
  return {
    ...drawnAtOnce,
    scales: {
      x: {
        type: "linear",
        ...axisLook(theme, "Calls in flight together (n)"),
        min: 0,
        // A tick where something was measured, and nowhere else.
        afterBuildTicks: (axis) => {
          axis.ticks = model.concurrency.map((value) => ({ value }));
        },
        ticks: { ...ticks, callback: (value) => integer(Number(value)), maxRotation: 0 },
      },
      y: {
        type: "linear",
        ...axisLook(theme, model.axis),
        beginAtZero: true,
        // Error bars have to fit in too.
        suggestedMax: Math.max(0, ...seen.map(({ value, high }) => high ?? value)),
        ticks,
      },
    },
    plugins: {
      // The panel has one of its own; the gallery's charts register theirs for all charts of the page.
      legend: { display: false },
      tooltip: {
        ...tooltipLook(theme),
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

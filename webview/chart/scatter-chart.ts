import {
  Chart,
  LinearScale,
  LogarithmicScale,
  PointElement,
  ScatterController,
  Tooltip,
  type ChartDataset,
  type ChartOptions,
} from "chart.js";
import { pointInWords, type AxisId, type ScatterModel, type ScatterPoint } from "../model/among-gallery.ts";
import { integer } from "../model/format.ts";
import { appearance } from "./appearance.ts";
import { axisLook, chartFont, colourOf, drawnAtOnce, tooltipLook, type ChartView } from "./chart-view.ts";
import { withAlpha } from "./colour.ts";
import { drawn } from "./drawn.ts";
import { logarithmicEnds, logarithmicTick } from "./logarithmic.ts";
import { pointLabels, type PointLabel } from "./point-labels.ts";

Chart.register(ScatterController, PointElement, LinearScale, LogarithmicScale, Tooltip);

/** How much of its colour a point keeps while another one stands out. */
const FADED = 0.25;
const RADIUS_PIXELS = 6;
/** The user's own point is larger, with a ring around it. */
const OWN_RADIUS_PIXELS = 10;
const LINE_HEIGHT = 1.3;

/** A chart with one point a function on `canvas`; the function that is given back brings it up to date. */
export function scatterChart(canvas: HTMLCanvasElement): (model: ScatterModel, view: ChartView) => void {
  let labels: (PointLabel | null)[] = [];
  let background = "";
  const plugins = [
    pointLabels(
      () => labels,
      () => background,
    ),
  ];
  const draw = drawn<"scatter", Place[]>(canvas);
  return (model, view) => {
    labels = model.points.map((point) => labelOf(point, view));
    background = view.theme.background;
    const data = { datasets: model.points.map((point) => dataset(point, view)) };
    draw({ type: "scatter", data, options: options(model, view), plugins });
  };
}

interface Place {
  readonly x: number;
  readonly y: number;
}

function radiusOf({ isOwn }: ScatterPoint): number {
  return isOwn ? OWN_RADIUS_PIXELS : RADIUS_PIXELS;
}

function dataset(point: ScatterPoint, view: ChartView): ChartDataset<"scatter", Place[]> {
  const { key, label, index, isOwn, x, y } = point;
  const colour = colourOf(point, view, FADED);
  const radius = radiusOf(point);
  const stands = view.highlighted === key;
  const ring = isOwn ? view.theme.text : colour;
  return {
    label,
    data: [{ x: x.value, y: y.value }],
    hidden: view.hidden.has(key),
    clip: false,
    pointStyle: appearance(index).point,
    pointRadius: stands ? radius + 2 : radius,
    pointHoverRadius: radius + 2,
    pointBackgroundColor: colour,
    pointBorderColor: ring,
    pointBorderWidth: isOwn ? 3 : 2,
    pointHoverBackgroundColor: colour,
    pointHoverBorderColor: ring,
    pointHoverBorderWidth: isOwn ? 3 : 2,
    order: stands ? -2 : isOwn ? -1 : index,
  };
}

/** The user's own and the one that stands out have theirs whatever they cover. */
function labelOf(point: ScatterPoint, view: ChartView): PointLabel | null {
  const { key, label, isOwn } = point;
  const stands = view.highlighted === key;
  const isOtherOut = view.highlighted !== null && !view.hidden.has(view.highlighted) && !stands;
  const { theme } = view;
  const size = theme.fontSizePixels - 1;
  return {
    text: isOwn ? `${label} (yours)` : label,
    colour: isOtherOut && !isOwn ? withAlpha(theme.text, FADED) : theme.text,
    font: `${isOwn || stands ? "bold " : ""}${size}px ${theme.fontFamily}`,
    heightPixels: size * LINE_HEIGHT,
    radiusPixels: radiusOf(point) + 2,
    isNeeded: isOwn || stands,
  };
}

function options(model: ScatterModel, { theme }: ChartView): ChartOptions<"scatter"> {
  const ticks = { color: theme.text, font: chartFont(theme), maxRotation: 0 };
  const scale = (id: AxisId, text: string, isLogarithmic: boolean, values: readonly number[]) => {
    if (isLogarithmic) {
      const callback = (value: number | string): string => logarithmicTick(Number(value));
      return {
        type: "logarithmic" as const,
        ...axisLook(theme, text),
        ...logarithmicEnds(values),
        ticks: { ...ticks, callback },
      };
    }
    if (id !== "debuggability") {
      return { type: "linear" as const, ...axisLook(theme, text), ticks, beginAtZero: true, grace: "8%" };
    }
    // A score is one of 2 to 10; beyond them is room for the points, and nothing to read.
    const callback = (value: number | string): string => scoreTick(Number(value));
    return {
      type: "linear" as const,
      ...axisLook(theme, text),
      min: 1,
      max: 11,
      ticks: { ...ticks, stepSize: 1, callback },
    };
  };
  return {
    ...drawnAtOnce,
    scales: {
      x: scale(
        model.axes.x,
        model.titles.x,
        model.isLogarithmic.x,
        model.points.map(({ x }) => x.value),
      ),
      y: scale(
        model.axes.y,
        model.titles.y,
        model.isLogarithmic.y,
        model.points.map(({ y }) => y.value),
      ),
    },
    plugins: {
      // Its points have their names beside them; the gallery's charts register theirs for all charts of the page.
      legend: { display: false },
      tooltip: {
        ...tooltipLook(theme),
        callbacks: {
          title: () => "",
          label: ({ datasetIndex }) => {
            const point = model.points[datasetIndex];
            return point === undefined ? "" : [point.label, ...pointInWords(point, model)];
          },
        },
      },
    },
  };
}

/** `7`, or nothing beyond the scores. */
function scoreTick(value: number): string {
  return value >= 2 && value <= 10 ? integer(value) : "";
}

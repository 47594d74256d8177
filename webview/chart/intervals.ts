import type { Chart, Plugin } from "chart.js";
import type { ChartPoint } from "../model/series.ts";

/** A series' intervals and how they are drawn; colours are null where the series is not to be seen. */
export interface DrawnIntervals {
  readonly points: readonly ChartPoint[];
  readonly line: string;
  readonly band: string;
}

const CAP_PIXELS = 4;

/** A chart.js plugin: a band behind each line from low to high, and an error bar at each point that has an interval. */
export function intervals(drawn: () => readonly DrawnIntervals[]): Plugin<"line"> {
  const each = (chart: Chart<"line">, draw: (series: DrawnIntervals, points: Interval[]) => void): void => {
    const { left, top, width, height } = chart.chartArea;
    chart.ctx.save();
    chart.ctx.beginPath();
    chart.ctx.rect(left, top, width, height);
    chart.ctx.clip();
    drawn().forEach((series, index) => {
      if (chart.isDatasetVisible(index)) draw(series, pixels(chart, series.points));
    });
    chart.ctx.restore();
  };
  return {
    id: "intervals",
    beforeDatasetsDraw: (chart) => each(chart, ({ band }, points) => drawBand(chart.ctx, band, points)),
    afterDatasetsDraw: (chart) => each(chart, ({ line }, points) => drawBars(chart.ctx, line, points)),
  };
}

interface Interval {
  readonly x: number;
  readonly low: number;
  readonly high: number;
}

function pixels(chart: Chart<"line">, points: readonly ChartPoint[]): Interval[] {
  const { x, y } = chart.scales;
  if (x === undefined || y === undefined) return [];
  return points.flatMap(({ n, low, high }) =>
    low === null || high === null
      ? []
      : [{ x: x.getPixelForValue(n), low: y.getPixelForValue(low), high: y.getPixelForValue(high) }],
  );
}

function drawBand(context: CanvasRenderingContext2D, colour: string, points: readonly Interval[]): void {
  if (points.length < 2) return;
  context.beginPath();
  for (const { x, high } of points) context.lineTo(x, high);
  for (const { x, low } of [...points].reverse()) context.lineTo(x, low);
  context.closePath();
  context.fillStyle = colour;
  context.fill();
}

function drawBars(context: CanvasRenderingContext2D, colour: string, points: readonly Interval[]): void {
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.setLineDash([]);
  context.beginPath();
  for (const { x, low, high } of points) {
    context.moveTo(x, low);
    context.lineTo(x, high);
    for (const end of [low, high]) {
      context.moveTo(x - CAP_PIXELS, end);
      context.lineTo(x + CAP_PIXELS, end);
    }
  }
  context.stroke();
}

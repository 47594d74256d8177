import type { Chart, Plugin } from "chart.js";
import { placeLabels, type Labelled } from "./label-places.ts";

/** A label as it is drawn. */
export interface PointLabel {
  readonly text: string;
  readonly colour: string;
  readonly font: string;
  readonly heightPixels: number;
  readonly radiusPixels: number;
  /** It is drawn even where it covers others. */
  readonly isNeeded: boolean;
}

const PADDING_PIXELS = 2;

/**
 * A chart.js plugin: the label of each data set beside its one point, where there is room; the needed ones choose
 * their places first. `drawn` has one entry a data set, null where it is not to be labelled.
 */
export function pointLabels(
  drawn: () => readonly (PointLabel | null)[],
  background: () => string,
): Plugin<"scatter"> {
  return {
    id: "point-labels",
    afterDatasetsDraw: (chart) => {
      const shown = drawn()
        .flatMap((label, index) => (label === null ? [] : placed(chart, label, index)))
        .sort((a, b) => Number(b.label.isNeeded) - Number(a.label.isNeeded));
      const places = placeLabels(
        shown.map(({ wanted }) => wanted),
        chart.chartArea,
      );
      // The needed ones come last, over what they cover.
      for (let at = shown.length - 1; at >= 0; at--) {
        const place = places[at];
        if (place)
          write(chart.ctx, shown[at]!.label, place.left, (place.top + place.bottom) / 2, background());
      }
    },
  };
}

interface Placed {
  readonly label: PointLabel;
  readonly wanted: Labelled;
}

function placed(chart: Chart<"scatter">, label: PointLabel, index: number): Placed[] {
  const { ctx } = chart;
  const point = chart.getDatasetMeta(index).data[0];
  if (point === undefined || !chart.isDatasetVisible(index)) return [];
  ctx.save();
  ctx.font = label.font;
  const { width } = ctx.measureText(label.text);
  ctx.restore();
  const { heightPixels: height, radiusPixels: radius, isNeeded } = label;
  return [{ label, wanted: { x: point.x, y: point.y, radius, width, height, isNeeded } }];
}

function write(
  context: CanvasRenderingContext2D,
  { text, colour, font, heightPixels, isNeeded }: PointLabel,
  left: number,
  middle: number,
  background: string,
): void {
  context.save();
  context.font = font;
  if (isNeeded) {
    context.fillStyle = background;
    context.fillRect(
      left - PADDING_PIXELS,
      middle - heightPixels / 2,
      context.measureText(text).width + 2 * PADDING_PIXELS,
      heightPixels,
    );
  }
  context.fillStyle = colour;
  context.textBaseline = "middle";
  context.fillText(text, left, middle);
  context.restore();
}

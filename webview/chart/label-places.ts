/** A rectangle on a canvas, in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A point that wants its label beside it. */
export interface Labelled {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Of the label. */
  readonly width: number;
  readonly height: number;
  /** Its label is there even where it covers others. */
  readonly isNeeded: boolean;
}

const GAP_PIXELS = 4;

/**
 * Where each point's label goes: right of it, left, above or below, whatever first is free of other points, of labels
 * placed before, and within `area`; null where nothing is. Earlier points choose first. A label that is needed goes
 * to the place that lies within the area the most.
 */
export function placeLabels(points: readonly Labelled[], area: Box): (Box | null)[] {
  const taken = points.map(({ x, y, radius }) => around(x, y, radius, radius));
  return points.map((point, index) => {
    const places = placesOf(point);
    const free = places.find(
      (place) => isWithin(place, area) && !taken.some((other, at) => at !== index && overlap(other, place)),
    );
    const chosen =
      free ??
      (point.isNeeded ? moved(places.find((place) => isWithin(place, area)) ?? places[0]!, area) : null);
    if (chosen !== null) taken.push(chosen);
    return chosen;
  });
}

function placesOf({ x, y, radius, width, height }: Labelled): Box[] {
  const [halfWidth, halfHeight] = [width / 2, height / 2];
  const sideways = radius + GAP_PIXELS + halfWidth;
  const upright = radius + GAP_PIXELS + halfHeight;
  return [
    around(x + sideways, y, halfWidth, halfHeight),
    around(x - sideways, y, halfWidth, halfHeight),
    around(x, y - upright, halfWidth, halfHeight),
    around(x, y + upright, halfWidth, halfHeight),
  ];
}

function around(x: number, y: number, halfWidth: number, halfHeight: number): Box {
  return { left: x - halfWidth, right: x + halfWidth, top: y - halfHeight, bottom: y + halfHeight };
}

function isWithin(box: Box, area: Box): boolean {
  return box.left >= area.left && box.right <= area.right && box.top >= area.top && box.bottom <= area.bottom;
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Moved into the area, as far as it fits there. */
function moved(box: Box, area: Box): Box {
  const x = shift(box.left, box.right, area.left, area.right);
  const y = shift(box.top, box.bottom, area.top, area.bottom);
  return { left: box.left + x, right: box.right + x, top: box.top + y, bottom: box.bottom + y };
}

function shift(low: number, high: number, least: number, most: number): number {
  if (low < least) return least - low;
  return high > most ? Math.max(most - high, least - low) : 0;
}

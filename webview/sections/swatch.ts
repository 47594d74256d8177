import { appearance, type PointShape } from "../chart/appearance.ts";

const SVG = "http://www.w3.org/2000/svg";

/** A series' line and point in small, as the charts draw them; colours come from the style sheet. */
export function swatch(index: number): SVGSVGElement {
  const { colour, dash, point } = appearance(index);
  const root = svg("svg", { class: `swatch series-${colour}`, viewBox: "0 0 28 12", "aria-hidden": "true" });
  const line = svg("line", { x1: "1", y1: "6", x2: "27", y2: "6", "stroke-width": "2" });
  if (dash.length > 0) line.setAttribute("stroke-dasharray", dash.join(" "));
  root.append(line, shape(point));
  return root;
}

function shape(point: PointShape): SVGElement {
  switch (point) {
    case "circle":
      return svg("circle", { cx: "14", cy: "6", r: "4" });
    case "rect":
      return svg("rect", { x: "10.5", y: "2.5", width: "7", height: "7" });
    case "triangle":
      return svg("path", { d: "M14 2 L18.5 9.5 L9.5 9.5 Z" });
    case "rectRot":
      return svg("path", { d: "M14 1.5 L18.5 6 L14 10.5 L9.5 6 Z" });
    case "cross":
      return svg("path", { d: "M14 2 V10 M10 6 H18", "stroke-width": "2" });
    case "crossRot":
      return svg("path", { d: "M11 3 L17 9 M17 3 L11 9", "stroke-width": "2" });
    case "star":
      return svg("path", { d: "M14 2 V10 M10 6 H18 M11 3 L17 9 M17 3 L11 9" });
  }
}

function svg<T extends keyof SVGElementTagNameMap>(
  tag: T,
  attributes: Readonly<Record<string, string>>,
): SVGElementTagNameMap[T] {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

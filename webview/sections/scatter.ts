import type { Actions } from "../actions.ts";
import type { ChartView } from "../chart/chart-view.ts";
import { scatterChart } from "../chart/scatter-chart.ts";
import { element, replaceContent, whenChanged } from "../dom.ts";
import {
  AXES,
  axisOf,
  pointInWords,
  type Axes,
  type AxisId,
  type ScatterModel,
  type ScatterPoint,
} from "../model/among-gallery.ts";
import { foldable } from "./foldable.ts";
import { select, setValue } from "./select.ts";
import { pointing } from "./pointing.ts";
import { swatch } from "./swatch.ts";

const WHAT_IT_IS =
  "All were measured in turn in the same processes. The gallery's functions all do the same upload; yours may do " +
  "something else and make another number of I/O calls, so that time is given per I/O call. All that a function does " +
  "is in its tokens, time and memory, not its pattern only.";

/** Where the function lies among the gallery's patterns; hidden where it was not measured among them. */
export function scatter(
  root: HTMLElement,
  actions: Actions,
): (model: ScatterModel | null, view: ChartView, open: readonly string[]) => void {
  let axes: Axes | null = null;
  const chosen = (change: Partial<Axes>): void => {
    if (axes !== null) actions.choose({ axes: { ...axes, ...change } });
  };
  const title = element("h2");
  const across = axisSelect("Across", (x) => chosen({ x }));
  const upwards = axisSelect("Upwards", (y) => chosen({ y }));
  const standings = element("dl", { class: "standings" });
  const canvas = element("canvas", { attributes: { role: "img" } });
  const frame = element("div", { class: "canvas-frame" }, canvas);
  const absence = element("p", { class: "absence" });
  const points = element("ul", {
    class: "scatter-points",
    attributes: { "aria-label": "Points of this chart" },
  });
  const absent = element("ul", { class: "scatter-absent" });
  const fold = foldable("Without a point", actions, absent);
  root.append(
    title,
    element("p", { class: "quiet", text: WHAT_IT_IS }),
    standings,
    element(
      "div",
      { class: "figure" },
      element(
        "div",
        { class: "toolbar", attributes: { role: "group", "aria-label": "Axes" } },
        labelled("Across", across),
        labelled("Upwards", upwards),
      ),
      frame,
      absence,
      points,
      fold.root,
    ),
  );

  const draw = scatterChart(canvas);
  const write = whenChanged((model: ScatterModel) => {
    title.textContent = `${model.own} among the gallery's patterns`;
    canvas.setAttribute(
      "aria-label",
      `${model.titles.y} over ${model.titles.x}, a point a function; the points follow as a list.`,
    );
    absence.textContent = model.absence ?? "";
    absence.hidden = model.absence === null;
    frame.hidden = points.hidden = model.absence !== null;
    replaceContent(
      standings,
      ...model.standings.map(({ axis, title: name, text }) =>
        element(
          "div",
          { attributes: { title: axisOf(axis).meaning } },
          element("dt", { text: name }),
          element("dd", { text }),
        ),
      ),
    );
    replaceContent(
      points,
      ...model.points.map((point) => element("li", {}, pointButton(point, model, actions))),
    );
    fold.root.hidden = model.absent.length === 0;
    replaceContent(absent, ...model.absent.map((text) => element("li", { text })));
  });
  return (model, view, open) => {
    root.hidden = model === null;
    if (model === null) return;
    axes = model.axes;
    setValue(across, axes.x);
    setValue(upwards, axes.y);
    write(model);
    fold.update("gallery:absent", open);
    if (model.absence === null) draw(model, view);
  };
}

function axisSelect(label: string, choose: (axis: AxisId) => void) {
  const made = select(
    label,
    AXES.map(({ id, title }) => [id, title] as const),
  );
  made.addEventListener("change", () => {
    const axis = AXES.find(({ id }) => id === made.value);
    if (axis !== undefined) choose(axis.id);
  });
  return made;
}

/** The control says its name itself to those who hear it. */
function labelled(text: string, control: HTMLElement): HTMLElement {
  const said = element("span", { class: "quiet", text, attributes: { "aria-hidden": "true" } });
  return element("div", { class: "toolbar" }, said, control);
}

/** Pointing at it or focusing it lets the point stand out, pressing it opens the source. */
function pointButton(point: ScatterPoint, model: ScatterModel, actions: Actions): HTMLElement {
  const { key, label, index, isOwn, target } = point;
  const { file, line, column } = target;
  return element(
    "button",
    {
      class: isOwn ? "scatter-point own" : "scatter-point",
      attributes: { type: "button", title: `Open ${file}:${line}` },
      focusKey: `scatter:${key}`,
      on: {
        ...pointing(key, actions),
        click: () => actions.send({ type: "open", file, line, column }),
      },
    },
    swatch(index),
    element("span", { class: "scatter-label", text: isOwn ? `${label} (yours)` : label }),
    element("span", { class: "aside", text: pointInWords(point, model).join("; ") }),
  );
}

import type { Actions } from "../actions.ts";
import { element, replaceContent, whenChanged, withRoles } from "../dom.ts";
import type { Corrections } from "../model/corrections.ts";
import type { CallToChoose, ScenarioView } from "../model/scenario.ts";
import { runAgain, type Ui } from "../panel-state.ts";
import { foldable } from "./foldable.ts";
import { valuesFold } from "./values.ts";
import { waterfallFigure } from "./waterfall.ts";

/** What the section shows. */
export interface ScenarioModel {
  readonly views: readonly ScenarioView[];
  readonly open: readonly string[];
  readonly isRunning: boolean;
  /** For the next run. */
  readonly settings: Pick<Ui, "clock" | "latencyModel">;
}

/** Which call was measured of each target: where its parts came from, its I/O calls over time, and what else could be measured. */
export function scenarioSection(
  root: HTMLElement,
  actions: Actions,
  corrections: Corrections,
): (model: ScenarioModel) => void {
  return whenChanged((model: ScenarioModel) => {
    const { views, open } = model;
    corrections.drawAnew(JSON.stringify(views.map(({ values }) => values)));
    const content = (view: ScenarioView): HTMLElement[] => contentOf(view, model, actions, corrections);
    root.hidden = views.length === 0;
    const [first] = views;
    const isOne = views.length === 1;
    replaceContent(
      root,
      element("h2", { text: isOne ? "The call that was measured" : "The calls that were measured" }),
      ...(isOne && first !== undefined
        ? content(first)
        : views.map((view) => {
            const summary = element(
              "span",
              { class: "fold-title" },
              element("strong", { text: view.label }),
              element("span", { class: "quiet", text: inBrief(view) }),
            );
            const fold = foldable(summary, actions, ...content(view));
            fold.update(`scenario:${view.key}`, open);
            fold.root.querySelector("summary")!.dataset["focusKey"] = `scenario:${view.key}`;
            return fold.root;
          })),
    );
  });
}

function inBrief(view: ScenarioView): string {
  const { origin, waterfall, recording } = view;
  if (origin !== "recorded") return recording === "again" ? `${origin}, recording is stale` : origin;
  if (hasGiven(view)) return "recorded, in part given";
  return waterfall === null ? "recorded, no I/O" : `recorded, ${waterfall.calls.length} I/O calls`;
}

/** Whether the fakes file gives any part of it. */
function hasGiven({ origin, values }: ScenarioView): boolean {
  return origin === "given" || values.some((one) => one.origin === "given");
}

function contentOf(
  view: ScenarioView,
  model: ScenarioModel,
  actions: Actions,
  corrections: Corrections,
): HTMLElement[] {
  const { sentence, recording, figures, waterfall, choices, values, fakesFile, isStale } = view;
  const parts = [
    element(
      "p",
      { class: isStale ? "scenario-sentence stale" : "scenario-sentence" },
      sentence,
      fakesFile === undefined || !hasGiven(view) ? null : " ",
      fakesFile === undefined || !hasGiven(view)
        ? null
        : element("button", {
            class: "link",
            text: `${fakesFile.file}:${fakesFile.line}`,
            attributes: { type: "button" },
            on: { click: () => actions.send({ type: "open", file: fakesFile.file, line: fakesFile.line }) },
          }),
    ),
    recording === "none"
      ? null
      : element("button", {
          class: "choose",
          text: recording === "again" ? "Record Again…" : "Record Real Calls…",
          attributes: {
            type: "button",
            title: "Run your tests, or another command, and keep what its calls were",
          },
          focusKey: `record:${view.key}`,
          on: { click: () => actions.send({ type: "record" }) },
        }),
    figures.length === 0
      ? null
      : element(
          "dl",
          { class: "scenario-figures" },
          ...figures.map(({ name, value, aside, detail }) =>
            element(
              "div",
              detail === "" ? {} : { attributes: { title: detail } },
              element("dt", { text: name }),
              element(
                "dd",
                {},
                value,
                aside === "" ? null : element("span", { class: "quiet", text: aside }),
              ),
            ),
          ),
        ),
    waterfall === null ? null : waterfallFigure(view, waterfall, model.open, actions),
    values.length === 0 ? null : valuesFold(view, model.open, actions, corrections),
    choices.length === 0 ? null : choiceTable(view, choices, model, actions),
  ];
  return parts.filter((part) => part !== null);
}

function choiceTable(
  { result, label, key }: ScenarioView,
  choices: readonly CallToChoose[],
  { isRunning, settings }: ScenarioModel,
  actions: Actions,
): HTMLElement {
  const table = element(
    "table",
    { class: "choices" },
    element("caption", { text: "Calls that can be measured" }),
    element(
      "thead",
      { class: "spoken" },
      element(
        "tr",
        {},
        ...["Call", "Seen", "What it does", "Measured"].map((text) =>
          element("th", { text, attributes: { scope: "col" } }),
        ),
      ),
    ),
    element(
      "tbody",
      {},
      ...choices.map(({ path, name, share, seen, what, state }) => {
        const bar =
          share === null
            ? null
            : element("span", { class: "choice-share", attributes: { "aria-hidden": "true" } });
        bar?.style.setProperty("--share", String(share));
        return element(
          "tr",
          { class: state },
          element("th", { text: name, attributes: { scope: "row" } }),
          element("td", {}, bar, element("span", { text: seen })),
          element("td", { class: "quiet", text: what }),
          element(
            "td",
            {},
            state === "measured"
              ? element("span", { class: "chip", text: "measured" })
              : element("button", {
                  class: "choose",
                  text: state === "not-played" ? "Try again" : "Measure",
                  attributes: {
                    type: "button",
                    disabled: isRunning ? "" : null,
                    "aria-label": `Measure ${label}, ${name.toLowerCase()}`,
                  },
                  focusKey: `choose:${key}:${path}`,
                  on: {
                    click: () => actions.send({ ...runAgain(settings), call: { result, path } }),
                  },
                }),
          ),
        );
      }),
    ),
  );
  return withRoles(table);
}

import "@vscode-elements/elements/dist/vscode-button/index.js";
import * as v from "valibot";
import type { Actions } from "../actions.ts";
import type { Latency } from "../../bench-worker/benchmark-options.ts";
import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import { latencyInWords } from "../../bench-worker/latency.ts";
import { element } from "../dom.ts";
import { documentHeadline } from "../model/labels.ts";
import { runAgain, type Ui } from "../panel-state.ts";
import { option, select, setDisabled, setValue } from "./select.ts";

/** What the header shows. */
export interface HeaderModel {
  readonly document: BenchmarkDocument;
  readonly running: boolean;
  readonly stale: number;
  readonly ui: Ui;
}

const clockSchema = v.picklist(["virtual", "real"]);
const latencySchema = v.picklist(["fixed", "load-dependent", "recorded"]);
/** Value of the option that stands for a latency that cannot be chosen here. */
const OTHER_LATENCY = "other";

/** Heading, settings of the next run with its button, and export. */
export function header(root: HTMLElement, actions: Actions): (model: HeaderModel) => void {
  let ui: Ui | null = null;
  const title = element("h1");
  const status = element("span", { class: "chip" });
  const clock = select("Clock", [
    ["virtual", "Virtual clock"],
    ["real", "Real clock"],
  ]);
  clock.addEventListener("change", () => {
    const parsed = v.safeParse(clockSchema, clock.value);
    if (parsed.success) actions.choose({ clock: parsed.output });
  });
  const latency = select("Latency model", [
    ["fixed", "Fixed latency"],
    ["load-dependent", "Load-dependent latency"],
  ]);
  const otherLatency = option(OTHER_LATENCY, "");
  const recordedLatency = option("recorded", "Recorded latencies");
  latency.addEventListener("change", () => {
    const parsed = v.safeParse(latencySchema, latency.value);
    if (parsed.success) actions.choose({ latencyModel: parsed.output });
  });
  const again = button("Run again", () => {
    if (ui !== null) actions.send(runAgain(ui));
  });
  const exporting = button("Export JSON", () => actions.send({ type: "export" }));
  exporting.secondary = true;
  const exportingMarkdown = button("Export Markdown", () =>
    actions.send({ type: "export", format: "markdown" }),
  );
  exportingMarkdown.secondary = true;

  root.append(
    element(
      "div",
      { class: "title-row" },
      element("div", { class: "title" }, title, status),
      element(
        "div",
        { class: "toolbar", attributes: { role: "group", "aria-label": "Next run" } },
        clock,
        latency,
        again,
        exporting,
        exportingMarkdown,
      ),
    ),
  );

  return (model) => {
    ui = model.ui;
    const { options } = model.document;
    title.textContent = documentHeadline(model.document);
    status.textContent = statusText(model);
    status.hidden = status.textContent === "";
    setValue(clock, model.ui.clock ?? options.clock);
    showLatency(
      options.latency,
      model.ui.latencyModel,
      model.document.results.some(({ scenario }) => scenario?.origin === "recorded"),
    );
    again.disabled = model.running;
    for (const control of [clock, latency]) setDisabled(control, model.running);
    exportingMarkdown.hidden = model.document.pairs === undefined;
  };

  /**
   * A model that only the command line can choose is named, so that the control says what was measured; recorded latencies
   * can be chosen where a recorded call was played.
   */
  function showLatency(measured: Latency, chosen: Ui["latencyModel"], isRecorded: boolean): void {
    const known = v.is(latencySchema, measured.model);
    if (measured.model === "recorded" || isRecorded) {
      if (!recordedLatency.isConnected) latency.append(recordedLatency);
    } else recordedLatency.remove();
    if (known) otherLatency.remove();
    else {
      otherLatency.textContent = `${latencyInWords(measured)} (as measured)`;
      if (!otherLatency.isConnected) latency.append(otherLatency);
    }
    setValue(latency, chosen ?? (known ? measured.model : OTHER_LATENCY));
  }
}

function statusText({ running, stale, document, ui }: HeaderModel): string {
  if (running) return "measuring";
  if (ui.clock !== null && ui.clock !== document.options.clock) return "settings changed: run again";
  if (ui.latencyModel !== null && ui.latencyModel !== document.options.latency.model) {
    return "settings changed: run again";
  }
  if (stale === 0) return "";
  return stale === document.results.length
    ? "edited since"
    : `${stale} of ${document.results.length} edited since`;
}

function button(text: string, clicked: () => void) {
  const made = document.createElement("vscode-button");
  made.textContent = text;
  made.addEventListener("click", () => {
    // The element takes clicks while it is disabled, too.
    if (!made.disabled) clicked();
  });
  return made;
}

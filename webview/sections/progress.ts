import "@vscode-elements/elements/dist/vscode-button/index.js";
import "@vscode-elements/elements/dist/vscode-progress-bar/index.js";
import type { ShowMessage } from "../../bench-worker/panel-messages.ts";
import type { Actions } from "../actions.ts";
import { element } from "../dom.ts";

/** How far a run is, with the button that ends it; hidden while nothing runs. */
export function progress(root: HTMLElement, actions: Actions): (running: ShowMessage["running"]) => void {
  const bar = document.createElement("vscode-progress-bar");
  bar.max = 1000;
  bar.ariaLabel = "Benchmark";
  const activity = element("span", { class: "activity" });
  const percent = element("span", { class: "percent" });
  const cancel = document.createElement("vscode-button");
  cancel.secondary = true;
  cancel.addEventListener("click", () => {
    if (cancel.disabled) return;
    cancel.disabled = true;
    cancel.textContent = "Cancelling…";
    actions.send({ type: "cancel" });
  });
  // Steps of a quarter, so that a screen reader is not flooded.
  const spoken = element("span", { class: "spoken", attributes: { role: "status", "aria-live": "polite" } });
  const row = element("div", { class: "progress-row" }, activity, percent, cancel);
  root.append(row, bar);
  root.after(spoken);

  let ran = false;
  return (running) => {
    root.hidden = running === null;
    if (running === null) {
      if (ran) spoken.textContent = "The benchmark is over.";
      ran = false;
      return;
    }
    if (!ran) {
      cancel.disabled = false;
      cancel.textContent = "Cancel";
    }
    ran = true;
    const fraction = Math.min(1, Math.max(0, running.fraction));
    bar.value = Math.round(fraction * 1000);
    activity.textContent = running.activity;
    percent.textContent = `${Math.round(fraction * 100)} %`;
    const words = `Measuring ${running.measure ?? ""}, ${Math.floor(fraction * 4) * 25} %`;
    if (spoken.textContent !== words) spoken.textContent = words;
  };
}

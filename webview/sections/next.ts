import "@vscode-elements/elements/dist/vscode-button/index.js";
import type { Next } from "../../bench-worker/panel-messages.ts";
import type { Actions } from "../actions.ts";
import { element } from "../dom.ts";

/** What comes after the benchmark that is shown, with the button that ends what is under way; hidden where nothing does. */
export function next(root: HTMLElement, actions: Actions): (next: Next | null) => void {
  const words = element("span", { class: "coming", attributes: { role: "status" } });
  const cancel = document.createElement("vscode-button");
  cancel.secondary = true;
  cancel.addEventListener("click", () => actions.send({ type: "cancel" }));
  root.append(element("div", { class: "progress-row" }, words, cancel));
  return (next) => {
    root.hidden = next === null;
    if (next === null) return;
    words.textContent = next.words;
    cancel.textContent = next.cancel;
  };
}

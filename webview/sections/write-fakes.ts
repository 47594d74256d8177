import type { Actions } from "../actions.ts";
import { element } from "../dom.ts";

/** What writes fakes for a function, which has a place in the document's results. */
export function writeFakesLink({ send }: Pick<Actions, "send">, result: number, label: string): HTMLElement {
  return element("button", {
    class: "link",
    text: "Write Fakes",
    attributes: { type: "button", "aria-label": label === "" ? "Write fakes" : `Write fakes for ${label}` },
    on: { click: () => send({ type: "write-fakes", result }) },
  });
}

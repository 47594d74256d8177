import type { Actions } from "../actions.ts";
import { element, replaceContent, whenChanged } from "../dom.ts";
import type { Problem } from "../model/notes.ts";
import { writeFakesLink } from "./write-fakes.ts";

/** The targets that have no full result, with cause and next step. */
export function problemList(root: HTMLElement, actions: Actions): (problems: readonly Problem[]) => void {
  return whenChanged((problems) => {
    root.hidden = problems.length === 0;
    replaceContent(
      root,
      element("h2", { text: "Not fully measured" }),
      element(
        "ul",
        { class: "problems" },
        ...problems.map(({ label, state, reason, hint, fakesFor }) =>
          element(
            "li",
            {},
            element(
              "p",
              {},
              element("strong", { text: label }),
              `${state === "" ? "" : ` ${state}`}: ${reason}`,
            ),
            hint === "" ? null : element("p", { class: "quiet", text: hint }),
            fakesFor === null ? null : writeFakesLink(actions, fakesFor, label),
          ),
        ),
      ),
    );
  });
}

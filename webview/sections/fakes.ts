import type { Setting } from "../../bench-worker/contract/setting.ts";
import type { Actions } from "../actions.ts";
import { element } from "../dom.ts";
import { CORRECTED, type Corrections } from "../model/corrections.ts";
import type { ListedFake, TargetFakes } from "../model/notes.ts";

/** What was faked for a target, how it was understood and why; what was inferred can be corrected. */
export function fakesOf(target: TargetFakes, corrections: Corrections, actions: Actions): HTMLElement {
  const { label, result, counters, unlike, fakes, fakesFile } = target;
  const hint = element("p", { class: "quiet", attributes: { role: "status" } });
  const sayHint = (): void => {
    const isCorrected = fakes.some((fake) => corrections.of(result, kindSetting(fake)) !== undefined);
    hint.textContent = isCorrected ? CORRECTED : "";
  };
  sayHint();
  corrections.onAnswer(sayHint);
  return element(
    "div",
    { class: "fakes" },
    element(
      "h3",
      {},
      label,
      counters === "" ? null : element("span", { class: "quiet", text: ` ${counters} in one call` }),
    ),
    unlike === "" ? null : element("p", { class: "quiet", text: unlike }),
    fakesFile === undefined
      ? null
      : element(
          "p",
          {},
          "With ",
          place(`${fakesFile.file}:${fakesFile.line}`, fakesFile.file, fakesFile.line, undefined, actions),
        ),
    fakes.length === 0
      ? element("p", { class: "quiet", text: "Nothing was faked." })
      : element(
          "div",
          {
            class: "scrolls",
            attributes: { tabindex: "0", role: "group", "aria-label": `Faked I/O of ${label}` },
          },
          element(
            "table",
            {},
            element("caption", { class: "spoken", text: `Operations faked for ${label}` }),
            element(
              "thead",
              {},
              element(
                "tr",
                {},
                ...["Operation", "The fake", "Because", "Calls", "First in line"].map((text) =>
                  element("th", { text, attributes: { scope: "col" } }),
                ),
              ),
            ),
            element("tbody", {}, ...fakes.map((fake) => row(target, fake, corrections, actions))),
          ),
        ),
    fakes.some(({ choices }) => choices.length > 0) &&
      fakes.some(({ choices, calls }) => choices.length === 0 && calls !== "")
      ? element("p", { class: "quiet", text: WITHOUT_CHOICE })
      : null,
    hint,
  );
}

function kindSetting({ expression }: ListedFake): Setting {
  return ["fakes", expression, "kind"];
}

const WITHOUT_CHOICE =
  "Known operations and events have no choice; a fakes file can still say what they answer, and after how long.";

function row(target: TargetFakes, fake: ListedFake, corrections: Corrections, actions: Actions): HTMLElement {
  const { expression, kind, choices, why, calls, line } = fake;
  return element(
    "tr",
    {},
    element("th", { attributes: { scope: "row" } }, element("code", { text: expression })),
    choices.length === 0
      ? element("td", { text: kind })
      : element("td", {}, chooser(target, fake, corrections, actions)),
    element("td", { class: "why" }, reason(why)),
    element("td", { text: calls, attributes: { "data-title": "calls" } }),
    line === null
      ? element("td")
      : element(
          "td",
          { attributes: { "data-title": "line" } },
          place(String(line), target.file, line, target.revision, actions),
        ),
  );
}

/** A longer one is cut to two lines, which a click unfolds. */
const SHORT_REASON_CHARACTERS = 90;

function reason(why: string): HTMLElement {
  if (why.length <= SHORT_REASON_CHARACTERS) return element("span", { text: why });
  return element(
    "details",
    { class: "reason", attributes: { title: why } },
    element("summary", {}, element("span", { text: why })),
  );
}

function chooser(
  target: TargetFakes,
  fake: ListedFake,
  corrections: Corrections,
  { send }: Actions,
): HTMLSelectElement {
  const { expression, choices } = fake;
  const setting = kindSetting(fake);
  const select = element("select", {
    attributes: { "aria-label": `What ${expression} does`, title: "Correct it in the fakes file" },
    focusKey: `fake ${target.key} ${expression}`,
    on: {
      change: () => {
        const choice = choices.find(({ kind }) => kind === select.value);
        if (choice === undefined) return;
        send({ type: "correct", result: target.result, setting, text: JSON.stringify(choice.kind) });
      },
    },
  });
  const options = choices.map(({ kind, words }) => ({
    kind,
    option: element("option", { text: words, attributes: { value: kind } }),
  }));
  select.append(...options.map(({ option }) => option));
  // What could not be written is not chosen any more.
  const showPresent = (): void => {
    const written = corrections.of(target.result, setting);
    for (const { kind, option } of options) {
      const isPresent = choices.some((one) => one.isPresent && one.kind === kind);
      option.selected = written === undefined ? isPresent : JSON.stringify(kind) === written;
    }
  };
  showPresent();
  corrections.onAnswer(showPresent);
  return select;
}

/** A link to a line. */
function place(
  text: string,
  file: string,
  line: number,
  revision: string | undefined,
  { send }: Actions,
): HTMLElement {
  return element("button", {
    class: "link",
    text,
    attributes: { type: "button" },
    on: { click: () => send({ type: "open", file, line, ...(revision === undefined ? {} : { revision }) }) },
  });
}

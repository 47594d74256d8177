import { counted } from "../../bench-worker/quantity.ts";
import { CORRECTION_CHARACTERS_AT_MOST } from "../../bench-worker/panel-messages.ts";
import type { Actions } from "../actions.ts";
import { element, replaceContent, withRoles } from "../dom.ts";
import { CORRECTED, type Corrections } from "../model/corrections.ts";
import { valueToEdit, type ScenarioView } from "../model/scenario.ts";
import { foldable } from "./foldable.ts";

type Value = ScenarioView["values"][number];

const ORIGINS: Readonly<Record<Value["origin"], string>> = {
  given: "fakes file",
  recorded: "recorded",
  typed: "its type",
  inferred: "inferred",
  "stand-in": "stand-in",
};

/** What a call was made of, part by part; what a fakes file can say otherwise can be changed. */
export function valuesFold(
  view: ScenarioView,
  open: readonly string[],
  actions: Actions,
  corrections: Corrections,
): HTMLElement {
  const { key, values, label, lacks, result } = view;
  const hint = element("p", { class: "quiet", attributes: { role: "status" } });
  const sayHint = (): void => {
    const isCorrected = values.some(
      ({ setting }) => setting !== undefined && corrections.of(result, setting) !== undefined,
    );
    hint.textContent = isCorrected ? CORRECTED : "";
  };
  sayHint();
  corrections.onAnswer(sayHint);
  const table = element(
    "table",
    { class: "values" },
    element("caption", { class: "spoken", text: `What the call of ${label} was made of` }),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        ...["What", "Value", "From"].map((text) => element("th", { text, attributes: { scope: "col" } })),
      ),
    ),
    element("tbody", {}, ...values.map((value) => valueRow(view, value, actions, corrections))),
  );
  const fold = foldable(
    element(
      "span",
      {},
      "What it was made of",
      element("span", { class: "quiet", text: `  ${counted(values.length, "value")}` }),
    ),
    actions,
    ...lacks.map((text) => element("p", { class: "quiet", text })),
    element(
      "div",
      {
        class: "scrolls values-box",
        attributes: { tabindex: "0", role: "group", "aria-label": `Values of ${label}` },
      },
      withRoles(table),
    ),
    hint,
  );
  fold.update(`values:${key}`, open);
  fold.root.querySelector("summary")!.dataset["focusKey"] = `values:${key}`;
  return fold.root;
}

function valueRow(view: ScenarioView, value: Value, actions: Actions, corrections: Corrections): HTMLElement {
  const { what, origin, rule } = value;
  return element(
    "tr",
    {},
    element("th", { text: what, attributes: { scope: "row" } }),
    valueCell(view, value, actions, corrections),
    element(
      "td",
      { text: ORIGINS[origin] },
      rule === undefined ? null : element("span", { class: "quiet", text: `: ${rule}` }),
    ),
  );
}

/** What a value is, and what it is changed with. */
function valueCell(
  view: ScenarioView,
  value: Value,
  { send }: Actions,
  corrections: Corrections,
): HTMLTableCellElement {
  const { what, text, isCut, setting } = value;
  const { result, revision, key } = view;
  const cell = element("td");
  const focusKey = `value ${key} ${what}`;
  const showValue = (): void => {
    const written = setting === undefined ? undefined : corrections.of(result, setting);
    const present = written ?? text;
    replaceContent(
      cell,
      present === undefined ? null : element("code", { text: present }),
      written !== undefined
        ? element("span", { class: "chip", text: "in the fakes file" })
        : isCut === true
          ? element("span", {
              class: "chip",
              text: "cut",
              attributes: { title: "Part of it was not recorded, as it was too large or too deep" },
            })
          : null,
      setting === undefined || revision !== undefined
        ? null
        : element("button", {
            class: "link change",
            text: "Change",
            attributes: {
              type: "button",
              "aria-label": `Change ${what}`,
              title: "Say in the fakes file what it is",
            },
            focusKey,
            on: { click: () => showInput(setting, present) },
          }),
    );
  };
  const showInput = (of: NonNullable<typeof setting>, present: string | undefined): void => {
    const input = element("input", {
      attributes: {
        type: "text",
        "aria-label": `What ${what} is`,
        placeholder: 'null, 12, "text", { id: 1 }',
        maxlength: String(CORRECTION_CHARACTERS_AT_MOST),
        spellcheck: "false",
        required: "",
      },
    });
    input.value = valueToEdit(present);
    const form = element(
      "form",
      {
        class: "change-form",
        on: {
          submit: (event) => {
            event.preventDefault();
            send({ type: "correct", result, setting: of, text: input.value });
          },
          keydown: (event) => {
            if (!(event instanceof KeyboardEvent) || event.key !== "Escape") return;
            showValue();
            cell.querySelector("button")?.focus();
          },
        },
      },
      input,
      element("button", { class: "choose", text: "Write", attributes: { type: "submit" } }),
    );
    replaceContent(cell, form);
    input.select();
  };
  showValue();
  if (setting !== undefined) {
    corrections.onAnswer(({ isDone, ...answered }) => {
      // What could not be written stays in its field.
      if (isDone && answered.result === result && isSame(answered.setting, setting)) showValue();
    });
  }
  return cell;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, at) => name === other[at]);
}

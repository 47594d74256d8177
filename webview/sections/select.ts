import "@vscode-elements/elements/dist/vscode-option/index.js";
import "@vscode-elements/elements/dist/vscode-single-select/index.js";
import type { VscodeSingleSelect } from "@vscode-elements/elements/dist/vscode-single-select/index.js";

/** A control that chooses one of `options`, each a value and its text. */
export function select(label: string, options: readonly (readonly [string, string])[]): VscodeSingleSelect {
  const made = document.createElement("vscode-single-select");
  made.label = label;
  made.title = label;
  for (const [value, text] of options) made.append(option(value, text));
  return made;
}

/** One that a control may get later. */
export function option(value: string, text: string) {
  const made = document.createElement("vscode-option");
  made.value = value;
  made.textContent = text;
  return made;
}

/**
 * Takes a control out of use, or lets it be used again: by keyboard, too, which the element itself forgets, as it takes its
 * having had no `tabindex` for -1.
 */
export function setDisabled(control: VscodeSingleSelect, disabled: boolean): void {
  if (control.disabled === disabled) return;
  control.disabled = disabled;
  if (!disabled) control.removeAttribute("tabindex");
}

/** Shows `value` as chosen. The element knows its options only once it has been drawn. */
export function setValue(control: VscodeSingleSelect, value: string): void {
  if (control.value === value) return;
  control.value = value;
  void control.updateComplete.then(() => {
    control.value = value;
  });
}

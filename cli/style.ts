/** How a word stands out in a terminal. */
export type Style = (text: string) => string;

/** The styles the reports use; without colours they change nothing. */
export interface Styles {
  readonly bold: Style;
  readonly dim: Style;
  readonly warning: Style;
  readonly bad: Style;
  readonly good: Style;
}

const plain: Style = (text) => text;

/** Styles by ANSI codes where `colours` says so. */
export function styles(colours: boolean): Styles {
  if (!colours) return { bold: plain, dim: plain, warning: plain, bad: plain, good: plain };
  const code =
    (on: number, off: number): Style =>
    (text) =>
      `\u001b[${on}m${text}\u001b[${off}m`;
  return {
    bold: code(1, 22),
    dim: code(2, 22),
    warning: code(33, 39),
    bad: code(31, 39),
    good: code(32, 39),
  };
}

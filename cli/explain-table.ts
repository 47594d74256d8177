import type { TargetResult } from "../bench-worker/target-result.ts";
import { table } from "./table.ts";
import { onOneLine } from "./text.ts";

/** Characters of a value: more are in the document. */
const LONGEST_VALUE = 60;

/**
 * What the measured call was made of, in order, each with where it came from and the rule that decided it; empty where the function was
 * not called.
 *
 * @param label What the function is called.
 */
export function explainTable(
  { scenario }: Pick<TargetResult, "scenario">,
  label: string,
  styleTitle: (title: string) => string,
): string {
  const values = scenario?.values ?? [];
  if (values.length === 0) return "";
  const rows = values.map(({ what, origin, text = "", rule = "" }) =>
    [what, shortened(text), origin, rule].map(onOneLine),
  );
  const titles = [`what ${label} was called with`, "is", "from", "because"];
  return table(
    titles.map((title) => ({ title })),
    rows,
    styleTitle,
  );
}

function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length <= LONGEST_VALUE ? text : `${characters.slice(0, LONGEST_VALUE - 1).join("")}…`;
}

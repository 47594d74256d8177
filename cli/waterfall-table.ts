import { quantity, TIME_UNITS } from "../bench-worker/quantity.ts";
import type { Pair } from "../bench-worker/pair.ts";
import type { TargetResult } from "../bench-worker/target-result.ts";
import { waterfall, type LaidRow, type Waterfall } from "../bench-worker/waterfall.ts";
import { table, type Column } from "./table.ts";
import { printable } from "./text.ts";

/** More rows are counted; the document has them all. */
const ROWS_AT_MOST = 25;
const LONGEST_NAME = 44;
/** Characters of the whole time. */
const WIDTH = 40;

/** The I/O calls of the recorded call that was played, over its time; empty where none was, or it made none. */
export function waterfallTable(
  { scenario, io = [] }: TargetResult,
  label: string,
  styleTitle: (title: string) => string,
): string {
  const laid = scenario?.origin === "recorded" ? waterfall(io, scenario) : null;
  if (laid === null) return "";
  const more = laid.rows.length - ROWS_AT_MOST;
  return [
    table(columnsOf("I/O as recorded", laid), rowsOf(laid), styleTitle),
    ...(more > 0 ? [`and ${more} more, see --json`] : []),
    inWords(laid, label),
  ].join("\n");
}

/** The I/O calls of two versions that played one recorded call, over the same time; empty where they did not. */
export function waterfallsOfPair(
  { elapsed, name }: Pick<Pair, "elapsed" | "name">,
  styleTitle: (title: string) => string,
): string {
  if (elapsed === undefined) return "";
  const milliseconds = Math.max(elapsed.base.milliseconds, elapsed.head.milliseconds);
  const rows = (["base", "head"] as const).flatMap((side) => {
    const { io, milliseconds: own } = elapsed[side];
    const laid = waterfall(io, {}, milliseconds);
    const more = laid === null ? 0 : laid.rows.length - ROWS_AT_MOST;
    return [
      [side === "base" ? "before" : "after", "", time(own)],
      ...(laid === null ? [] : rowsOf(laid)).map(([call, ...rest]) => [`  ${call!}`, ...rest]),
      ...(more > 0 ? [[`  and ${more} more`, "", ""]] : []),
    ];
  });
  return table(columnsOf(`${printable(name)}, on the recorded call`, { milliseconds }), rows, styleTitle);
}

function columnsOf(title: string, { milliseconds }: Pick<Waterfall, "milliseconds">): Column[] {
  const end = time(milliseconds);
  return [
    { title },
    { title: `0 ${"–".repeat(WIDTH - end.length - 2)} ${end}` },
    { title: "took", right: true },
  ];
}

function rowsOf(laid: Waterfall): string[][] {
  return laid.rows.slice(0, ROWS_AT_MOST).map((row) => [nameOf(row), bar(row, laid), took(row)]);
}

function inWords({ milliseconds, calls, steps, mostInFlight, own }: Waterfall, label: string): string {
  const count =
    calls.length === 1
      ? "with one I/O call"
      : `with ${calls.length} I/O calls, ${steps} of them one after another, at most ${mostInFlight} at a time`;
  const share =
    own === null ? "" : `; none was under way for ${Number((100 * own.share).toPrecision(2))} % of it`;
  return `${label} took ${time(milliseconds)} when it was recorded, ${count}${share}`;
}

function nameOf({ calls }: LaidRow): string {
  const { file, line, expression } = calls[0]!.call;
  const name = printable(`${file === undefined ? "" : `${file}:`}${line} ${expression}`).replaceAll(
    "\n",
    " ",
  );
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME - 1)}…`;
}

/** `█` where it leads to the last answer, `░` where it ran beside that, `·` where it never answered. */
function bar({ calls }: LaidRow, { milliseconds }: Waterfall): string {
  const cells = Array.from({ length: WIDTH }, () => " ");
  const cellOf = (at: number): number =>
    milliseconds === 0 ? 0 : Math.min(WIDTH - 1, Math.floor((at / milliseconds) * WIDTH));
  for (const { start, end, isOnChain, call } of calls) {
    const sign = call.outcome === "pending" ? "·" : isOnChain ? "█" : "░";
    const first = cellOf(start);
    // What ends where a cell begins is not in it.
    const last = Math.max(first, Math.ceil((end / milliseconds) * WIDTH) - 1);
    for (let cell = first; cell <= Math.min(last, WIDTH - 1); cell++)
      if (cells[cell] !== "█") cells[cell] = sign;
  }
  return cells.join("");
}

function took({ calls, start, end }: LaidRow): string {
  const failed = calls.filter(({ call }) => call.outcome === "error").length;
  if (calls.length > 1)
    return `×${calls.length} in ${time(end - start)}${failed === 0 ? "" : `, ${failed} failed`}`;
  if (calls[0]!.call.outcome === "pending") return "no answer";
  return `${time(end - start)}${failed === 0 ? "" : ", failed"}`;
}

function time(milliseconds: number): string {
  return quantity(milliseconds * 1e6, TIME_UNITS);
}

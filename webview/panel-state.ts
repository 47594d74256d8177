import * as v from "valibot";
import { shownSchema, type FromPanel, type Shown } from "../bench-worker/panel-messages.ts";
import { AXES, type AxisId, type Axes } from "./model/among-gallery.ts";
import { COLUMNS, type ColumnId } from "./model/comparison.ts";

const columnIds = COLUMNS.map(({ id }) => id) as readonly ColumnId[];
const axisIds = AXES.map(({ id }) => id) as readonly AxisId[];

/** What it costs to write against what it costs to run. */
const FIRST_AXES: Axes = { x: "tokens", y: "time" };

const uiSchema = v.object({
  /** Keys of the series that are switched off. */
  hidden: v.array(v.string()),
  sort: v.nullable(v.object({ column: v.picklist(columnIds), descending: v.boolean() })),
  /** Keys of what is unfolded. */
  open: v.array(v.string()),
  /** Of the chart of the gallery; what was stored before there was one has none. */
  axes: v.optional(v.object({ x: v.picklist(axisIds), y: v.picklist(axisIds) }), FIRST_AXES),
  /** Chosen for the next run; null for as it was. */
  clock: v.nullable(v.picklist(["virtual", "real"])),
  latencyModel: v.nullable(v.picklist(["fixed", "load-dependent", "recorded"])),
});

const storedSchema = v.object({
  version: v.literal(1),
  message: v.nullable(shownSchema),
  ui: uiSchema,
});

/** What the person at the panel has chosen. */
export type Ui = v.InferOutput<typeof uiSchema>;
/** What outlives hiding and reloading the panel: the last message, and the choices. */
export type PanelState = v.InferOutput<typeof storedSchema>;

/** Nothing heard, nothing chosen. */
export const INITIAL_STATE: PanelState = {
  version: 1,
  message: null,
  ui: { hidden: [], sort: null, open: [], axes: FIRST_AXES, clock: null, latencyModel: null },
};

/**
 * The state that was stored, or the initial one where that is not ours. What ran then may long have ended: the
 * extension is asked for the present, and until it answers nothing is shown as under way.
 */
export function restoreState(stored: unknown): PanelState {
  const parsed = v.safeParse(storedSchema, stored);
  if (!parsed.success) return INITIAL_STATE;
  const { message } = parsed.output;
  if (message === null) return parsed.output;
  const present = message.type === "show" ? { ...message, running: null } : message;
  return { ...parsed.output, message: { ...present, next: null } };
}

/** The state after a message; choices for the next run are kept until a run has them. */
export function afterMessage(state: PanelState, message: Shown): PanelState {
  if (message.type !== "show") return { ...state, message };
  const { clock, latency } = message.document.options;
  const ui = {
    ...state.ui,
    clock: state.ui.clock === clock ? null : state.ui.clock,
    latencyModel: state.ui.latencyModel === latency.model ? null : state.ui.latencyModel,
  };
  return { ...state, message, ui };
}

/** `keys` with `key` taken out where it is in, and put in where it is not. */
export function toggled(keys: readonly string[], key: string): string[] {
  return keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key];
}

/** The intent to measure again; settings that were not changed are left to the extension. */
export function runAgain({
  clock,
  latencyModel,
}: Pick<Ui, "clock" | "latencyModel">): Extract<FromPanel, { type: "run-again" }> {
  return {
    type: "run-again",
    ...(clock === null ? {} : { clock }),
    ...(latencyModel === null ? {} : { latencyModel }),
  };
}

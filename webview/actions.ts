import type { FromPanel } from "../bench-worker/panel-messages.ts";
import type { Ui } from "./panel-state.ts";

/** What the sections can ask for. */
export interface Actions {
  /** Tells the extension. */
  readonly send: (intent: FromPanel) => void;
  /** Changes a choice, remembers it and draws it. */
  readonly choose: (change: Partial<Ui>) => void;
  /** Lets one series stand out, or none. */
  readonly highlight: (key: string | null) => void;
  /** Remembers whether something is unfolded. */
  readonly unfold: (key: string, isOpen: boolean) => void;
}

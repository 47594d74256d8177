import { parseAs } from "../bench-worker/document.ts";
import { toPanelSchema } from "../bench-worker/panel-messages.ts";
import { watchTheme } from "./chart/theme.ts";
import "./main.css";
import { panel } from "./panel.ts";
import { restoreState } from "./panel-state.ts";

const editor = acquireVsCodeApi();
const shown = panel(document.getElementById("app")!, restoreState(editor.getState()), {
  send: (intent) => editor.postMessage(intent),
  remember: (state) => editor.setState(state),
});

watchTheme(document, shown.recolour);
window.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
  try {
    shown.receive(parseAs(toPanelSchema, data, "message"));
    shown.complain(null);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    shown.complain(`The panel got a message that it cannot show. ${cause}`);
  }
});
editor.postMessage({ type: "ready" });

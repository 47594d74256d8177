import { parseAs } from "../bench-worker/parse-as.ts";
import { toGallerySchema } from "../bench-worker/gallery-messages.ts";
import { toPanelSchema } from "../bench-worker/panel-messages.ts";
import { watchTheme } from "./chart/theme.ts";
import { galleryPage } from "./gallery/page.ts";
import "./main.css";
import { panel } from "./panel.ts";
import { restoreState } from "./panel-state.ts";

/** A page that hears of the extension. */
interface Shown {
  /** @throws {Error} when the message is not of its shape. */
  readonly receive: (message: unknown) => void;
  /** Says that something is wrong without touching what is shown; null for nothing any more. */
  readonly complain: (text: string | null) => void;
  /** Draws the charts anew in the theme of now. */
  readonly recolour: () => void;
}

const editor = acquireVsCodeApi();
const root = document.getElementById("app")!;
const send = (intent: unknown): void => editor.postMessage(intent);

function benchmarks(): Shown {
  const shown = panel(root, restoreState(editor.getState()), {
    send,
    remember: (state) => editor.setState(state),
  });
  return { ...shown, receive: (message) => shown.receive(parseAs(toPanelSchema, message, "message")) };
}

function gallery(): Shown {
  const shown = galleryPage(root, {
    send,
    // So that the editor opens the same table when its window is opened again.
    remember: (table) => editor.setState({ table }),
  });
  return { ...shown, receive: (message) => shown.receive(parseAs(toGallerySchema, message, "message")) };
}

const shown = root.dataset["page"] === "gallery" ? gallery() : benchmarks();
watchTheme(document, shown.recolour);
window.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
  try {
    shown.receive(data);
    shown.complain(null);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    shown.complain(`The panel got a message that it cannot show. ${cause}`);
  }
});
send({ type: "ready" });

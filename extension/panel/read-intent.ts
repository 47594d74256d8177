import { parseAs } from "../../bench-worker/parse-as.ts";
import { fromPanelSchema, type FromPanel } from "../../bench-worker/panel-messages.ts";

/**
 * What the panel's page asks for.
 *
 * @throws {TypeError} one line, where the page said what it cannot say.
 */
export function readIntent(message: unknown): FromPanel {
  return parseAs(fromPanelSchema, message, "message of the panel");
}

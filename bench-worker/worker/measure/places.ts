import type { TargetSource } from "../../protocol.ts";
import { firstFrameIn, stackHere } from "../io/call-site.ts";
import type { IoTap } from "../io/io-core.ts";
import { nameInSource } from "../io/name-in-source.ts";

/** Tells where in a target's text a call stands, and what the text calls there. */
export function placesIn({ file, text }: TargetSource): Required<Pick<IoTap, "line" | "nameInSource">> {
  return {
    line: () => firstFrameIn(stackHere(), file)?.line ?? null,
    nameInSource: (expression, line, isRead) => nameInSource(text, line, expression, isRead),
  };
}

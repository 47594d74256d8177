import type { TargetSource } from "../../protocol.ts";
import { firstFrameIn, stackHere } from "../io/call-site.ts";
import type { IoTap } from "../io/io-core.ts";
import { nameInSource } from "../io/name-in-source.ts";

/** A call of what has a name by itself, and no function that is declared. */
const CALLEE =
  /(?<![\p{ID_Continue}$#.)\]])(?=[\p{ID_Start}$_])(?<!\bfunction\s*\*?\s*)([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*(?:\?\.\s*)?\(/gu;

/** Tells where in a target's text a call stands, and what the text calls there. */
export function placesIn({
  file,
  text,
}: TargetSource): Required<Pick<IoTap, "line" | "nameInSource" | "calleesOn">> {
  return {
    line: () => firstFrameIn(stackHere(), file)?.line ?? null,
    nameInSource: (expression, line, isRead) => nameInSource(text, line, expression, isRead),
    calleesOn: (line) => [...(text.split("\n", line).at(-1) ?? "").matchAll(CALLEE)].map(([, name]) => name!),
  };
}

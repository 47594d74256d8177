import { firstFrameIn, framesOf, stackHere } from "../io/call-site.ts";
import type { IoTap } from "../io/io-core.ts";
import { lastName } from "../io/last-name.ts";
import { nameInSource } from "../io/name-in-source.ts";
import type { LoadedTarget } from "../load/load-target.ts";

/** A call of what has a name by itself, and no function that is declared. */
const CALLEE =
  /(?<![\p{ID_Continue}$#.)\]])(?=[\p{ID_Start}$_])(?<!\bfunction\s*\*?\s*)([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*(?:\?\.\s*)?\(/gu;

/** Tells where in a target's text a call stands, and what the text calls there. */
export function placesIn({
  source: { file, text },
  projectTexts,
}: Pick<LoadedTarget, "source" | "projectTexts">): Required<
  Pick<IoTap, "line" | "nameInSource" | "calledAs" | "calleesOn" | "placeElsewhere">
> {
  return {
    line: () => firstFrameIn(stackHere(), file)?.line ?? null,
    nameInSource: (expression, line, isRead) => nameInSource(text, line, expression, isRead),
    calledAs: (expression) => {
      // What only hands on to another one of its name, `find(id) { return this.db.find(id); }`, is waited for as that is.
      const last = lastName(expression);
      const frame = framesOf(stackHere()).find((one) => projectTexts.has(one.file) && one.name !== last);
      return frame && nameInSource(projectTexts.get(frame.file)!, frame.line, expression);
    },
    placeElsewhere: () => {
      const frame = framesOf(stackHere()).find((one) => projectTexts.has(one.file));
      return frame === undefined || frame.file === file ? undefined : frame;
    },
    calleesOn: (line) => [...(text.split("\n", line).at(-1) ?? "").matchAll(CALLEE)].map(([, name]) => name!),
  };
}

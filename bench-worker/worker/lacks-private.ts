import { inPattern } from "../../analysis/source/in-pattern.ts";
import type { TargetSource } from "../protocol.ts";
import { firstFrameIn, sayThrown, stackOf } from "./io/call-site.ts";

/** Whether an error says that a private member of the function's object has no value: `this.#channel.send(…)`. */
export function lacksPrivate(error: unknown, { file, text }: Pick<TargetSource, "file" | "text">): boolean {
  const read =
    /^TypeError: Cannot read properties of (?:null|undefined) \(reading '([\p{ID_Continue}$]+)'\)/u.exec(
      sayThrown(error),
    )?.[1];
  const line = firstFrameIn(stackOf(error), file)?.line;
  if (read === undefined || line === undefined) return false;
  const member = String.raw`\bthis\s*\.\s*#[\p{ID_Continue}$]+\s*(?:!\s*)?\.\s*${inPattern(read)}(?![\p{ID_Continue}$])`;
  return new RegExp(member, "u").test(text.split("\n", line).at(-1)!);
}

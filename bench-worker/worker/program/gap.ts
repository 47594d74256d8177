import { framesOf, sayThrown, stackOf } from "../io/call-site.ts";
import type { Gap } from "./fill.ts";

const READ_OF_NOTHING = [
  /^TypeError: Cannot read properties of (?:undefined|null) \(reading '([\p{ID_Continue}$#]+)'\)$/u,
  /^TypeError: Cannot destructure property '([\p{ID_Continue}$]+)' of .* as it is (?:undefined|null)\.?$/u,
];

/** The place in a file at which an error says that a member of nothing was read; null where it does not. */
export function gapOf(error: unknown, file: string): Gap | null {
  const said = sayThrown(error);
  const member = READ_OF_NOTHING.map((pattern) => pattern.exec(said)?.[1]).find((one) => one !== undefined);
  const [frame] = framesOf(stackOf(error));
  return member === undefined || frame?.file !== file ? null : { line: frame.line, member };
}

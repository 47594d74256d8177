import { framesOf, sayThrown, stackOf } from "../io/call-site.ts";
import { ITEMS, type Gap } from "./fill.ts";

/** A gap, and the file that it is in. */
interface GapOfFile extends Gap {
  readonly name: string;
}

const READ_OF_NOTHING = [
  /^TypeError: Cannot read properties of (?:undefined|null) \(reading '([\p{ID_Continue}$#]+)'\)$/u,
  /^TypeError: Cannot destructure property '([\p{ID_Continue}$]+)' of .* as it is (?:undefined|null)\.?$/u,
];
const ITEMS_OF_NOTHING =
  /^TypeError: .* is not iterable(?: \(cannot read property Symbol\(Symbol\.iterator\)\))?$/u;

/** The place at which an error says that a member of nothing was read; null where it does not. */
export function gapOf(error: unknown): GapOfFile | null {
  const said = sayThrown(error);
  const read = READ_OF_NOTHING.map((pattern) => pattern.exec(said)?.[1]).find((one) => one !== undefined);
  const member = read ?? (ITEMS_OF_NOTHING.test(said) ? ITEMS : undefined);
  const [frame] = framesOf(stackOf(error));
  return member === undefined || frame === undefined ? null : { name: frame.file, line: frame.line, member };
}

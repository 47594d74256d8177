import type { IoCallKind } from "../model.ts";
import type { Extents } from "../breakdown/extents.ts";
import type { Call } from "../functions/found.ts";
import type { Region } from "../io-calls/region.ts";
import type { FileView } from "../patterns/file-view.ts";
import type { Failures } from "./failure.ts";

/**
 * The state of one walk through an entry's region in the order in which it runs. A depth is a number of I/O calls: at
 * depth 3, three must have answered one after another.
 */
export interface Walk {
  readonly view: FileView;
  readonly region: Region;
  readonly ioCalls: ReadonlyMap<Call, IoCallKind>;
  /** First tokens of the streams among them that no call makes: `request` of `request.on("end", …)`. */
  readonly streamsAt: ReadonlySet<number>;
  /** First and last tokens of those that are called by somebody else: `load` of `Promise.all(ids.map(load))`. */
  readonly namedAt: ReadonlySet<number>;
  /** How deep the place is that the walk has come to. */
  now: number;
  /** The greatest depth of any I/O call so far. */
  deepest: number;
  /** Whether a loop goes round only when an I/O call has answered. */
  inLoop: boolean;
  /** The depth at which what the function returns is there. */
  returned: number;
  /** Whether the statements that were walked last cannot be followed by others: they return or throw. */
  isOver: boolean;
  /** The depth at which the round of the loop began that the walk is in; infinite outside of loops. */
  roundBegan: number;
  /** How many loops, and calls that go through a list, stand around the place. */
  repeats: number;
  /** Names that were given a value in the round which is walked, other than by going on with the one they had. */
  begun: Set<string>;
  /** Where the expressions and statements end that are walked. */
  readonly extents: Extents;
  /** At what depth the values that names hold are there, where that is later than their making: promises. */
  readonly held: Map<string, number>;
  /** By which names the function that is walked knows of a failure. */
  failures: Failures;
  /** One I/O call from `now` on; gives the depth at which it has answered. */
  called(): number;
  /** Walks some tokens; gives the depth at which their value is there: 0 for a plain one. */
  span(start: number, end: number): number;
  /** Walks tokens as if they ran at a depth, and stands where it stood. */
  spanAt(start: number, end: number, depth: number): number;
  /** The depth at which what a function of the region does from `now` on is done. */
  named(index: number): number;
}

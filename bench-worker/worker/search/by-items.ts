import { LISTS_AT_MOST, type ByItems, type ItemLaw } from "../../item-law.ts";
import type { Contestant } from "../measure/contestant.ts";
import type { Recording } from "../measure/record.ts";
import { copyOf } from "./settings.ts";
import type { Trials } from "./trials.ts";

/** Milliseconds of CPU time of an attempt that is made again with longer lists. */
const LONGER_AT_MOST = 300;

/** Items of the lists of the calls by which a law is found: three tell of one, the fourth confirms it. */
const SIZES = [3, 4, 5, 6] as const;

/**
 * How the I/O calls of a contestant, the last, grow with the items of the lists that are stand-ins: it is made again with longer ones.
 * Undefined where they do not, or by no law that is told, or it does not run with longer lists. All is as it was then.
 */
export async function byItemsOf(contestant: Contestant, trials: Trials): Promise<ByItems | undefined> {
  const { target, recording } = contestant;
  const { last } = trials;
  const hasLists = target.fakes.readAsLists.size > 0 || target.fakes.isStreamed;
  if (!hasLists || last === undefined || recording.operations.length === 0) return undefined;
  if (trials.isOverdue || trials.lastMilliseconds > LONGER_AT_MOST) return undefined;
  const putBack = trials.keep(contestant);
  try {
    const longer: Recording[] = [];
    let lists: string[] = [];
    for (const itemsOfLists of SIZES) {
      const made = await trials.orNothing(() => trials.make({ ...copyOf(last), itemsOfLists }));
      // What makes as many calls for longer lists needs no further call.
      if (made === undefined || isSame(made.recording, recording)) return undefined;
      longer.push(made.recording);
      lists = [...made.target.fakes.readAsLists];
    }
    const ioCalls = lawOf(longer.map(({ operations }) => operations.length));
    const criticalPath = lawOf(longer.map(({ inSequence }) => inSequence));
    if (ioCalls === null || criticalPath === null) return undefined;
    return { ioCalls, criticalPath, lists: lists.slice(0, LISTS_AT_MOST) };
  } finally {
    putBack();
  }
}

function isSame(one: Recording, other: Recording): boolean {
  return one.operations.length === other.operations.length && one.inSequence === other.inSequence;
}

/** The law that counts at {@link SIZES} follow; null where they follow none. */
function lawOf(counts: readonly number[]): ItemLaw | null {
  const [first, ...more] = differences(counts);
  const [second, ...others] = differences([first!, ...more]);
  if (others.some((one) => one !== second) || second! % 2 !== 0) return null;
  const [size] = SIZES;
  const perItemSquared = second! / 2;
  const perItem = first! - perItemSquared * (2 * size + 1);
  if (perItem < 0 || perItemSquared < 0) return null;
  const once = counts[0]! - perItem * size - perItemSquared * size ** 2;
  return { once, perItem, ...(perItemSquared > 0 && { perItemSquared }) };
}

function differences(numbers: readonly number[]): number[] {
  return numbers.slice(1).map((number, at) => number - numbers[at]!);
}

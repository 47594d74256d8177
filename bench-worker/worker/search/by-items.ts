import { countBy, LISTS_AT_MOST, type ItemLaw } from "../../item-law.ts";
import type { Contestant } from "../measure/contestant.ts";
import type { Recording } from "../measure/record.ts";
import { copyOf } from "./settings.ts";
import type { Trials } from "./trials.ts";

/** Milliseconds of CPU time of an attempt that is made again with longer lists, or other numbers. */
export const AGAIN_AT_MOST = 300;

/** Items of the lists of the calls by which a law is found: three tell of one, the fourth confirms it. */
const SIZES = [3, 4, 5, 6] as const;
/** Lists in so many others have a law. */
const LEVELS_AT_MOST = 1;
/** The same of one more, which has to follow it as well: limits and batches mostly have fewer. Of lists in lists it takes fewer. */
const MANY = { ofOne: 120, ofLists: 15 } as const;

/**
 * How the I/O calls of a contestant, the last, grow with the items of the lists that are stand-ins: it is made again with longer ones.
 * Empty where they do not, or it does not run with longer lists. All is as it was then.
 */
export async function byItemsOf(
  contestant: Contestant,
  trials: Trials,
): Promise<Pick<Contestant, "byItems" | "atItems">> {
  const { target, recording } = contestant;
  const { last } = trials;
  const { core } = trials.services;
  const ofText = last?.facts.has("lines") === true;
  const hasLists =
    target.fakes.readAsLists.size > 0 || target.fakes.isStreamed || core.hasReadFileNames || ofText;
  if (!hasLists || last === undefined || recording.operations.length === 0) return {};
  if (trials.isOverdue || trials.lastMilliseconds > AGAIN_AT_MOST) return {};
  const putBack = trials.keep(contestant);
  const made = (itemsOfLists: number): Promise<Contestant | undefined> =>
    trials.orNothing(() => trials.make({ ...copyOf(last), itemsOfLists }));
  let limited = "";
  try {
    const longer: Recording[] = [];
    let lists: string[] = [];
    for (const items of SIZES) {
      const one = await made(items);
      if (one === undefined) return {};
      longer.push(one.recording);
      lists = [
        ...one.target.fakes.readAsLists,
        ...(core.hasReadFileNames ? ["readdir()"] : []),
        ...(ofText ? ["the lines of a text"] : []),
      ];
      // Lists within lists within lists are cut off: they may be those of a tree.
      if (lists.some((name) => name.split("[").length > LEVELS_AT_MOST + 1)) return {};
      // What makes as many calls for three items makes as many for four.
      if (isSame(one.recording, recording)) break;
    }
    const isConstant = isSame(longer.at(-1)!, recording);
    const ioCalls = isConstant ? null : lawOf(longer.map(({ operations }) => operations.length));
    const criticalPath = isConstant ? null : lawOf(longer.map(({ inSequence }) => inSequence));
    const isOfOne = isConstant || (ioCalls !== null && ioCalls.perItemSquared === undefined);
    const items = isOfOne ? MANY.ofOne : MANY.ofLists;
    const whole = (await made(items))?.recording;
    // What gives more than anybody takes follows no law that could be seen.
    const many = whole?.isCutOff === true ? undefined : whole;
    if (isConstant && (many === undefined || isSame(many, recording))) return {};
    const follows = (law: ItemLaw | null, count: number | undefined): law is ItemLaw =>
      law !== null && (count === undefined || countBy(law, items) === count);
    if (follows(ioCalls, many?.operations.length) && follows(criticalPath, many?.inSequence))
      return { byItems: { ioCalls, criticalPath, lists: lists.slice(0, LISTS_AT_MOST) } };
    if (many === undefined || many.operations.length <= recording.operations.length) return {};
    limited = limitedSentence(items, many, isConstant || ioCalls !== null);
    return { atItems: { items, ioCalls: many.operations.length, criticalPath: many.inSequence } };
  } finally {
    putBack();
    if (limited !== "") trials.services.core.incidents.add(limited);
  }
}

/** What is told of a call whose I/O calls follow no law: `isLimited`, as a limit or batches keep them from following the items of its lists. */
function limitedSentence(items: number, { operations, inSequence }: Recording, isLimited: boolean): string {
  const why = isLimited ? ": it takes them in batches, or only so many at a time" : "";
  return `With ${items} items in each list it makes ${operations.length} I/O calls, ${inSequence} in sequence${why}.`;
}

/** Whether two calls make as many I/O calls, and as many in sequence. */
export function isSame(one: Recording, other: Recording): boolean {
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

import { WRITE_FAKES_COMMAND } from "../../fakes-file/command.ts";
import { inPattern } from "../../../analysis/source/in-pattern.ts";
import { lastName } from "../io/last-name.ts";
import { remark, type Remark } from "../../remark.ts";
import type { Contestant } from "../measure/contestant.ts";
import type { Recording } from "../measure/record.ts";
import { isSame } from "./by-items.ts";
import { copyOf } from "./settings.ts";
import type { Trials } from "./trials.ts";

/** What numbers are taken for that nobody gives, one call each, and how long lists are then. */
const NUMBERS = [1, 3] as const;
/** The same of a program that reads the clock: a time that is not over, or a long one. Whoever counts so far goes on without end. */
const LATE = 4e12;
const READS_CLOCK = /\bDate\b/;
/** Which no time is, and items are told apart by. */
const IS_ID = /(?:^|[._])id$|I[dD]$/;
const ITEMS = 6;
/** Numbers that are looked into one by one, and those that are named where only all together decide. */
const NUMBERS_AT_MOST = 8;
const NAMED_AT_MOST = 3;

/**
 * What is said of numbers that nobody gives and that decide on how many I/O calls there are, or how many at a time: a limit on concurrency, the
 * size of a batch, how often a loop goes round. The call is made again with other ones. Null where there are none. All is as it was then.
 */
export async function limitsRemark(contestant: Contestant, trials: Trials): Promise<Limits | null> {
  const { last } = trials;
  const { fakes } = contestant.target;
  if (last === undefined || contestant.recording.operations.length === 0) return null;
  if (trials.isLongToRepeat) return null;
  const told = last.facts.about("value").filter(({ is }) => "value" in is && is.value === 1);
  const names = [...new Set([...fakes.numbers, ...told.map(({ name }) => name)])];
  if (names.length === 0) return null;
  const { text } = contestant.target.source;
  const isNamed = (name: string): boolean =>
    !IS_ID.test(name) && new RegExp(String.raw`\b${inPattern(lastName(name))}\b`).test(text);
  const times = READS_CLOCK.test(text) ? names.filter(isNamed) : [];
  const putBack = trials.keep(contestant);
  const madeWith = async (numbers: readonly string[], value: number): Promise<Recording | undefined> => {
    const settings = { ...copyOf(last), itemsOfLists: ITEMS };
    for (const name of numbers)
      settings.facts.put({ about: "value", name, is: { value }, because: "limits" });
    return (await trials.orNothing(() => trials.make(settings)))?.recording;
  };
  const decide = async (numbers: readonly string[]): Promise<boolean> =>
    isOther(await madeWith(numbers, NUMBERS[0]), await madeWith(numbers, NUMBERS[1]));
  const isOther = (few: Recording | undefined, many: Recording | undefined): boolean => {
    if (few === undefined || many === undefined) return false;
    // One that makes fewer in all, and not even one for each item, went another way.
    const isWhole = many.operations.length >= Math.min(few.operations.length, ITEMS);
    return !isSame(few, many) && isWhole;
  };
  try {
    if (!trials.services.core.rules.allow("limits")) return null;
    if (await decide(names)) {
      for (const name of names.slice(0, NUMBERS_AT_MOST))
        if (await decide([name])) return { isTime: false, said: limitRemark([name]) };
      return { isTime: false, said: limitRemark(names.slice(0, NAMED_AT_MOST)) };
    }
    const asItIs = times.length === 0 ? undefined : await madeWith([], 0);
    for (const name of times.slice(0, NAMED_AT_MOST))
      if (isOther(asItIs, await madeWith([name], LATE))) return { isTime: true, said: limitRemark([name]) };
    return null;
  } finally {
    putBack();
  }
}

/** What is said, and whether it is of a time, which says nothing of how long lists are gone through. */
interface Limits {
  readonly said: Remark;
  readonly isTime: boolean;
}

function limitRemark(names: readonly string[]): Remark {
  const numbers = names.map((name) => name.replace(/^\*\./, "")).join(", ");
  return remark(
    "number-made-up",
    `How many I/O calls it makes, or has under way at a time, depends on ${numbers}, which nobody gives. To say what it is, give it in a fakes file: ${WRITE_FAKES_COMMAND}, or record a call (async-cost record).`,
  );
}

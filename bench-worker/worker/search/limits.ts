import { WRITE_FAKES_COMMAND } from "../../fakes-file/command.ts";
import { remark, type Remark } from "../../remark.ts";
import type { Contestant } from "../measure/contestant.ts";
import type { Recording } from "../measure/record.ts";
import { copyOf } from "./settings.ts";
import type { Trials } from "./trials.ts";

/** What a number is taken for that nobody gives, in place of 1, and how long lists are then. */
const NUMBER = 3;
const ITEMS = 6;
/** Numbers that are looked into, each by a call of its own. */
const NUMBERS_AT_MOST = 4;
/** Milliseconds of CPU time of an attempt that is made again with other numbers. */
const AGAIN_AT_MOST = 300;

/**
 * What is said of numbers that nobody gives and that decide on how many I/O calls there are, or how many at a time: a limit on concurrency, the
 * size of a batch, how often a loop goes round. The call is made again with other ones. Null where there are none. All is as it was then.
 */
export async function limitsRemark(contestant: Contestant, trials: Trials): Promise<Remark | null> {
  const { last } = trials;
  const { fakes } = contestant.target;
  if (last === undefined || contestant.recording.operations.length === 0) return null;
  if (trials.isOverdue || trials.lastMilliseconds > AGAIN_AT_MOST) return null;
  const told = last.facts.about("value").filter(({ is }) => "value" in is && is.value === 1);
  const names = [...new Set([...fakes.numbers, ...told.map(({ name }) => name)])].slice(0, NUMBERS_AT_MOST);
  if (names.length === 0) return null;
  const putBack = trials.keep(contestant);
  const madeWith = async (numbers: readonly string[]): Promise<Recording | undefined> => {
    const settings = { ...copyOf(last), itemsOfLists: ITEMS };
    for (const name of numbers)
      settings.facts.put({ about: "value", name, is: { value: NUMBER }, because: "limits" });
    return (await trials.orNothing(() => trials.make(settings)))?.recording;
  };
  try {
    const one = await madeWith([]);
    const isOther = (other: Recording | undefined): other is Recording =>
      one !== undefined && other !== undefined && !isSame(one, other);
    if (!isOther(await madeWith(names))) return null;
    for (const name of names) {
      const other = await madeWith([name]);
      if (isOther(other) && trials.services.core.rules.allow("limits")) return limitRemark(name, other);
    }
    return null;
  } finally {
    putBack();
  }
}

function isSame(one: Recording, other: Recording): boolean {
  return one.operations.length === other.operations.length && one.inSequence === other.inSequence;
}

function limitRemark(name: string, { operations, inSequence }: Recording): Remark {
  const number = name.replace(/^\*\./, "");
  return remark(
    "number-made-up",
    `How many I/O calls it makes, or has under way at a time, depends on ${number}, which nobody gives: it was taken for 1. With ${NUMBER}, and lists of ${ITEMS} items, it makes ${operations.length}, ${inSequence} in sequence. To say what it is, give it in a fakes file: ${WRITE_FAKES_COMMAND}, or record a call (async-cost record).`,
  );
}

import { isSameEnd, nameIn } from "../fakes/plain/same-end.ts";
import { lastName } from "../io/last-name.ts";
import type { Contestant } from "../measure/contestant.ts";
import type { Recording } from "../measure/record.ts";
import { copyOf, type Settings } from "./settings.ts";
import type { Trials } from "./trials.ts";

/** A contestant whose stand-ins are plain values, and what it was made with. */
export interface Plain {
  readonly contestant: Contestant;
  readonly settings: Settings;
}

/**
 * A contestant, the last, with plain values in the places of its stand-ins: what its calls did with them is known. Null where it takes
 * another path with them, or comes to another end. All is as it was then, and otherwise but for what its calls are made of.
 */
export async function plainly(contestant: Contestant, trials: Trials): Promise<Plain | null> {
  const { last, services } = trials;
  const { fakes } = contestant.target;
  const { noting } = fakes;
  fakes.notes(false);
  if (noting === null || last === undefined) return null;
  const putBack = trials.keep(contestant);
  try {
    for (const areLikely of [true, false]) {
      const standIns = noting.standIns(areLikely);
      if (standIns === null || standIns.length === 0 || trials.isOverdue) return null;
      const settings = copyOf(last);
      for (const fact of fakes.corrected) settings.facts.add(fact);
      const plain = await trials.orNothing(async () => {
        try {
          const made = await trials.make({ ...settings, standIns });
          const difference = differenceOf(contestant, made);
          if (difference === null) return made;
          services.onAttempt?.("plain values", new Error(difference));
        } catch (error) {
          services.onAttempt?.("plain values", error);
        }
        return undefined;
      });
      if (plain === undefined) continue;
      const { recording, reached, byItems, changedLines } = contestant;
      return {
        contestant: {
          ...plain,
          recording,
          ...(reached && { reached }),
          ...(byItems && { byItems }),
          ...(changedLines && { changedLines }),
        },
        settings: { ...settings, standIns },
      };
    }
    return null;
  } finally {
    putBack();
  }
}

/** In what one differs from another: it is to make the same I/O calls in the same order, alone and together, and to come to the same end. */
function differenceOf(one: Contestant, other: Contestant): string | null {
  const [a, b] = [one.recording, other.recording].map((recording) => JSON.stringify(pathOf(recording)));
  if (a !== b) return "another path";
  if (one.ioCallsTogether !== other.ioCallsTogether) return "other I/O calls together";
  const isSame = isSameEnd(one.end, other.end, nameIn(one.target.fakes), other.target.fakes);
  return isSame ? null : "another end";
}

function pathOf({ operations, ...recording }: Recording): unknown {
  const { callsInAll, steps, inSequence, mostInFlight, underWay, settledAgain, isCutOff, failure } =
    recording;
  const calls = operations.map(({ expression, kind, line, column, depth }) => [
    ...[lastName(expression), kind, line, column, depth],
  ]);
  return [
    ...[calls, callsInAll, steps, inSequence, mostInFlight, underWay, settledAgain, isCutOff],
    failure !== null,
  ];
}

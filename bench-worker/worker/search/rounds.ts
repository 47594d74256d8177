import { remark, type Remark } from "../../remark.ts";
import type { Contestant } from "../measure/contestant.ts";
import { openLoopAround } from "../program/own-loop.ts";

/**
 * What is said of the loop with I/O calls that goes round as often as what it gets tells it: the number of rounds of a contestant's call, the last, is that
 * of values that nobody gave. Null where there is none, and where a fakes file gives what answers.
 */
export function roundsRemark({ target, recording }: Contestant): Remark | null {
  const { source, fakes, asyncFunction } = target;
  if (fakes.given?.leadsCalls === true) return null;
  for (const { line } of recording.operations) {
    const loop = line === null ? null : openLoopAround(source, line, asyncFunction.range);
    if (loop !== null) return remark("rounds", sentence(loop));
  }
  return null;
}

function sentence(line: number): string {
  return `The loop at line ${line} goes round as often as what it gets tells it, and makes its I/O calls each time; how often real values have it go round is not known. To say it, give its answers in a fakes file, or record a call (async-cost record).`;
}

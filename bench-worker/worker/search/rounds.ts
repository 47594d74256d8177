import { remark, type Remark } from "../../remark.ts";
import type { Contestant } from "../measure/contestant.ts";
import { openLoopAround } from "../program/own-loop.ts";

/**
 * What is said of the loop with I/O calls that goes round as often as what it gets tells it: the number of rounds of a contestant's call, the last, is that
 * of values that nobody gave. Null where there is none, and where a fakes file gives what answers.
 */
export function roundsRemark({ target, recording }: Contestant): Remark | null {
  const { source, fakes } = target;
  if (fakes.given?.leadsCalls === true) return null;
  const callsAt = new Map<number, number>();
  for (const { line } of recording.operations)
    if (line !== null) callsAt.set(line, (callsAt.get(line) ?? 0) + 1);
  for (const [line, rounds] of callsAt) {
    const loop = openLoopAround(source.text, source.file, line);
    if (loop !== null) return remark("rounds", sentence(loop, rounds));
  }
  return null;
}

function sentence(line: number, rounds: number): string {
  const often = rounds === 1 ? "once" : `${rounds} times`;
  return `The loop at line ${line} goes round as often as what it gets tells it: ${often} in this call, with its I/O calls each time. To have it go round more often, give its answers in a fakes file, or record a call (async-cost record).`;
}

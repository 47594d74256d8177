import { remark, type Remark } from "../../remark.ts";
import type { Contestant } from "../measure/contestant.ts";
import { recursionAround } from "../program/endless-recursion.ts";
import { openLoopAround } from "../program/own-loop.ts";

/**
 * What is said of the loop with I/O calls that goes round as often as what it gets tells it, or of the function that calls itself so: how often it does in a
 * contestant's call, the last, is by values that nobody gave. Null where there is none, and where a fakes file gives what answers.
 */
export function roundsRemark({ target, recording }: Contestant): Remark | null {
  const { source, fakes, asyncFunction, standIns } = target;
  if (fakes.given?.leadsCalls === true) return null;
  const lines = recording.operations.map(({ line }) => line).filter((line) => line !== null);
  // Also those from which functions of the file are called that make I/O calls.
  const through = recording.operations.flatMap(({ frames }) =>
    frames.filter(({ file }) => file === source.file).map(({ line }) => line),
  );
  for (const line of new Set([...lines, ...through])) {
    const loop = openLoopAround(source, line, asyncFunction.range);
    if (loop !== null) return remark("rounds", ofLoop(loop));
  }
  // What would call itself without end was led out before it does, and goes once.
  const isCut = standIns.facts.about("branch").some(({ because }) => because === "leaves-loop");
  for (const line of new Set(lines)) {
    const isAgain = isCut || lines.filter((one) => one === line).length > 1;
    const call = isAgain ? recursionAround(source.text, source.file, line) : null;
    if (call !== null) return remark("rounds", ofRecursion(call));
  }
  return null;
}

const TO_SAY_IT = "To say it, give its answers in a fakes file, or record a call (async-cost record).";

function ofLoop(line: number): string {
  return `The loop at line ${line} goes round as often as what it gets tells it, and makes its I/O calls each time; how often real values have it go round is not known. ${TO_SAY_IT}`;
}

function ofRecursion(line: number): string {
  return `Line ${line} calls the function that it is in, as often as what that gets tells it; how deep real values go is not known. ${TO_SAY_IT}`;
}

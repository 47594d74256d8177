import path from "node:path";
import type { BenchmarkState } from "./benchmark-state.ts";
import type { EditorTarget } from "./targets.ts";

/** What is measured in one go. */
export interface Job {
  readonly title: string;
  /** `benchmark` or `comparison`. */
  readonly noun: string;
  readonly targets: readonly EditorTarget[];
}

/** Said from the click on. */
export function starting({ noun, title }: Job): BenchmarkState {
  return { kind: "nothing", message: `The ${noun} of ${title} is starting.` };
}

/** The name; of what has none the line tells which it is, and where a part of it was pointed at, that it is one. */
function calledOf({ name, partAtLine, source: { text, functionStart } }: EditorTarget): string {
  const called =
    name === "(anonymous)" ? `${name}, line ${text.slice(0, functionStart).split("\n").length}` : name;
  return partAtLine === undefined ? called : `${called} (the function at line ${partAtLine} is a part of it)`;
}

/** What functions that are measured together are called: the name of the only one, or how many they are. */
export function titleOf(targets: readonly EditorTarget[]): string {
  const [first] = targets;
  return targets.length === 1
    ? calledOf(first!)
    : `${targets.length} functions of ${path.basename(first!.source.file)}`;
}

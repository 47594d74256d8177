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

/** The name; of what has none the line tells which it is. */
function calledOf({ name, source: { text, functionStart } }: EditorTarget): string {
  return name === "(anonymous)" ? `${name}, line ${text.slice(0, functionStart).split("\n").length}` : name;
}

/** What functions that are measured together are called: the name of the only one, or how many they are. */
export function titleOf(targets: readonly EditorTarget[]): string {
  const [first] = targets;
  return targets.length === 1
    ? calledOf(first!)
    : `${targets.length} functions of ${path.basename(first!.source.file)}`;
}

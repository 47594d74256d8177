import type { TargetResult } from "./target-result.ts";

/**
 * Which call of a function is measured: the recorded one of a path, counted from 1; null: none that is recorded; undefined: the
 * first path. What a fakes file gives goes before what was recorded.
 */
export type CallChoice = number | null | undefined;

/** The choice by which a result came about, so that it is made again. */
export function choiceOf({ scenario }: Pick<TargetResult, "scenario">): CallChoice {
  if (scenario === undefined) return undefined;
  if (scenario.origin === "recorded") return scenario.path;
  // It was to be played.
  if (scenario.notReplayed !== undefined) return scenario.path;
  return (scenario.recordings?.paths.length ?? 0) > 0 ? null : undefined;
}

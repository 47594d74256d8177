import { askedForAt } from "../../../analysis/explain/asked-for.ts";
import type { AsyncFunction, Language } from "../../../analysis/model.ts";
import type { RecordedFunction } from "../../../bench-worker/contract/recording.ts";
import { ordinaryPaths } from "./judge-truth.ts";
import { truePaths } from "./paths.ts";

/**
 * Whether a function can be measured: by itself, as `part` of the function around it, or not, as its text tells of nothing asynchronous;
 * `idle` where its ordinary recorded calls tell of nothing either.
 */
export type Offered = "itself" | "part" | "not" | "idle";

/**
 * What is offered of the function that begins at an offset of a text: those that are asynchronous as far as this tells, and those that
 * may be where somebody asks for them.
 *
 * @param recorded The function's own recording.
 */
export function offeredAs(
  start: number,
  text: string,
  language: Language,
  functions: readonly Pick<AsyncFunction, "range">[],
  recorded: RecordedFunction,
): Offered {
  if (functions.some(({ range }) => range.start === start)) return "itself";
  if (functions.some(({ range }) => range.start < start && start < range.end)) return "part";
  if (askedForAt(text, language, start) !== undefined) return "itself";
  const makesCalls = ordinaryPaths(truePaths(recorded)).some(({ sites }) => sites.length > 0);
  return makesCalls ? "not" : "idle";
}

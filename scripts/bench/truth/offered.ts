import { askedForAt } from "../../../analysis/explain/asked-for.ts";
import type { AsyncFunction, Language } from "../../../analysis/model.ts";

/** Whether a function can be measured: by itself, as `part` of the function around it, or not, as its text tells of nothing asynchronous. */
export type Offered = "itself" | "part" | "not";

/**
 * What is offered of the function that begins at an offset of a text: those that are asynchronous as far as this tells, and those that
 * may be where somebody asks for them.
 */
export function offeredAs(
  start: number,
  text: string,
  language: Language,
  functions: readonly Pick<AsyncFunction, "range">[],
): Offered {
  if (functions.some(({ range }) => range.start === start)) return "itself";
  if (functions.some(({ range }) => range.start < start && start < range.end)) return "part";
  return askedForAt(text, language, start) === undefined ? "not" : "itself";
}

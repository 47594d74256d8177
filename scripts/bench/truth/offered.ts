import type { AsyncFunction } from "../../../analysis/model.ts";

/** Whether a function can be measured: by itself, as `part` of the function around it, or not, as its text does not tell that it is asynchronous. */
export type Offered = "itself" | "part" | "not";

/** What is offered of the function that begins at an offset, of the functions that are asynchronous as far as their text tells. */
export function offeredAs(start: number, functions: readonly Pick<AsyncFunction, "range">[]): Offered {
  if (functions.some(({ range }) => range.start === start)) return "itself";
  return functions.some(({ range }) => range.start < start && start < range.end) ? "part" : "not";
}

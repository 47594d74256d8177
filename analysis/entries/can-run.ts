import type { AsyncFunction } from "../model.ts";

/**
 * Whether a function can be run at all: in its module, or taken out of it with what it uses. A generator cannot be
 * taken out, for what runs it is part of its surroundings.
 */
export function canRun({ reach, pattern }: Pick<AsyncFunction, "reach" | "pattern">): boolean {
  return reach !== null || pattern !== "generator";
}

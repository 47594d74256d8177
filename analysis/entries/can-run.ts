import type { AsyncFunction } from "../model.ts";

/**
 * Whether a function can be run at all: in its module, or taken out of it with what it uses. A generator cannot be
 * taken out, for what runs it is part of its surroundings, unless co can run it, or it is the body of a function that answers a
 * callback.
 */
export function canRun({
  reach,
  pattern,
  runner,
  parameters,
}: Pick<AsyncFunction, "reach" | "pattern" | "runner" | "parameters">): boolean {
  if (reach !== null || pattern !== "generator" || runner === "co") return true;
  return parameters.some(({ role }) => role === "callback");
}

import { isCallbackName } from "../../../analysis/patterns/callback-names.ts";

/** Parameters that take errors and nothing else. */
const TAKES_ERRORS = /^(?:reject|fail|on_?err(?:or)?)$/i;

/**
 * What a call of a made-up value hands to the caller as an error: `next(error)`, `done(error)`, `reject(error)` of a
 * parameter, and `emit("error", error)`; undefined where it is no such call.
 *
 * @param parameters The names of the target's own.
 */
export function errorHandedTo(
  name: string,
  parameters: ReadonlySet<string>,
  given: readonly unknown[],
): unknown {
  if (parameters.has(name) && (isCallbackName(name) || TAKES_ERRORS.test(name))) return given[0];
  return name.endsWith(".emit") && given[0] === "error" ? given[1] : undefined;
}

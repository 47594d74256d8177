import { isCallbackName } from "../../../analysis/patterns/callback-names.ts";
import { harness } from "../harness/intrinsics.ts";
import { stackBelow } from "../io/call-site.ts";

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

/**
 * By which error a call of a made-up value tells who called the target that it failed: one that it hands on, see {@link errorHandedTo}, or that it
 * answers a request with a status from 400 on, `res.status(404)`, or throws by the server's own means, `ctx.throw(404)`. Undefined for any other
 * call.
 */
export function failureTold(
  name: string,
  parameters: ReadonlySet<string>,
  given: readonly unknown[],
): Error | undefined {
  const handed = errorHandedTo(name, parameters, given);
  if (handed instanceof Error) return handed;
  const [status] = given;
  const [, of = ""] = ANSWERS_STATUS.exec(name) ?? [];
  if (!parameters.has(of) || typeof status !== "number" || status < 400) return undefined;
  const error = new harness.Error(`answered with status ${status}`);
  error.stack = `Error: ${error.message}\n${stackBelow(failureTold).split("\n").slice(1).join("\n")}`;
  return error;
}

/** `res.status(404)`, `reply.code(404)`, `res.sendStatus(404)`, `ctx.throw(404)`. */
const ANSWERS_STATUS = /^([\p{ID_Start}$_][\p{ID_Continue}$]*)\.(?:status|sendStatus|code|throw)$/u;

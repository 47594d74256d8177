import { isAnswer } from "../../../analysis/patterns/responses.ts";
import { WRITE_FAKES_COMMAND } from "../../fakes-file/command.ts";
import { remark, type Remark } from "../../remark.ts";
import type { Contestant } from "../measure/contestant.ts";
import { lastName } from "../missed-calls.ts";
import { callsInWords } from "../stand-ins-called.ts";
import type { Trials } from "./trials.ts";

/**
 * What is said of a call that made no I/O call and gives back what a stand-in gave: that this only computes, as `formatDate` does, is told by its name
 * alone. Null of any other, and where that is said otherwise.
 */
export function computingRemark(
  { target, recording }: Contestant,
  { services, text }: Trials,
): Remark | null {
  const { core } = services;
  const isSaid = core.incidents.size + core.remarks.length > 0;
  if (recording.callsInAll > 0 || isSaid || target.asyncFunction.pattern !== "async-await") return null;
  const given = text.returnedCalls();
  const calls = core.calledFakes
    .filter(({ kind, from }) => kind === "sync" && from === "inferred")
    .map(({ expression, line = null }) => ({ expression, line, name: lastName(expression) }))
    .filter(({ line, name }) => given.some((one) => one.line === line && one.name === name))
    .filter(({ name }) => !isAnswer(name, target.asyncFunction.parameters) && !isOfEngine(name))
    .filter(({ expression }) => !target.asyncFunction.parameters.some((one) => one.name === expression))
    .map(({ expression, line }) => ({ expression, line }));
  if (calls.length === 0) return null;
  return remark(
    "taken-to-compute",
    `It made no I/O call: ${callsInWords(calls)} is taken to compute, by its name. Where it is I/O, say so in a fakes file: ${WRITE_FAKES_COMMAND}.`,
    { calls },
  );
}

/** Whether a method is one of the engine's own values: `split`, `map`, `getTime`. */
function isOfEngine(name: string): boolean {
  return [String, Array, Date, Number, Map].some(({ prototype }) => name in prototype);
}

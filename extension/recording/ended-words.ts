import { recordedInWords } from "../../bench-worker/host/recordings/record-words.ts";
import type { RecordedRun } from "../../bench-worker/host/recordings/record-run.ts";
import { counted } from "../../bench-worker/quantity.ts";
import type { Counts } from "../../bench-worker/host/recordings/run-counts.ts";

/** A run that came to an end. */
export type EndedRun = Extract<RecordedRun, { state: "ended" }>;

/** How far a run is: `12 calls of 3 functions`. */
export function countsInWords({ calls, functions }: Counts): string {
  return `${counted(calls, "call")} of ${counted(functions, "function")}`;
}

/** What is said when a command has ended: what was recorded, or why nothing was. */
export function endedInWords(
  { kept, code, told, nothing }: EndedRun,
  command: string,
  wasCancelled: boolean,
): string {
  if (wasCancelled && kept.calls === 0) return `${command} was cancelled before any call was recorded.`;
  const said = [sentence(nothing ?? recordedInWords(kept))];
  if (nothing === null && kept.redacted > 0)
    said.push("Where they stood, the panel says of each call below “What it was made of”.");
  if (wasCancelled) said.unshift(`${command} was cancelled; what it had called until then is kept.`);
  else if (code !== 0) said.push(`${command} ended with exit code ${code}.`);
  const [first, ...more] = told;
  if (first !== undefined) said.push(sentence(first));
  if (more.length > 0) said.push(`The output has ${counted(more.length, "more remark")}.`);
  return said.join(" ");
}

/** Why a command was not started, and what to do. */
export function notStartedInWords(name: string, reason: string): string {
  if (reason === "ENOENT")
    return `There is no command ${name} on the PATH of the editor. Install it, or start the editor where it is found.`;
  if (reason === "EACCES") return `${name} may not be run. If it is a script of Node, record node ${name}.`;
  return `${name} could not be started: ${reason}.`;
}

/** Names of files stay as they are. */
function sentence(text: string): string {
  if (!/^[a-z]+ /.test(text)) return `${text}.`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

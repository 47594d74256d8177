import type { IoCall } from "../../analysis/model.ts";
import { WRITE_FAKES_COMMAND } from "../fakes-file/command.ts";
import type { WatchedCall } from "./load/reach-watch.ts";
import { WITHOUT_IO } from "../deciding.ts";
import { ENDS_CACHE, ENDS_LEFT, ENDS_NONE, leftOutSentence } from "../part-measured.ts";
import type { Recording } from "./measure/record.ts";

/** I/O calls that are named. */
const NAMED_AT_MOST = 4;

/**
 * Whether I/O calls of the source may be among those that a call does not come to: nothing of theirs is recorded, by name or,
 * where an operation goes by another name, on their line.
 */
export function mayMiss(wanted: readonly IoCall[], { operations }: Pick<Recording, "operations">): boolean {
  const names = new Set(operations.map(({ expression }) => lastName(expression)));
  const wantedNames = new Set(wanted.map(({ expression }) => lastName(expression)));
  const lines = new Set(
    operations.filter(({ expression }) => !wantedNames.has(lastName(expression))).map(({ line }) => line),
  );
  return wanted.some(
    ({ expression, position }) => !names.has(lastName(expression)) && !lines.has(position.line),
  );
}

/** Whether a recording has all I/O calls of another, and more. */
export function comesFurther(
  one: Pick<Recording, "operations">,
  other: Pick<Recording, "operations">,
): boolean {
  return comesAsFar(one, other) && one.operations.length > other.operations.length;
}

/** Whether a recording has all I/O calls of another, and as many at least. */
export function comesAsFar(
  { operations }: Pick<Recording, "operations">,
  other: Pick<Recording, "operations">,
): boolean {
  // Whose line is not known is any call of that name.
  const hasAll = other.operations.every(({ expression, line }) =>
    operations.some(
      (one) => one.expression === expression && (one.line === line || one.line === null || line === null),
    ),
  );
  return hasAll && operations.length >= other.operations.length;
}

/**
 * An I/O call, to be watched for.
 *
 * @param text Of its file, which may import it by another name.
 */
export function watchedCall({ expression, position }: IoCall, text: string): WatchedCall {
  const name = lastName(expression);
  const importedAs = /^\w+$/.test(expression) ? importedNameOf(name, text) : undefined;
  return { line: position.line, name, ...(importedAs === undefined ? {} : { importedAs }) };
}

/** `setTimeout` of `import { setTimeout as sleep }`, `default` of `import sleep`. */
function importedNameOf(name: string, text: string): string | undefined {
  const renamed = new RegExp(`\\b(\\w+)\\s+as\\s+${name}\\b`).exec(text)?.[1];
  return renamed ?? (new RegExp(`\\bimport\\s+${name}\\b`).test(text) ? "default" : undefined);
}

/**
 * What the user is told of I/O calls that a call does not come to; null where there are none.
 *
 * @param why `cache`, it gave what it had found before them, as a cache does; `left`, the user may lead it there; `none`, it made no I/O call
 * at all, and came to them or not; `other`, something else says why.
 */
export function missedSentence(
  missed: readonly IoCall[],
  why: "cache" | "none" | "other" | "left" = "left",
): string | null {
  if (missed.length === 0) return null;
  const sentence = leftOutSentence("Of", namedCalls(missed), missed.length, ENDINGS[why]);
  return why === "left" ? `${sentence} ${LEADS_THERE}` : sentence;
}

const ENDINGS = { cache: ENDS_CACHE, none: ENDS_NONE, other: ENDS_LEFT, left: ENDS_LEFT } as const;

/** What the user can do where a call did not come to some of its I/O calls. */
const LEADS_THERE = `Where it should, say in a fakes file what leads it there: ${WRITE_FAKES_COMMAND}.`;

/** `db.find at line 3, db.save at line 4 and 2 more` */
export function namedCalls(calls: readonly IoCall[]): string {
  const named = calls
    .slice(0, NAMED_AT_MOST)
    .map(({ expression, position }) => `${expression} at line ${position.line}`);
  const more = calls.length - named.length;
  const all = [...named, ...(more > 0 ? [`${more} more`] : [])];
  return [all.slice(0, -1).join(", "), all.at(-1)].filter((part) => part !== "").join(" and ");
}

/** What the user is told of a call without I/O that came to all that its source waits for: functions of its own project. */
export function ranWithoutIo(calls: readonly IoCall[]): string {
  const are = calls.length === 1 ? "is the project's own" : "are the project's own";
  return `It made no I/O call: what it waits for (${namedCalls(calls)}) ${are} and ran.`;
}

/** What the user can do where a call came to no I/O call at all. */
export const WITHOUT_ANY = `${WITHOUT_IO} Where it should come to its I/O calls, say in a fakes file what leads it there: ${WRITE_FAKES_COMMAND}.`;

/** The same where something that a file gives may be why: `at` says where it stands. */
export function withoutAnyAsGiven(at: string): string {
  return `${WITHOUT_IO} What is given for it at ${at} may be what leads it elsewhere: change that where it should come to its I/O calls.`;
}

/** What is called, without what it is of: `get` of `db.get`. */
export function lastName(expression: string): string {
  return expression.slice(expression.lastIndexOf(".") + 1).replace(/^#|\(\)$/g, "");
}

import type { IoCall } from "../../analysis/model.ts";
import { WRITE_FAKES_COMMAND } from "../fakes-file/command.ts";
import type { WatchedCall } from "./load/reach-watch.ts";
import { WITHOUT_IO } from "../deciding.ts";
import { ENDS_CACHE, ENDS_LEFT, ENDS_NONE, leftOutSentence } from "../part-measured.ts";
import type { Recording } from "./measure/record.ts";
import { remark, type Remark } from "../remark.ts";

/** I/O calls that are named. */
const NAMED_AT_MOST = 4;

/**
 * Whether I/O calls of the source may be among those that a call does not come to: nothing of theirs is recorded, by name or,
 * where an operation goes by another name, on their line.
 */
export function mayMiss(wanted: readonly IoCall[], { operations }: Pick<Recording, "operations">): boolean {
  const names = new Set(operations.map(({ expression }) => lastName(expression)));
  const wantedNames = wanted.map(({ expression }) => lastName(expression));
  const linesOf = (isWanted: boolean): Set<number | null> =>
    new Set(
      operations
        .filter(({ expression }) => wantedNames.includes(lastName(expression)) === isWanted)
        .map(({ line }) => line),
    );
  const [lines, linesOfWanted] = [linesOf(false), linesOf(true)];
  return wanted.some(({ expression, position }) => {
    const name = lastName(expression);
    // Of several of one name, one may be made and another not.
    const isOnly = wantedNames.indexOf(name) === wantedNames.lastIndexOf(name);
    const isPlaced = linesOfWanted.has(position.line) || linesOfWanted.has(null);
    const isMade = names.has(name) && (isOnly || isPlaced);
    return !isMade && !lines.has(position.line);
  });
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
 * @param why `cache`, it gave what it had found before them, as a cache does; `left`, the user may lead it there; `other`, something else
 * says why.
 */
export function missedSentence(
  missed: readonly IoCall[],
  why: "cache" | "other" | "left" = "left",
): string | null {
  if (missed.length === 0) return null;
  const sentence = leftOutSentence("Of", namedCalls(missed), missed.length, ENDINGS[why]);
  return why === "left" ? `${sentence} ${LEADS_THERE}` : sentence;
}

const ENDINGS = { cache: ENDS_CACHE, other: ENDS_LEFT, left: ENDS_LEFT } as const;

/** What the user can do where a call did not come to some of its I/O calls. */
const LEADS_THERE = `Where it should, say in a fakes file what leads it there: ${WRITE_FAKES_COMMAND}.`;

/** `db.find at line 3, db.save at line 4 (2 calls) and 2 more` */
export function namedCalls(calls: readonly IoCall[]): string {
  const places = new Map<string, number>();
  for (const { expression, position } of calls) {
    const place = `${expression} at line ${position.line}`;
    places.set(place, (places.get(place) ?? 0) + 1);
  }
  const named = [...places].slice(0, NAMED_AT_MOST);
  const more = calls.length - named.reduce((sum, [, count]) => sum + count, 0);
  const all = named.map(([place, count]) => (count === 1 ? place : `${place} (${count} calls)`));
  if (more > 0) all.push(`${more} more`);
  return [all.slice(0, -1).join(", "), all.at(-1)].filter((part) => part !== "").join(" and ");
}

/** What the user is told of a call without I/O that came to all that its source waits for. */
export function ranWithoutIo(calls: readonly IoCall[]): string {
  return `It made no I/O call: what it waits for (${namedCalls(calls)}) ran and made none.`;
}

/** How a call ended that made no I/O call. */
interface WithoutIo {
  /** Whether somebody watched that the call did not come to them. */
  readonly isWatched: boolean;
  /** The `return` by which it left before them, as far as that was watched: its line, and the text of that. */
  readonly left?: { readonly line: number; readonly text: string };
  /** Where something that a fakes file gives may be why: where it stands. */
  readonly givenAt?: string;
}

function leadsThere(where: string): string {
  return `Where it should come to them, record a call (async-cost record), or say in a fakes file what leads it ${where}: ${WRITE_FAKES_COMMAND}.`;
}

/** The remark on a call that made no I/O call, though its source shows some. */
export function withoutIoRemark(missed: readonly IoCall[], { isWatched, left, givenAt }: WithoutIo): Remark {
  const sentences = [
    leftOutSentence("Of", namedCalls(missed), missed.length, isWatched ? ENDS_LEFT : ENDS_NONE),
    ...(left === undefined ? [] : [`It left at line ${left.line}: ${left.text}`]),
    WITHOUT_IO,
    givenAt === undefined
      ? leadsThere(left === undefined ? "there" : `past line ${left.line}`)
      : `What is given for it at ${givenAt} may be what leads it elsewhere: change that where it should come to its I/O calls.`,
  ];
  const calls = missed.map(({ expression, position: { line } }) => ({ expression, line }));
  return remark("without-io", sentences.join(" "), { calls, ...(left && { left: left.line }) });
}

/** What is called, without what it is of: `get` of `db.get`. */
export function lastName(expression: string): string {
  return expression.slice(expression.lastIndexOf(".") + 1).replace(/^#|\(\)$/g, "");
}

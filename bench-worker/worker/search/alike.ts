import type { Fact } from "../../contract/fact.ts";
import { LADDER, LAST_WITHIN_MODULE, type Attempt } from "../attempts.ts";
import { receiverIn } from "../fakes/io-hints.ts";
import type { CalledFake } from "../io/fake-uses.ts";
import { lastName } from "../io/last-name.ts";
import type { Contestant } from "../measure/contestant.ts";
import { nameInProject } from "../load/package-name.ts";
import { lastName as nameOfCall } from "../missed-calls.ts";
import { isReadPlainly } from "./read-plainly.ts";
import type { Settings } from "./settings.ts";

/** What one of those that are compared was made with, and the fakes that its call came to. */
export interface Learnt {
  readonly settings: Settings;
  readonly uses: readonly CalledFake[];
  /** The names of what was read as a list. */
  readonly lists: ReadonlySet<string>;
}

/** One that was called; what it learnt is not known where it was played, or followed the way of another process. */
interface Called {
  readonly contestant: Contestant;
  readonly learnt?: Learnt;
}

/** What is told of values and operations to one that was made without it. */
export interface Told {
  readonly facts: readonly Fact[];
  /** The attempt that it begins with: one that fills in what any of them needed filled in. */
  readonly attempt: Attempt;
}

/**
 * What one has to be told so that it is made as others are: a value is what it is, and an operation answers as it does, whichever version
 * has to do with them. Null where it was made so.
 *
 * @param own Of the one; undefined where it came to no good end.
 * @param code Its text alone, without comments and what is in texts.
 */
export function toldByOthers(others: readonly Learnt[], own: Learnt | undefined, code: string): Told | null {
  const promises = own === undefined ? [] : promisesElsewhere(own.uses, others, code);
  const streams = own === undefined ? [] : streamsOf(own.uses);
  const read = others.flatMap((other) => [...other.lists]);
  const lists = streams.filter((name) => read.some((list) => list === name || isMadeOf(list, name)));
  const facts: Fact[] = [
    ...others.flatMap(({ settings }) => [...settings.facts].filter(({ about }) => TOLD.has(about))),
    ...promises.map((name): Fact => ({ about: "operation", name, is: "promise", because: "io-elsewhere" })),
    ...lists.map((name): Fact => ({ about: "stream", name, because: "list-elsewhere" })),
  ];
  const isNew = facts.some((fact) => own?.settings.facts.includes(fact) !== true);
  const rungs = [own, ...others].map((one) => Math.min(one?.settings.attempt.rung ?? 0, LAST_WITHIN_MODULE));
  const attempt = { rung: Math.max(...rungs) };
  const isMore = own !== undefined && attempt.rung > own.settings.attempt.rung;
  return isNew || isMore ? { facts, attempt } : null;
}

/**
 * What two have learnt that cannot both be: the names of values, operations and made-up files of the project that are one thing for one
 * of them and another for the other; `arguments` where what a call may leave out was filled in for one only.
 */
export function contradictions({ settings: one }: Learnt, { settings: other }: Learnt): string[] {
  const values = one.facts.about("value").filter(({ name, is }) => {
    const shape = other.facts.shapeOf(name);
    return shape !== undefined && JSON.stringify(shape) !== JSON.stringify(is);
  });
  const operations = one.facts
    .about("operation")
    .filter((a) => other.facts.about("operation").some((b) => a.name === b.name && a.is !== b.is));
  const [files, others] = [filesOf(one), filesOf(other)];
  return [
    ...[...values, ...operations].map(({ name }) => name),
    ...files.filter((file) => !others.includes(file)),
    ...others.filter((file) => !files.includes(file)),
    ...(isGenerous(one) === isGenerous(other) ? [] : ["arguments"]),
  ];
}

/** The files of the project that were made up: those of a revision lie in another folder. */
function filesOf({ facts }: Settings): string[] {
  return facts.about("file").map(({ name }) => nameInProject(name));
}

/** Whether what a call may leave out was filled in. */
function isGenerous({ attempt }: Settings): boolean {
  return LADDER[attempt.rung]!.isGenerous;
}

/** What is so whichever version has to do with it. */
const TOLD: ReadonlySet<Fact["about"]> = new Set(["value", "operation", "files", "lines", "package"]);

/**
 * The operations, by the names of their fakes, that gave a plain value in the one's call and are I/O in another's, where its text does
 * nothing with what they give that only a plain value can be used for.
 */
function promisesElsewhere(uses: readonly CalledFake[], others: readonly Learnt[], code: string): string[] {
  const isIo = ({ kind }: CalledFake): boolean => kind !== "sync";
  const elsewhere = new Set(others.flatMap((other) => other.uses.filter(isIo).flatMap(namesOf)));
  const own = uses.filter(isIo).map(({ name }) => name);
  return uses
    .filter((use) => !isIo(use) && namesOf(use).some((name) => elsewhere.has(name)))
    .filter(({ name }) => !own.some((one) => one === name || one.startsWith(`${name}().`)))
    .filter(({ expression }) => !isReadPlainly(expression, code))
    .map(({ name }) => name);
}

/** By which an operation is known in another version: its fake's name, and the last names of what it is called on, and its own. */
function namesOf({ name, expression }: CalledFake): string[] {
  return [name, `${receiverIn(expression) ?? ""}.${lastName(expression)}`];
}

/** The names of what was read as it came: `db.query()`, also where its events were listened to. */
function streamsOf(uses: readonly CalledFake[]): string[] {
  const names = uses.filter(({ kind }) => kind === "stream").map(({ name }) => name);
  return names.flatMap((name) => [name, name.replace(/\.\w+\(\w+\)$/, "")]);
}

/** `db.query().toArray()` of `db.query()` */
function isMadeOf(list: string, stream: string): boolean {
  return list.startsWith(`${stream}.`) && !list.slice(stream.length + 1).includes(".");
}

/**
 * Whether one that was told what others have learnt comes to all operations that it came to without, by no more of a detour than
 * theirs, and to numbers of calls of each that are no further from theirs: it is told so that it is like them.
 *
 * @param attempt By which it was told to begin.
 */
export function isNoWorse(
  told: Called,
  without: Called,
  others: readonly Called[],
  attempt: Attempt,
): boolean {
  const [now, before, ...theirs] = [told, without, ...others].map(callsOf);
  const distance = (counts: ReadonlyMap<string, number>): number =>
    theirs
      .flatMap((other) =>
        [...new Set([...other.keys(), ...counts.keys()])].map((name) => [other, name] as const),
      )
      .reduce((sum, [other, name]) => sum + Math.abs((other.get(name) ?? 0) - (counts.get(name) ?? 0)), 0);
  return (
    [...before!.keys()].every((name) => now!.has(name)) &&
    distance(now!) <= distance(before!) &&
    detourOf(told) <= Math.max(attempt.rung, detourOf(without))
  );
}

/** How often a call made each I/O call, by its last name. */
function callsOf({ contestant }: Called): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { expression } of contestant.recording.operations) {
    const name = nameOfCall(expression);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

function detourOf({ learnt }: Called): number {
  return learnt?.settings.attempt.rung ?? 0;
}

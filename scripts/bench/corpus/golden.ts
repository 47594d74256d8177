import os from "node:os";
import type { CalledFunction } from "./record.ts";
import { entryOf } from "./record.ts";

/** What became of a function, as the golden record has it. */
export type GoldenEntry = ReturnType<typeof entryOf>;

/** By package, file and line of the function. */
export type Golden = ReadonlyMap<string, GoldenEntry>;

/** Reads a golden record: a line of JSON a function, its place and what became of it. */
export function parseGolden(text: string): Golden {
  const lines = text.split("\n").filter((line) => line !== "");
  return new Map(lines.map((line) => JSON.parse(line) as [string, GoldenEntry]));
}

/** The text of a golden record, in the order of its places. */
export function goldenText(golden: Golden): string {
  const lines = [...golden].sort(([one], [other]) => (one < other ? -1 : 1));
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** What became of functions that were called, without what differs from machine to machine. */
export function goldenOf(called: readonly CalledFunction[]): Golden {
  return new Map(called.map(({ place, answer }) => [place, withoutHome(entryOf(answer))]));
}

function withoutHome(entry: GoldenEntry): GoldenEntry {
  return JSON.parse(JSON.stringify(entry).replaceAll(os.homedir(), "~")) as GoldenEntry;
}

/** What is not as the golden record has it, function by function, a part a line; nothing where all is. */
export function differencesFrom(golden: Golden, now: Golden): string[] {
  const found: string[] = [];
  for (const [place, is] of now) {
    const was = golden.get(place);
    const parts = was === undefined ? ["  is not in the record"] : partsThatDiffer(was, is);
    if (parts.length > 0) found.push([place, ...parts].join("\n"));
  }
  return found.sort();
}

function partsThatDiffer(was: GoldenEntry, is: GoldenEntry): string[] {
  const one = (what: string, before: unknown, after: unknown): string[] =>
    before === after ? [] : [`  ${what}: ${String(before)} → ${String(after)}`];
  const list = (what: string, before: readonly string[], after: readonly string[]): string[] => [
    ...before.filter((text) => !after.includes(text)).map((text) => `  − ${what}: ${text}`),
    ...after.filter((text) => !before.includes(text)).map((text) => `  + ${what}: ${text}`),
  ];
  const calls = list("call", was.calls, is.calls);
  return [
    ...one("state", was.state, is.state),
    ...one("reason", was.reason, is.reason),
    ...one("I/O calls", was.calls.length, is.calls.length),
    ...one("in sequence", was.inSequence, is.inSequence),
    ...calls,
    ...(calls.length === 0 && was.calls.join("\n") !== is.calls.join("\n")
      ? ["  calls in another order"]
      : []),
    ...list("remark", was.remarks, is.remarks),
  ];
}

import {
  namedPlace,
  type RecordedAnswer,
  type RecordedCall,
  type RecordedFunction,
} from "../../contract/recording.ts";
import type { PresentText, TextFunction, TextFunctions } from "./text-functions.ts";

type Reference = RecordedCall["functions"][number];

/** The functions of a call whose text is not as it was, or that are gone. The call is stale where there are some. */
export function changedFunctions(call: RecordedCall, present: PresentText): Reference[] {
  return call.functions.filter((reference) => presentOf(reference, present) === undefined);
}

/**
 * A recorded call as it would be recorded of the present texts, in which its functions may stand elsewhere and have other
 * comments and line ends; null where it is stale.
 */
export function presentCall(call: RecordedCall, present: PresentText): RecordedCall | null {
  const functions: Reference[] = [];
  const found: { text: TextFunctions; own: TextFunction }[] = [];
  for (const reference of call.functions) {
    const one = presentOf(reference, present);
    if (one === undefined) return null;
    found.push(one);
    functions.push({ ...reference, line: one.own.line });
  }
  const moved = <Place extends Pick<RecordedAnswer, "within">>(place: Place): Place => {
    const around = place.within && found[place.within.function];
    if (around === undefined || place.within === undefined) return place;
    return { ...place, ...around.text.placeOf(around.own.firstToken + place.within.token) };
  };
  const answers = call.answers.map((answer) => {
    const { calledAt } = answer;
    return { ...moved(answer), ...(calledAt === undefined ? {} : { calledAt: moved(calledAt) }) };
  });
  return { ...(presentValue(call, present) as RecordedCall), answers, functions };
}

/** A value with the functions in it where they stand now; of those whose text is another one only the name is left. */
function presentValue(value: unknown, present: PresentText): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => presentValue(one, present));
  const { $: kind, file, line, textHash } = value as Partial<Reference> & { readonly $?: unknown };
  const all = Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, presentValue(one, present)]),
  );
  if (kind !== "function" || file === undefined || line === undefined || textHash === undefined) return all;
  const now = presentOf({ file, line, textHash, name: "" }, present);
  const { name } = all;
  return now === undefined ? { $: kind, name } : { ...all, line: now.own.line, column: now.own.column };
}

/** What is left of a function's recorded calls. */
export interface PresentPaths {
  /** Without stale calls; those without any call left are out. */
  readonly paths: RecordedFunction["paths"];
  /** Kept calls that are stale. */
  readonly stale: number;
}

/** The paths of a function by the present texts: see {@link presentCall}. */
export function presentPaths({ paths }: RecordedFunction, present: PresentText): PresentPaths {
  let stale = 0;
  const left = paths.flatMap((path) => {
    const kept = path.kept.map((call) => presentCall(call, present));
    const fresh = kept.filter((call) => call !== null);
    stale += kept.length - fresh.length;
    if (fresh.length === 0) return [];
    const first = path.kept[kept.findIndex((call) => call !== null)]!;
    return [{ ...path, sites: movedSites(path.sites, first, fresh[0]!), kept: fresh }];
  });
  return { paths: left, stale };
}

/** `12:9 db.get`; with its file before where that is not the recording's own. */
export function siteText(
  site: { file: string; line: number; column: number; expression: string },
  own: string,
): string {
  const place = `${site.line}:${site.column} ${site.expression}`;
  return site.file === own ? place : `${site.file}:${place}`;
}

/** The sites of a path, where those of one of its calls have moved. */
function movedSites(sites: readonly string[], was: RecordedCall, is: RecordedCall): string[] {
  const own = was.functions[0]!.file;
  const moved = new Map(
    was.answers.map((answer, index) => [
      siteText(namedPlace(answer), own),
      siteText(namedPlace(is.answers[index]!), own),
    ]),
  );
  return sites.map((site) => moved.get(site) ?? site);
}

/** The function of that text; of several the one that is nearest to where it was. */
function presentOf(
  { file, line, textHash }: Reference,
  present: PresentText,
): { text: TextFunctions; own: TextFunction } | undefined {
  const text = present(file);
  const own = text?.functions
    .filter((one) => one.textHash === textHash)
    .sort((left, right) => Math.abs(left.line - line) - Math.abs(right.line - line))[0];
  return text === null || own === undefined ? undefined : { text, own };
}

import type { PlacedCall } from "../corpus/placed.ts";
import { CLASSES, type Inferred, type Site, type TruePath, type Verdict } from "./judge-truth.ts";

/** One function, judged. */
export interface JudgedFunction {
  readonly repository: string;
  readonly isHeldOut: boolean;
  /** `lib/db.js:12 Db.get` */
  readonly place: string;
  /** Null: no recorded call of it had ended. */
  readonly verdict: Verdict | null;
  /** The paths that it is judged by. */
  readonly ordinary: readonly TruePath[];
  readonly inferred: Inferred;
  /** Its I/O calls, with those that packages make. */
  readonly made: { readonly calls: readonly PlacedCall[]; readonly inSequence: number };
  readonly reason: string;
  readonly hint: string;
  readonly remarks: readonly string[];
  /** Of those that have one. */
  readonly codes: readonly string[];
  readonly decided: readonly string[];
  /** Rules of inference that had a say. */
  readonly asked: readonly string[];
  readonly attempts: readonly string[];
}

/** Of what decided, those that had a say in more functions than that are listed. */
const LISTED_AT_MOST = 25;

/**
 * All that the oracle found, as Markdown.
 *
 * @param leftOut How many functions were not judged, as they are parts of others, or as nothing is asynchronous about them.
 */
export function reportTruth(
  all: readonly JudgedFunction[],
  missing: readonly string[],
  leftOut: { readonly part: number; readonly idle: number },
): string {
  const judged = all.filter(({ verdict }) => verdict !== null);
  const groups = [
    ["all that were worked at", judged.filter(({ isHeldOut }) => !isHeldOut)],
    ["all that were held out", judged.filter(({ isHeldOut }) => isHeldOut)],
  ] as const;
  const rows = groups.flatMap(([title, own]) => {
    if (own.length === 0) return [];
    const names = [...new Set(own.map(({ repository }) => repository))];
    return [
      ...names.map((name) =>
        rowOf(
          name,
          own.filter(({ repository }) => repository === name),
        ),
      ),
      rowOf(`**${title}**`, own),
    ];
  });
  const right = judged.filter(({ verdict }) => verdict!.class === "right");
  const doubted = right.filter(({ inferred }) => inferred.isDecided).length;
  const measured = judged.filter(({ inferred }) => inferred.isMeasured);
  const said = measured.filter(({ inferred }) => inferred.isDecided).length;
  const refused = judged.filter(({ inferred }) => !inferred.isMeasured);
  const idle = refused.filter(({ ordinary }) => ordinary.every(({ sites }) => sites.length === 0)).length;
  const others = right.filter(({ verdict }) => verdict!.otherRounds).length;
  return `Each function that has recorded calls was called on inferred values, with its recording hidden, and is judged by the ordinary calls of the recording: those that end well, where one does, on paths that one in ten of them took, or most of them. Right is what makes the same I/O calls at the same places of the project's text, as many one after another, and comes to the same kind of end as one of these paths. A call of a package is one I/O call, whatever that does itself; a call of what the function was handed is the same, be it made by the function or by what it gives that to; and a call of what a test put in the place of a function of the project is the call of that. How often a loop goes round that the recording or the inferred call shows is not held against it, nor the sequence of calls that a test's function answered at once. A decisive remark says that a number is not of the ordinary call. A help names a place in the source and what to do there; whether that leads on, nobody has judged. ${all.length - judged.length} functions are left out, as no recorded call of theirs had ended, ${leftOut.part} that cannot be measured by themselves, but with the function that they are a part of, and ${leftOut.idle} whose text tells of nothing asynchronous and which made no I/O call in any ordinary recorded call; another whose text does not tell that it is asynchronous is refused.

| repository | functions | ${CLASSES.join(" | ")} |
| --- | --- | ${CLASSES.map(() => "---").join(" | ")} |
${[...rows, rowOf("**all**", judged)].join("\n")}

Of the ${right.length} that are right, ${others} go round a loop another number of times than any recorded call of an ordinary path, and ${doubted} have a decisive remark all the same: ${percent(right.length - doubted, measured.length - said)} % of the ${measured.length - said} results without one are right, ${percent(doubted, said)} % of the ${said} with one. Of the ${refused.length} that are refused, ${idle} made no I/O call in any ordinary recorded call.

| how it deviates from what most calls do | ${CLASSES[1]} | ${CLASSES[2]} | for example |
| --- | --- | --- | --- |
${deviations(judged).join("\n")}

| what had a say | functions | ${CLASSES.join(" | ")} |
| --- | --- | ${CLASSES.map(() => "---").join(" | ")} |
${decidedBy(judged).join("\n")}
${missing.map((why) => `\n- Left out: ${why}`).join("")}`.trim();
}

/** A row of the table of classes. */
export function rowOf(title: string, functions: readonly JudgedFunction[]): string {
  const judged = functions.filter(({ verdict }) => verdict !== null);
  return `| ${title} | ${judged.length} | ${countsOf(judged).join(" | ")} |`;
}

function countsOf(judged: readonly JudgedFunction[]): string[] {
  return CLASSES.map((one) => {
    const count = judged.filter(({ verdict }) => verdict!.class === one).length;
    return judged.length === 0 ? "–" : `${count} (${percent(count, judged.length)} %)`;
  });
}

function percent(some: number, all: number): number {
  return all === 0 ? 0 : Math.round((100 * some) / all);
}

function deviations(judged: readonly JudgedFunction[]): string[] {
  const kinds = [...new Set(judged.flatMap(({ verdict }) => verdict!.difference ?? []))];
  return kinds
    .map((kind) => judged.filter(({ verdict }) => verdict!.difference === kind))
    .sort((one, other) => other.length - one.length)
    .map((own) => {
      const count = (at: 1 | 2): number => own.filter(({ verdict }) => verdict!.class === CLASSES[at]).length;
      const example = own.find(({ isHeldOut, verdict }) => !isHeldOut && verdict!.class === CLASSES[2]);
      const told = example === undefined ? "" : `${example.repository} ${example.place}`;
      return `| ${own[0]!.verdict!.difference} | ${count(1)} | ${count(2)} | ${cell(told)} |`;
    });
}

function decidedBy(judged: readonly JudgedFunction[]): string[] {
  const by = new Map<string, JudgedFunction[]>();
  for (const one of judged)
    for (const what of one.decided.length === 0 ? ["nothing but what is known"] : one.decided)
      by.set(what, [...(by.get(what) ?? []), one]);
  return [...by]
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, LISTED_AT_MOST)
    .map(([what, own]) => `| ${cell(what)} | ${own.length} | ${countsOf(own).join(" | ")} |`);
}

function cell(text: string): string {
  return text.replace(/\s+/g, " ").replaceAll("|", "\\|").slice(0, 120);
}

/** Functions that are not right, each with what it did and what it should have done. */
export function eachOf(functions: readonly JudgedFunction[]): string {
  return functions
    .filter(({ verdict }) => verdict !== null && verdict.class !== "right")
    .map(({ place, verdict, ordinary, inferred, reason, hint, remarks, decided }) => {
      const did = inferred.isMeasured
        ? `${inferred.inSequence} in sequence of ${sitesOf(inferred.sites)}`
        : `${reason} ${hint}`;
      return [
        `${verdict!.class}: ${place}${verdict!.difference === null ? "" : `, ${verdict!.difference}`}`,
        `  did ${did}`,
        ...ordinary.map(
          ({ calls, end, sequence, sites }) =>
            `  recorded ${calls} times, ${end}: ${sequence?.atMost ?? "?"} in sequence of ${sitesOf(sites)}`,
        ),
        ...(decided.length === 0 ? [] : [`  decided by ${decided.join("; ")}`]),
        ...remarks.map((remark) => `  remark: ${remark}`),
        "",
      ].join("\n");
    })
    .join("");
}

function sitesOf(sites: readonly Site[]): string {
  return sites.length === 0
    ? "no call"
    : sites
        .map(({ file, line, expression }) => `${file === null ? "" : `${file}:`}${line ?? "–"} ${expression}`)
        .join(", ")
        .slice(0, 400);
}

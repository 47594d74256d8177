import type { BenchmarkDocument, Pair, TargetIdentity } from "./document.ts";
import { counted } from "./quantity.ts";

/** One sentence: how many functions became faster, slower, and so on. */
export function comparisonSummary(document: BenchmarkDocument): string {
  const { pairs = [], added = [], removed = [] } = document;
  const counts = [
    ...verdictCounts(pairs),
    ...(added.length === 0 ? [] : [`${added.length} added`]),
    ...(removed.length === 0 ? [] : [`${removed.length} removed`]),
  ];
  const base = baseInWords(document);
  const against = base === "" ? "" : ` compared with ${base}`;
  return `${counted(pairs.length, "pair")}${against}: ${counts.join(", ") || "nothing to compare"}.`;
}

/** What the bases are: `main (1a2b3c4d5e)`, `run.json`; empty where they are targets like the others. */
export function baseInWords({ comparedWith }: BenchmarkDocument): string {
  if (comparedWith === undefined) return "";
  const { revision, commit, document } = comparedWith;
  if (document !== undefined) return document;
  if (revision === undefined) return "";
  const short = commit?.slice(0, SHORT_COMMIT) ?? "";
  return short === "" || revision.startsWith(short) ? revision : `${revision} (${short})`;
}

const SHORT_COMMIT = 10;

const ORDER = [
  ["slower", "slower"],
  ["faster", "faster"],
  ["no-difference", "without a difference of time"],
  ["too-noisy", "too noisy to tell"],
  ["not-measured", "whose time was not measured"],
] as const;

function verdictCounts(pairs: readonly Pair[]): string[] {
  return ORDER.flatMap(([verdict, words]) => {
    const count = pairs.filter(({ time }) => time.verdict === verdict).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
}

/** Where a target is: `src/a.js:3`. */
export function placeOf({ file, line }: TargetIdentity): string {
  return `${file}:${line}`;
}

/** How the base is introduced beside the head: an earlier version *was* something, another function is another. */
export function beforeFormer({ base }: Pair): string {
  return base.revision === undefined ? "against" : "was";
}

/** How the base is called beside the head, where it is called otherwise: `download in old.js`; else empty. */
export function formerName({ base, head }: Pair): string {
  const otherName = base.name !== head.name;
  const otherFile = base.file !== head.file;
  if (!otherName && !otherFile) return "";
  if (!otherFile) return base.name;
  return otherName ? `${base.name} in ${base.file}` : base.file;
}

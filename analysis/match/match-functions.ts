import { lastName } from "../entries/last-name.ts";
import { ANONYMOUS } from "../entries/names.ts";
import type { AsyncFunction } from "../model.ts";
import type { NotAsynchronous } from "./not-asynchronous.ts";
import { likeness, likenessAtMost, profilesOf, type Profile } from "./likeness.ts";
import type { FileVersion, FunctionVersion } from "./versions.ts";

/** What tells that two functions are one. */
export type MatchedBy = "name" | "text" | "likeness";

/** A function that is in both versions. */
export interface FunctionMatch {
  readonly base: FunctionVersion;
  readonly head: FunctionVersion;
  /** Whether its tokens are the same, name included. */
  readonly unchanged: boolean;
  /** What told that they belong together: one name, one text, or how alike their texts are. */
  readonly by: MatchedBy;
}

/** The functions of two versions of some files, told which is which. */
export interface FunctionMatches {
  /** In the order of the head's files and texts. */
  readonly matches: readonly FunctionMatch[];
  /** Only in the head. */
  readonly added: readonly FunctionVersion[];
  /** Only in the base. */
  readonly removed: readonly FunctionVersion[];
}

/** A function in question, with what decides about it. */
interface Candidate extends FunctionVersion {
  readonly isNamed: boolean;
  /** Which one of its name in its file it is, counted from 0. */
  readonly ordinal: number;
}

/** One step: functions whose keys are equal may belong together, the most alike first. */
interface Step {
  readonly by: MatchedBy;
  /** Null takes no part. */
  readonly key: (candidate: Candidate) => string | null;
  /** The least likeness that will do. */
  readonly least: number;
}

/** Functions with fewer tokens say too little to be known again in another file by their text. */
const TELLING_TOKENS = 20;

/** From what is certain to what is likely; each step takes only what those before it have left. */
const CERTAIN: readonly Step[] = [
  // Unchanged, be it moved within its file.
  { by: "name", key: ({ file, found }) => keyOf(file.path, found.name, found.textHash), least: 0 },
  // Edited: it is the name that callers know it by.
  {
    by: "name",
    key: ({ file, found, isNamed }) => (isNamed ? keyOf(file.path, found.name) : null),
    least: 0,
  },
];

/** What is left then may be in the other version under its name, and not be asynchronous there. */
const LIKELY: readonly Step[] = [
  // Renamed where the name is no part of the text, as in `const upload = async () => {}`.
  { by: "text", key: ({ file, found }) => keyOf(file.path, found.textHash), least: 0 },
  // Moved to another file as it is.
  { by: "text", key: ({ found }) => (found.tokens < TELLING_TOKENS ? null : found.textHash), least: 0 },
  // Moved into a class, out of one, or into another.
  {
    by: "likeness",
    key: ({ file, found, isNamed }) => (isNamed ? keyOf(file.path, lastName(found.name)) : null),
    least: 0.2,
  },
  // Moved to another file and edited.
  { by: "likeness", key: ({ found, isNamed }) => (isNamed ? lastName(found.name) : null), least: 0.4 },
  // Renamed and edited.
  { by: "likeness", key: ({ file }) => file.path, least: 0.5 },
  // Without a name, and edited much.
  { by: "likeness", key: ({ file, isNamed }) => (isNamed ? null : file.path), least: 0.3 },
  // Moved to another file, renamed, and edited.
  { by: "likeness", key: ({ found }) => (found.tokens < TELLING_TOKENS ? null : ""), least: 0.6 },
];

/**
 * Which function of the base is which of the head, across edits, renames, and moves within a file, into a class or to
 * another file. A name counts more than a text: who calls `upload` gets the function of that name. Of several
 * functions with one name, and where names say nothing, the texts that are most alike belong together.
 * Texts are read anew only where names do not decide.
 *
 * @param plain Finds functions that are asynchronous in one version only; null: none of them is matched.
 */
export function matchFunctions(
  base: readonly FileVersion[],
  head: readonly FileVersion[],
  plain: NotAsynchronous | null = null,
): FunctionMatches {
  let baseLeft = base.flatMap(candidatesOf);
  let headLeft = head.flatMap(candidatesOf);
  const profiles = new Profiles();
  const matches: FunctionMatch[] = [];
  const take = (steps: readonly Step[]): void => {
    for (const step of steps) {
      if (baseLeft.length === 0 || headLeft.length === 0) break;
      const claimed = new Set<Candidate>();
      for (const [left, right] of claims(step, baseLeft, headLeft, profiles)) {
        claimed.add(left).add(right);
        matches.push(matchOf(left, right, step.by));
      }
      baseLeft = baseLeft.filter((candidate) => !claimed.has(candidate));
      headLeft = headLeft.filter((candidate) => !claimed.has(candidate));
    }
  };
  take(CERTAIN);
  const became = withPlain(headLeft, base, plain);
  const was = withPlain(baseLeft, head, plain);
  const withBoth = [
    ...became.pairs.map(({ one, other }) => ({ base: other, head: versionOf(one) })),
    ...was.pairs.map(({ one, other }) => ({ base: versionOf(one), head: other })),
  ];
  matches.push(...withBoth.map((both): FunctionMatch => ({ ...both, unchanged: false, by: "name" })));
  headLeft = leftOf(became.left, was.pairs);
  baseLeft = leftOf(was.left, became.pairs);
  take(LIKELY);
  const fileOrder = new Map(head.map((file, order) => [file, order]));
  matches.sort(
    ({ head: a }, { head: b }) =>
      fileOrder.get(a.file)! - fileOrder.get(b.file)! || a.found.range.start - b.found.range.start,
  );
  return { matches, added: headLeft.map(versionOf), removed: baseLeft.map(versionOf) };
}

/** A function that is left, and the one of its name at its place in the other version, which is not asynchronous there. */
interface WithPlain {
  readonly one: Candidate;
  readonly other: FunctionVersion;
}

/** The candidates that are there in another version of their file, not asynchronous, and those that are not. */
function withPlain(
  candidates: readonly Candidate[],
  others: readonly FileVersion[],
  plain: NotAsynchronous | null,
): { readonly pairs: readonly WithPlain[]; readonly left: Candidate[] } {
  const byPath = new Map(others.map((file) => [file.path, file]));
  const pairs: WithPlain[] = [];
  const left: Candidate[] = [];
  for (const one of candidates) {
    const file = one.isNamed ? byPath.get(one.file.path) : undefined;
    const found = file === undefined ? undefined : plain?.counterpart(one.file, one.found, file);
    if (file === undefined || found === undefined) left.push(one);
    else pairs.push({ one, other: { file, found } });
  }
  return { pairs, left };
}

/** Candidates without those that nothing but a function around them can reach, which is paired now. */
function leftOf(candidates: readonly Candidate[], pairs: readonly WithPlain[]): Candidate[] {
  const isIn = ({ file, found }: Candidate, { other }: WithPlain): boolean =>
    file === other.file &&
    other.found.range.start < found.range.start &&
    found.range.end <= other.found.range.end;
  return candidates.filter((one) => one.found.reach !== null || !pairs.some((pair) => isIn(one, pair)));
}

function candidatesOf(file: FileVersion): Candidate[] {
  const seen = new Map<string, number>();
  return file.analysis.functions.map((found) => {
    const ordinal = seen.get(found.name) ?? 0;
    seen.set(found.name, ordinal + 1);
    return { file, found, ordinal, isNamed: lastName(found.name) !== ANONYMOUS };
  });
}

/** The pairs that a step decides. */
function claims(
  { key, least }: Step,
  base: readonly Candidate[],
  head: readonly Candidate[],
  profiles: Profiles,
): [Candidate, Candidate][] {
  const groups = groupBy(head, key);
  const decided: [Candidate, Candidate][] = [];
  for (const [name, left] of groupBy(base, key)) {
    const right = groups.get(name);
    if (right === undefined) continue;
    if (least === 0 && left.length === 1 && right.length === 1) decided.push([left[0]!, right[0]!]);
    else decided.push(...mostAlike(left, right, least, profiles));
  }
  return decided;
}

/** Pairs the two sides, the most alike first; among equals, those that stand in the same place. */
function mostAlike(
  base: readonly Candidate[],
  head: readonly Candidate[],
  least: number,
  profiles: Profiles,
): [Candidate, Candidate][] {
  const pairs: { left: Candidate; right: Candidate; alike: number; apart: number }[] = [];
  for (const left of base) {
    for (const right of head) {
      const alike = profiles.likeness(left, right, least);
      if (alike < least) continue;
      const apart = Math.abs(left.ordinal - right.ordinal) + (left.file.path === right.file.path ? 0 : 1000);
      pairs.push({ left, right, alike, apart });
    }
  }
  pairs.sort((a, b) => b.alike - a.alike || a.apart - b.apart);
  const taken = new Set<Candidate>();
  const decided: [Candidate, Candidate][] = [];
  for (const { left, right } of pairs) {
    if (taken.has(left) || taken.has(right)) continue;
    taken.add(left).add(right);
    decided.push([left, right]);
  }
  return decided;
}

function matchOf(left: Candidate, right: Candidate, by: MatchedBy): FunctionMatch {
  const unchanged = left.found.textHash === right.found.textHash && left.found.name === right.found.name;
  return { base: versionOf(left), head: versionOf(right), unchanged, by };
}

function versionOf({ file, found }: Candidate): FunctionVersion {
  return { file, found };
}

/** The profiles of the functions of some files, each file's made when the first of them is asked for. */
class Profiles {
  readonly #ofFile = new Map<FileVersion, ReadonlyMap<AsyncFunction, Profile>>();

  /** How alike two functions are; some number below `least` when that is clear from afar. */
  likeness(left: Candidate, right: Candidate, least: number): number {
    if (left.found.textHash === right.found.textHash) return 1;
    const leftProfile = this.#of(left);
    const rightProfile = this.#of(right);
    const atMost = likenessAtMost(leftProfile, rightProfile);
    return atMost < least ? atMost : likeness(leftProfile, rightProfile);
  }

  #of({ file, found }: Candidate): Profile {
    let profiles = this.#ofFile.get(file);
    if (profiles === undefined) {
      profiles = profilesOf(file.text, file.language, file.analysis.functions);
      this.#ofFile.set(file, profiles);
    }
    return profiles.get(found)!;
  }
}

function groupBy(
  candidates: readonly Candidate[],
  key: (candidate: Candidate) => string | null,
): Map<string, Candidate[]> {
  const groups = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const name = key(candidate);
    if (name === null) continue;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [candidate]);
    else group.push(candidate);
  }
  return groups;
}

function keyOf(...parts: readonly string[]): string {
  return parts.join("\u0000");
}

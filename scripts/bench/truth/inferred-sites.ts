import type { PlacedCall } from "../corpus/placed.ts";
import { placeOf, type Inferred, type Site } from "./judge-truth.ts";

/** A site of an inferred call, and between which steps it was under way. */
interface Placed {
  readonly site: Site;
  readonly way: string;
  readonly isOfPackage: boolean;
  readonly within: string;
  readonly first: number;
  last: number;
}

/**
 * The call sites of an inferred call as a recording has them: a call of a package is one I/O call, however many that makes itself, and
 * stands at its place in the project's text.
 *
 * @param file The function's own, relative to the project's folder.
 * @param inSequence How many I/O calls the call waited for, one after another.
 */
export function inferredSites(
  calls: readonly PlacedCall[],
  file: string,
  inSequence: number,
): Pick<Inferred, "sites" | "inSequence" | "loops"> {
  const placed: Placed[] = [];
  for (const { line, expression, depth, place, way, isOfPackage, within, isHandedIn } of calls) {
    const at = placeIn(file, place, line);
    const isSame = ({ site }: Placed): boolean => site.file === at.file && site.line === at.line;
    const open = isOfPackage ? placed.findLast((one) => one.isOfPackage && isSame(one)) : undefined;
    // Two calls of a package that run beside each other begin in the same way.
    const isOther = open?.first === depth && open.within === within;
    if (open !== undefined && !isOther && !placed.some((one) => isBetween(one, open, depth))) {
      open.last = depth;
      continue;
    }
    const via = way.split(" ").map((one) => inOwn(file, one));
    placed.push({
      site: { ...at, expression, isHandedIn, via },
      way,
      isOfPackage,
      within,
      first: depth,
      last: depth,
    });
  }
  return {
    sites: placed.map(({ site }) => site),
    inSequence: longestChain(placed.filter(({ first }) => first < inSequence)),
    loops: placed.flatMap(({ site, way }, at) =>
      way !== "" && placed.slice(0, at).some((one) => one.way === way) ? [site] : [],
    ),
  };
}

/** A part of a way, as the function's own places are told. */
function inOwn(file: string, one: string): string {
  const [, from = "", line = ""] = /^(.*):(\d*)$/.exec(one) ?? [];
  return placeOf({ file: from === file ? null : from, line: Number(line) });
}

function placeIn(file: string, place: PlacedCall["place"], line: number | null): Pick<Site, "file" | "line"> {
  return place === null ? { file: null, line } : { ...place, file: place.file === file ? null : place.file };
}

/** Whether something else was made after what a package's call has done so far, and before what comes now: that is a call of its own. */
function isBetween(one: Placed, open: Placed, depth: number): boolean {
  return one !== open && one.first > open.last && one.first < depth;
}

/** How many calls came one after another, at most. */
function longestChain(placed: readonly Placed[]): number {
  let [count, end] = [0, -1];
  for (const { first, last } of placed.toSorted((one, other) => one.last - other.last)) {
    if (first <= end) continue;
    count++;
    end = last;
  }
  return count;
}

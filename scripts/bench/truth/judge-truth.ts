/** A call of the project's text that is an I/O call, or leads to one in a package. */
export interface Site {
  /** Relative to the project's folder; null: the function's own. */
  readonly file: string | null;
  /** Null where that is not known. */
  readonly line: number | null;
  readonly expression: string;
  /** What is called was handed to the function; of a recorded call a test's function or double. */
  readonly isHandedIn: boolean;
  /** Of an inferred call: the calls of the project's text that led to it, as `placeOf` tells them. */
  readonly via?: readonly string[];
}

/** A place in the project's text, as text. */
export function placeOf({ file, line }: Pick<Site, "file" | "line">): string {
  return `${file ?? ""}:${line ?? ""}`;
}

/** What was recorded of a path. */
export interface TruePath {
  /** Calls that took it. */
  readonly calls: number;
  readonly sites: readonly Site[];
  /**
   * `told`: its callback was told of an error, which is no failure of what only calls it: `next(error)`. `unknown`: no call of
   * it is kept; `never`: it had not ended when the recording did.
   */
  readonly end: "value" | "error" | "told" | "never" | "unknown";
  /** How many I/O calls came one after another: exactly so many, but where some were under way together. Null: not known. */
  readonly sequence: { readonly atMost: number; readonly overlaps: boolean } | null;
}

/** What inference came to. */
export interface Inferred {
  readonly isMeasured: boolean;
  readonly sites: readonly Site[];
  readonly inSequence: number;
  /** Of `sites`, those that were made more than once by the same calls: in a loop. */
  readonly loops: readonly Site[];
  /** The call that was measured ends with an error. */
  readonly fails: boolean;
  /** A remark says that the number is not of the ordinary call. */
  readonly isDecided: boolean;
  /** Of a function that was not measured: the refusal names a place, and what to do. */
  readonly hasHelp: boolean;
}

/** What a judgement comes to. */
export const CLASSES = [
  "right",
  "deviates and says so",
  "wrong and unsaid",
  "refused with a help",
  "refused without",
] as const;

/** In what a call differs from the one that was recorded: the first that does. */
export type Difference = "no call" | "fewer calls" | "more calls" | "other calls" | "sequence" | "outcome";

/** How inference did on one function. */
export interface Verdict {
  readonly class: (typeof CLASSES)[number];
  /** From the ordinary path that most calls took; null where it is right, or refused. */
  readonly difference: Difference | null;
  /** It is right, but for how often a loop goes round. */
  readonly otherRounds: boolean;
}

/** Of the calls that end like ordinary ones, those that take a path, at least, for it to be an ordinary one. */
const FREQUENT = 0.1;

/**
 * Judges what inference came to by the ordinary recorded paths of the function: those that end well, where one does, and that
 * one in ten of such calls took, or most of them. It is right where it takes one of them: the same call sites, as often, as many
 * one after another, to the same kind of end. A call site is a place in the project's text: a call of a package is one, whatever
 * that does itself, and so is a call of what the function was handed, whatever a test has handed it, or has put in the place of the project's own function. Where a recorded call, or the
 * inferred one, makes the same call again, that is in a loop, and how often it goes round is not held against it.
 *
 * @returns Null where no call of the function had ended when the recording did.
 */
export function judgeTruth(inferred: Inferred, paths: readonly TruePath[]): Verdict | null {
  const ordinary = ordinaryPaths(paths);
  if (ordinary.length === 0) return null;
  if (!inferred.isMeasured) {
    const refused = inferred.hasHelp ? "refused with a help" : "refused without";
    return { class: refused, difference: null, otherRounds: false };
  }
  const repeated = paths
    .flatMap(({ sites }) =>
      sites.filter((one, at) => sites.slice(at + 1).some((other) => isSameSite(one, other))),
    )
    .concat(inferred.loops);
  const differences = ordinary.map((path) => differenceFrom(path, inferred, repeated));
  const same = differences.find(({ difference }) => difference === null);
  if (same !== undefined)
    return {
      class: "right",
      difference: null,
      otherRounds: differences.every(({ difference, otherRounds }) => difference !== null || otherRounds),
    };
  return {
    class: inferred.isDecided ? "deviates and says so" : "wrong and unsaid",
    difference: differences[0]!.difference,
    otherRounds: false,
  };
}

/** The most frequent first. */
export function ordinaryPaths(paths: readonly TruePath[]): readonly TruePath[] {
  const ended = paths.filter(({ end }) => end !== "never");
  const well = ended.filter(({ end }) => end !== "error" && end !== "told");
  const candidates = (well.length > 0 ? well : ended).toSorted((one, other) => other.calls - one.calls);
  const calls = candidates.reduce((sum, one) => sum + one.calls, 0);
  return candidates.filter((one, at) => at === 0 || one.calls >= calls * FREQUENT);
}

function differenceFrom(
  { sites, sequence, end }: TruePath,
  inferred: Inferred,
  repeated: readonly Site[],
): { readonly difference: Difference | null; readonly otherRounds: boolean } {
  const differs = (difference: Difference) => ({ difference, otherRounds: false });
  const [missing, extra] = unmatched(sites, inferred.sites);
  const isRepeated = (one: Site): boolean => repeated.some((other) => isSameSite(one, other));
  const rounds = (left: readonly Site[], others: readonly Site[]): boolean =>
    left.every((one) => isRepeated(one) && others.some((other) => isSameSite(one, other)));
  const otherRounds = missing.length + extra.length > 0;
  if (otherRounds && !(rounds(missing, inferred.sites) && rounds(extra, sites))) {
    if (inferred.sites.length === 0) return differs("no call");
    if (inferred.sites.length !== sites.length)
      return differs(inferred.sites.length < sites.length ? "fewer calls" : "more calls");
    return differs("other calls");
  }
  const count = inferred.sites.length;
  const { inSequence } = inferred;
  if (sequence !== null && count > 0) {
    const { atMost, overlaps } = sequence;
    // What went round once could not run beside itself.
    const isSame = overlaps
      ? inSequence <= atMost || (otherRounds && (count === 1 || inSequence < count))
      : inSequence === count || (otherRounds && inSequence >= atMost);
    if (!isSame) return differs("sequence");
  }
  const isKnown = end === "value" || end === "error";
  if (isKnown && inferred.fails !== (end === "error")) return differs("outcome");
  return { difference: null, otherRounds };
}

/** What of the one has no partner in the other, and the other way round. Those at their own place find theirs first. */
function unmatched(recorded: readonly Site[], inferred: readonly Site[]): [Site[], Site[]] {
  const left = [...inferred];
  const take = (isMeant: (one: Site) => boolean): boolean => {
    const at = left.findIndex(isMeant);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  const without = (some: readonly Site[], isPartner: (site: Site, one: Site) => boolean): Site[] =>
    some.filter((site) => !take((one) => isPartner(site, one)));
  const named = without(recorded, (site, one) => isSamePlace(site, one) && isSameName(site, one));
  const placed = without(named, isSamePlace);
  return [without(placed, isSameSite), left];
}

function isSamePlace(one: Site, other: Site): boolean {
  return one.line !== null && one.line === other.line && one.file === other.file;
}

/**
 * What is made in another file may be led to by another call of that, or by a stand-in for it: there a name will do, and that of a public
 * method which calls the inner one of its name: `iterator.next` where `this._next` was recorded. What is called of that which a function
 * was handed is the same whoever calls it: a library may do so for the function.
 */
function isSameSite(one: Site, other: Site): boolean {
  if (isSamePlace(one, other) || isDoubleOf(one, other) || isDoubleOf(other, one)) return true;
  if (isInOwnFile(one) && isInOwnFile(other)) return false;
  return publicName(one) === publicName(other) || (one.isHandedIn && other.isHandedIn);
}

/** Whether a test had its own function where a call leads that the project makes: in place of a function of the project's. */
function isDoubleOf(one: Site, other: Site): boolean {
  return one.isHandedIn && one.line !== null && other.via?.includes(placeOf(one)) === true;
}

function isInOwnFile({ file, line }: Site): boolean {
  return file === null && line !== null;
}

function publicName({ expression }: Site): string {
  return lastName(expression).replace(/^_+/, "");
}

function isSameName(one: Site, other: Site): boolean {
  return lastName(one.expression) === lastName(other.expression);
}

function lastName(expression: string): string {
  return /[\p{ID_Continue}$]+(?=[^\p{ID_Continue}$]*$)/u.exec(expression)?.[0] ?? expression;
}

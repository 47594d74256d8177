/** An I/O call: its line in the function's own file, null where it is made elsewhere; and what is called. */
export interface Site {
  readonly line: number | null;
  readonly expression: string;
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
 * one after another, to the same kind of end. Where the recording shows a loop over them, their number is not held against it.
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
  const repeated = new Set(
    ordinary
      .flatMap(({ sites }) =>
        sites.filter((one, at) => sites.slice(at + 1).some((other) => isSameSite(one, other))),
      )
      .map(keyOf),
  );
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
  repeated: ReadonlySet<string>,
): { readonly difference: Difference | null; readonly otherRounds: boolean } {
  const differs = (difference: Difference) => ({ difference, otherRounds: false });
  const [missing, extra] = unmatched(sites, inferred.sites);
  const rounds = (left: readonly Site[], others: readonly Site[]): boolean =>
    left.every((one) => repeated.has(keyOf(one)) && others.some((other) => isSameSite(one, other)));
  const otherRounds = missing.length + extra.length > 0;
  if (
    otherRounds &&
    !(
      rounds(missing, inferred.sites) &&
      extra.every((one) => sites.some((other) => isSameSite(one, other) && repeated.has(keyOf(other))))
    )
  ) {
    if (inferred.sites.length === 0) return differs("no call");
    if (inferred.sites.length !== sites.length)
      return differs(inferred.sites.length < sites.length ? "fewer calls" : "more calls");
    return differs("other calls");
  }
  const count = inferred.sites.length;
  const { inSequence } = inferred;
  if (sequence !== null && count > 0) {
    const { atMost, overlaps } = sequence;
    const isSame = !overlaps
      ? inSequence === count
      : otherRounds
        ? count === 1 || inSequence < count
        : inSequence <= atMost;
    if (!isSame) return differs("sequence");
  }
  const isKnown = end === "value" || end === "error";
  if (isKnown && inferred.fails !== (end === "error")) return differs("outcome");
  return { difference: null, otherRounds };
}

/** What of the one has no partner in the other, and the other way round. Those at their own line find theirs first. */
function unmatched(recorded: readonly Site[], inferred: readonly Site[]): [Site[], Site[]] {
  const left = [...inferred];
  const take = (isMeant: (one: Site) => boolean): boolean => {
    const at = left.findIndex(isMeant);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  const without = (some: readonly Site[], isPartner: (site: Site, one: Site) => boolean): Site[] =>
    some.filter((site) => !take((one) => isPartner(site, one)));
  const named = without(recorded, (site, one) => site.line === one.line && isSameName(site, one));
  return [without(named, isSameSite), left];
}

/**
 * What is made in another file may be called by another line of the function's own, and what a name of the function's own stands for
 * may have another: so a line is enough, where it is known of both, and a name where it is not. There a public method may be what calls the
 * inner one of its name: `iterator.next` where `this._next` was recorded.
 */
function isSameSite(one: Site, other: Site): boolean {
  if (one.line !== null && other.line !== null) return one.line === other.line;
  return publicName(one) === publicName(other);
}

function publicName({ expression }: Site): string {
  return lastName(expression).replace(/^_+/, "");
}

function isSameName(one: Site, other: Site): boolean {
  return lastName(one.expression) === lastName(other.expression);
}

function keyOf(site: Site): string {
  return site.line === null ? publicName(site) : `${site.line}`;
}

function lastName(expression: string): string {
  return /[\p{ID_Continue}$]+(?=[^\p{ID_Continue}$]*$)/u.exec(expression)?.[0] ?? expression;
}

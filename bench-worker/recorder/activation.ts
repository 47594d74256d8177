import type { FunctionEntry, SiteEntry } from "../instrument/for-recording.ts";
import type { Encoded, KeptPromise } from "./encoded.ts";
import type { StreamState } from "./stream-state.ts";

/** A function of the project, and what was seen of its calls in this process. */
export interface FunctionState extends FunctionEntry {
  readonly file: string;
  /** The last of the names in its name. */
  readonly lastName: string;
  /** The site whose argument its text is. */
  readonly site: SiteState | null;
  calls: number;
  /** Calls of which all was kept as they began. */
  snapshots: number;
  /** Of these, in a row, so many whose path was known and has calls enough. */
  vain: number;
  /** Whether a call of it answered later. */
  isProven: boolean;
  /** Calls of it that answered at once, and of which nothing is told; less than none once something is. */
  dull: number;
  /** Whether there are functions in its text. */
  readonly hasInner: boolean;
  /** Stands for all calls of it that are not followed, where no function is in its text. */
  unfollowed: Activation | null;
  /** The place that its text is, as one at which others have calls go on. */
  wake: SiteState | null;
  /** The last turn in which one ended that others had called, and when the last of these had begun. */
  readonly ended: { turn: number; startedAt: number };
  /** By the places of the I/O calls. */
  readonly paths: Map<string, PathState>;
}

/** Calls with the same I/O calls in the same order. */
export interface PathState {
  readonly sites: readonly SiteState[];
  calls: number;
  kept: number;
  /** Calls that were written. */
  written: number;
}

/** A place of the project from which something is called. */
export interface SiteState extends SiteEntry {
  readonly file: string;
  /** The last of the names in the text of what is called. */
  readonly lastName: string;
  /** It is a function, and its place is that of something in it. */
  readonly isInside?: boolean;
  /** Calls from here came to functions of the project. */
  isOfProject: boolean;
  /** Calls from here that told nothing; less than none once one did. */
  quiet: number;
  /** Calls from here that answered at once and were no I/O; less than none once one was something else. */
  atOnce: number;
  /** Calls from here come to dull functions of the project, or answer at once: only kept ones are looked at. */
  isDull: boolean;
}

const NONE: readonly never[] = [];

/**
 * A list with one more, which may be the same list. Of those that are written in the code as `[…]` the engine soon takes all for long-lived,
 * once the first thousand were: with what hangs on them.
 */
export function listWith<T extends object>(list: T[] | null, one: T): T[] {
  const longer = list ?? (NONE as readonly T[]).slice();
  longer.push(one);
  return longer;
}

/** Links that are followed to who called. */
export const PARENTS_AT_MOST = 64;

/** Calls from one place of which none was of interest; the next ones are not looked at. */
const QUIET = 50;

/** Whether calls of a function were so often dull that the next ones are not followed, but for one of twice as many. */
export function isDull({ dull, calls }: FunctionState): boolean {
  return dull > QUIET && !isPowerOfTwo(calls);
}

/** What stands for a call of a function that is not followed: one for all, but where functions in its text may tell what they captured. */
export function unfollowed(fn: FunctionState, around: Activation): Activation {
  if (fn.unfollowed !== null) return fn.unfollowed;
  const made = new Activation(fn, fn.hasInner ? around : null, null, null, 0);
  made.isFollowed = false;
  made.hasEnded = made.hasReturned = true;
  if (!fn.hasInner) fn.unfollowed = made;
  return made;
}

/** A call from a place is one that answered at once, and that is no I/O. */
export function answeredAtOnce(site: SiteState): void {
  site.quiet = -Infinity;
  if (++site.atOnce > QUIET) site.isDull = true;
}

/** Whether nothing is told of calls from a place. */
export function isQuiet({ quiet }: SiteState): boolean {
  return quiet > QUIET;
}

/** Calls that are noted of one activation. */
export const CALLS_AT_MOST = 2_000;

/** Of more calls by one activation nothing is told: they are far more than are kept of it. */
export const BEGUN_AT_MOST = 5_000;

/** Whether an activation has made so many calls that nothing is told of further ones. */
export function isThroughWith({ begun, isFollowed }: Activation): boolean {
  return begun >= BEGUN_AT_MOST && isFollowed;
}

/** How often all that was asynchronous in an activation was over. */
let partsOver = 0;

/** One call of a function of the project, from its entry to its end. */
export class Activation {
  readonly fn: FunctionState;
  /** Whose text it is in; null for a module. */
  readonly around: Activation | null;
  /** The one that it is a part of: whose text it is in, else whose call it is. Null: nobody's whom we see. */
  parent: Activation | null;
  #whole: Activation | null;
  #keeper: Activation | null;
  /** Links from one on of whose parents those are left out that are over. */
  readonly #links: number;
  /** The call by which it was come to, where that named it; null where it was called back. */
  readonly from: SiteState | null;
  readonly startedAt: number;
  /** What it called that may be I/O, or what the functions that it called did, in that order. */
  calls: readonly Call[] = NONE;
  /** What is needed to make the same call again, where that was kept. */
  kept: Kept | null = null;
  /** In the context of which call of something else it was called back. */
  calledBackIn: Call | null = null;
  /** The call of something else that goes on as it is left: that may call others. */
  goesBackTo: Call | null = null;
  /** Somebody else has called it, who may have had it for long: nothing tells by which call. */
  isUnnamed = false;
  /** What a function of a test calls for itself: no part of the call that has come to that. */
  isOfDouble = false;
  /** The functions among what it was given. */
  functionsGiven: readonly object[] = NONE;
  /** What it is called on and was given, until it is left, where that may hold what it answers by. */
  self: unknown = null;
  given: ArrayLike<unknown> | null = null;
  /** It has called one of the functions that it was given before it was left. */
  hasCalledBackAtOnce = false;
  /** The one that it was given to as a function, and that has called it: what it calls is a part of that, too. */
  givenTo: Activation | null = null;
  hasEnded = false;
  /** Whether it is one call, not all of a function that is dull. */
  isFollowed = true;
  /** A constructor or an accessor: nothing tells when it is left, which is before anybody calls by its name what it has made. */
  leavesUnseen = false;
  /** Whether its text is done with, and only what it has given back is waited for. */
  hasReturned = false;
  returned: unknown = undefined;
  /** Functions that it was given, by one of which it may answer. */
  answersBy: readonly Given[] | null = null;
  /** The last of these, by which functions answer by custom. */
  customary: AtOnce | null = null;
  /** The last call that gave something to wait for. */
  waitsFor: Call | null = null;
  /** The turn of the event loop in which it began. */
  turn = 0;
  /** Calls that it has made, of which something was told. */
  begun = 0;
  /** The call of what a package has made of its function, by which that has called it later. */
  wrapper: Call | null = null;
  /** Asynchronous functions and generators that it has called, or that are in its text, and that are not over. */
  parts = 0;
  /** Which of all that were over then the last of these was; 0: it had none. */
  partsOverAt = 0;
  /** It is over, and such calls of its own have called nothing yet: what they do is a part of it. */
  awaits: ReadonlySet<Call> | null = null;

  constructor(
    fn: FunctionState,
    around: Activation | null,
    parent: Activation | null,
    from: SiteState | null,
    startedAt: number,
  ) {
    this.fn = fn;
    this.around = around;
    this.parent = parent;
    this.from = from;
    this.#whole = parent;
    this.#keeper = parent === null || parent.kept !== null ? parent : parent.#keeper;
    this.startedAt = startedAt;
    const links = parent === null ? 0 : parent.#links + 1;
    this.#links = links % PARENTS_AT_MOST;
    if (links === PARENTS_AT_MOST) leaveOutEnded(this);
  }

  /** Tells the one that it is a part of that it begins. */
  beginsAsPart(): void {
    if (this.parent !== null && this.fn.kind !== "plain") this.parent.parts++;
  }

  /** Tells that one that it is over. */
  endsAsPart(): void {
    const { parent } = this;
    if (parent === null || parent.parts === 0 || this.fn.kind === "plain") return;
    if (--parent.parts === 0) parent.partsOverAt = ++partsOver;
  }

  /** Notes a call with those that it has made. Of one that makes so many the last ones are not known: it is only counted. */
  add(call: Call): void {
    this.calls = listWith(this.calls.length === 0 ? null : (this.calls as Call[]), call);
    if (this.calls.length > CALLS_AT_MOST) this.kept = null;
  }

  /** The nearest that it is a part of and that may be told of it: what is over may be a part of those that were given it. */
  get whole(): Activation | null {
    let one = this.#whole;
    while (one?.isOver === true && one.givenTo === null && one.wrapper === null) one = one.#whole;
    this.#whole = one;
    return one;
  }

  /** The nearest that it is a part of, that is under way, and of which all is kept; null for none. */
  get keeper(): Activation | null {
    let one = this.#keeper;
    while (one !== null && (one.isOver || one.kept === null)) one = one.#keeper;
    this.#keeper = one;
    return one;
  }

  /** Whether nothing that begins now is a part of it. */
  get isOver(): boolean {
    return this.hasEnded && this.awaits === null;
  }

  /** Those around it that are under way, of which all is kept, and that do not know yet what a function takes from around it. */
  keepersWithout(fn: FunctionState): readonly Activation[] {
    let found: Activation[] | null = null;
    for (let one = this.keeper; one !== null; one = one.keeper)
      if (!one.kept!.known.has(fn)) (found ??= []).push(one);
    return found ?? NONE;
  }

  /** Whether it is one that is under way and of which all is kept, or a part of one. */
  isOfKept(): boolean {
    return (this.kept !== null && !this.isOver) || this.keeper !== null;
  }
}

/** The activation, or the nearest that it is a part of and that is not over: a callback may be left long before what it has begun is. */
export function underWay(activation: Activation | null): Activation | null {
  let one = activation;
  while (one?.hasEnded === true) one = one.whole;
  return one;
}

/**
 * Goes through what an activation is a part of, itself first: also through those that were given it as a function, and have called it.
 *
 * @param visit Says whether that was enough.
 * @param link By what it is gone through: those that are over and tell nothing are left out, or are not.
 */
export function someWhole(
  activation: Activation,
  visit: (one: Activation) => boolean,
  link: "whole" | "parent" = "whole",
): boolean {
  const starts = [activation];
  // Grows as it is gone through.
  for (let at = 0; at < starts.length; at++)
    for (
      let one: Activation | null = starts[at]!, links = 0;
      one !== null && links < PARENTS_AT_MOST;
      one = one[link], links++
    ) {
      if (visit(one)) return true;
      if (one.givenTo !== null && !starts.includes(one.givenTo)) starts.push(one.givenTo);
    }
  return false;
}

/**
 * Leaves those that are over out of what an activation is a part of, from where on nobody looks at them: where each answer leads to the
 * next call, as in a loop, they would be held for ever.
 */
function leaveOutEnded(activation: Activation): void {
  let one: Activation | null = activation;
  for (let links = 0; one !== null && links < 2 * PARENTS_AT_MOST; links++) {
    if (links >= PARENTS_AT_MOST) one.parent = one.whole;
    one = one.parent;
  }
}

/** One goes on as another one calls it, or somebody who is not seen: so do those that it is a part of, unless the other is, too. */
export function wokenWith(woken: Activation, other: Activation | null): Activation[] {
  const all: Activation[] = [];
  for (
    let one: Activation | null = woken;
    one !== null && all.length < PARENTS_AT_MOST && (other === null || !isPartOf(other, one));
    one = one.whole
  )
    all.push(one);
  return all;
}

/** Whether one is another, or a part of it, whichever of them is over. */
export function isPartOf(part: Activation, whole: Activation): boolean {
  return someWhole(part, (one) => one === whole, "parent");
}

/** A function among arguments. */
export class Given {
  readonly given: object;
  readonly at: readonly (string | number)[];

  constructor(given: object, at: readonly (string | number)[]) {
    this.given = given;
    this.at = at;
  }
}

/** A function that somebody was given, and whether he has answered by it before he returned. */
export class AtOnce extends Given {
  /** What it was called with first, before that; null: it was not. */
  values: readonly unknown[] | null = null;
  isAnswer = false;
}

/** What was kept of an activation. */
export interface Kept {
  readonly wallTime: number;
  readonly self: Encoded;
  readonly given: Encoded[];
  /** What it captured of the functions around it; null for nothing. */
  readonly around: Encoded;
  readonly variables: KeptVariable[];
  readonly functions: Set<FunctionState>;
  /** In what was kept; what they came to is told with the end. */
  readonly promises: KeptPromise[];
  /** Those of them whose variables are all among these. */
  readonly known: Set<FunctionState>;
}

/** A variable around a function, as it was when that was first entered. */
export interface KeptVariable {
  readonly file: string;
  readonly scope: "module" | "closure" | "global";
  readonly name: string;
  readonly value: Encoded;
}

/** A call of a function that a call was given. */
export interface CalledBack {
  readonly at: readonly (string | number)[];
  readonly milliseconds: number;
  readonly arguments: Encoded[];
  /** What the stream is like that it came from, unlike as that was listened to. */
  readonly state: StreamState | null;
  /** The call that was being made as it came; null where it came by itself. */
  readonly during: Call | null;
}

/** How something answers; `wake`: another call of the project has one go on. */
export type Style = "promise" | "callback" | "event" | "iterator" | "sync" | "wake";

/** Calls that were made so far. */
let made = 0;

/** A call from code of the project, until it turns out to be one of code of the project. */
export class Call {
  readonly site: SiteState;
  readonly by: Activation;
  /** The receiver of a method, else what is called. */
  readonly receiver: unknown;
  readonly given: readonly unknown[];
  /** Calls that were made before it. */
  readonly number = made++;
  /** The turn of the event loop in which it was made. */
  readonly turn: number;
  readonly startedAt: number;
  /** It came to code of the project, which is no I/O call; what that calls may be. */
  isOfProject = false;
  /** It came to a function of a test. */
  isDouble = false;
  /** A function of the project that it was given, and called, made I/O calls itself. */
  leads = false;
  isKept = false;
  /** What it is called on, or given, can be made of no data: nothing else could answer in its place. */
  isOfOpaque = false;
  /** It has returned: from now on it may answer. */
  isDone = false;
  /** It is noted with who made it. */
  isNoted = false;
  /** It has called back, whatever that tells. */
  hasCalledBack = false;
  /** It has called back as functions do that answer so. */
  hasAnswered = false;
  /** It has called back since it returned. */
  calledBackLater = false;
  /** It is a timer that nobody waits for: it was taken back, or the process may end before it. */
  isTakenBack = false;
  style: Style = "sync";
  kind: "core" | "package" | "double" | "clock" | "project" = "package";
  /** The outermost that is over by it: it is no part of that. */
  ends: Activation | null = null;
  /** It calls functions of the project of which a package has made what is called, and has not done so yet. */
  isYetToCall = false;
  /** It gave a generator a thunk: who runs that calls it as soon as it is yielded. */
  gaveThunk = false;
  /** What it gave to wait for, where the engine made that. */
  promise: Promise<unknown> | null = null;
  evidence: string | null = null;
  outcome: "value" | "error" | "pending" = "pending";
  value: Encoded = null;
  /** Objects that it gave: what is called on them later came from it. */
  gave: readonly object[] = [];
  endedAt: number | null = null;
  inFlight = 0;
  givenEncoded: Encoded[] | null = null;
  callbacks: CalledBack[] | null = null;
  /** What the stream was like that it listens to, or iterates. */
  state: StreamState | null = null;
  /** What that has changed in when the iteration ends. */
  stateAtEnd: StreamState | null = null;

  constructor(
    site: SiteState,
    by: Activation,
    receiver: unknown,
    given: readonly unknown[],
    turn: number,
    now: number,
  ) {
    this.site = site;
    this.by = by;
    this.receiver = receiver;
    this.given = given;
    this.turn = turn;
    this.startedAt = now;
  }
}

/** Whether a count is 1, 2, 4, 8 and so on. */
export function isPowerOfTwo(count: number): boolean {
  return (count & (count - 1)) === 0;
}

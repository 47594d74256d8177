import type { IoCall, IoCallKind, Position } from "../model.ts";
import { Atom, Word } from "../functions/atoms.ts";
import type { Call } from "../functions/found.ts";
import { AnyBetween } from "../patterns/any-between.ts";
import { calleePath, chainAt, nameStart } from "../patterns/chains.ts";
import { functionStartingAt, textAt, type FileView } from "../patterns/file-view.ts";
import { givesPromiseByName } from "../patterns/hands-on.ts";
import {
  isAdaptedCall,
  isCallOfPromise,
  isExecutor,
  isPromiseClass,
  isPromiseMaker,
} from "../patterns/promises.ts";
import { returnStarts } from "../patterns/returns.ts";
import { takesPlainFunctions } from "../patterns/callback-names.ts";
import { answersByCallback, answersByResuming } from "./by-callback.ts";
import { FROM_ASYNC, namedForEach, namedTasks } from "./by-name.ts";
import { callText } from "./call-text.ts";
import { givesHandleOfMongo } from "./handles.ts";
import { heldBy, isHeldBy, isUsedAsValue, type Held } from "./held.ts";
import { listenedStreams, streamsGivenBack } from "./listeners.ts";
import { isOfValue } from "./of-values.ts";
import {
  givesAnswerOfFetch,
  hasPureRoot,
  isClearlyPlain,
  isClearlyPlainInList,
  isClearlyPlainList,
  isPlainResult,
  localCallee,
  readsBody,
} from "./plain-calls.ts";
import { asksElsewhere, isOfClient, isWaitedForAsItem } from "./given-back.ts";
import type { Region } from "./region.ts";
import { resolversOf } from "./resolvers.ts";
import { isDriven, isOfSteps, isYieldedList, plainnessOfReturned, returnsWaitedFor } from "./returned.ts";
import { streamsWithoutCall } from "./streams.ts";
import { awaitedItems, isLinkOfPromise, returnedCalls, tellsOfPromise, waitedCall } from "./waited-calls.ts";
import { waitedTemplates } from "./tagged-templates.ts";
import { isTimer } from "./timers.ts";
import { isInYieldedList, waitAt } from "./waited.ts";

/** What waits for the items of a list. */
const TAKES_LIST = /\.(?:all|allSettled|any|race|settle)$/;

/**
 * The calls of a function that it waits for, in source order, those of entries nested in it left out: under `await`,
 * `yield`, `for await`; receivers of `.then`; arguments of `Promise.all` and its like; calls that get a node-style
 * callback; streams and emitters whose events it goes on with; and what an asynchronous function returns from a call
 * that is not clearly plain.
 *
 * @param waited Gets all calls that are waited for, with those that are no I/O calls themselves.
 */
export function findIoCalls(view: FileView, region: Region, waited = new Set<Call>()): Map<Call, IoCallKind> {
  const { entries } = region;
  const kinds = new Map<Call, IoCallKind>();
  const held = heldBy(view, region);
  const add = (call: Call | undefined, kind: IoCallKind): void => {
    if (call === undefined) return;
    waited.add(call);
    if (kinds.has(call) || isTimer(view, call) || givesHandleOfMongo(view, call)) return;
    if (runsTasks(view, call, region)) return;
    kinds.set(call, kind);
  };
  for (const index of region.functions) {
    const seen = new Set<number>();
    for (const callIndex of view.callsOf.of(index)) {
      const call = view.calls.at(callIndex);
      if (answersByCallback(view, call, region)) add(call, "callback");
      if (seen.has(call.start)) continue;
      seen.add(call.start);
      addChain(view, call.start, region, held, { add, waited });
    }
    if (returnsWaitedFor(view, index, region, held)) {
      const isPlain = plainnessOfReturned(view, index, region);
      for (const start of returnStarts(view, index)) {
        for (const call of returnedCalls(view, start, region)) {
          if (isOfSteps(view, index, call)) continue;
          if (reducesList(view, call)) waited.add(call);
          if (!isPlain(view, call, entries) && !region.callbacks.has(textAt(view, call.nameToken)))
            add(call, kindOf(view, call, region));
        }
      }
    }
  }
  const isReturnWaitedFor = (index: number): boolean => returnsWaitedFor(view, index, region, held);
  for (const call of waitedTemplates(view, region, held, isReturnWaitedFor))
    add(call, kindOf(view, call, region));
  if (waited.size === 0) for (const call of onlyReasonsToBeAsync(view, region)) add(call, "promise");
  for (const stream of streamsWithoutCall(view, region)) add(stream, "stream");
  for (const stream of listenedStreams(view, region)) add(stream, "stream");
  if (region.entry.pattern === "event-emitter")
    for (const stream of streamsGivenBack(view, region)) add(stream, "stream");
  // A call that half-typed text never closes may reach farther than its function is taken to reach.
  const { end } = view.functions[region.entry.index]!;
  const found = [...kinds].filter(([call]) => call.end <= end);
  return withoutBodies(view, new Map(found));
}

const awaits = new WeakMap<FileView, AnyBetween>();

/** Where a file has the word `await`: functions that are asked about stand within each other. */
function awaitsOf(view: FileView): AnyBetween {
  const known = awaits.get(view) ?? new AnyBetween((token) => view.atoms[token] === Word.await);
  awaits.set(view, known);
  return known;
}

/**
 * What an `async` function in which nothing is waited for gives back of functions of other files, or of stores, that may ask a
 * database: `async function canEdit(user) { return isMember(user.id); }` has no other reason to be one.
 */
function onlyReasonsToBeAsync(view: FileView, { entry, callbacks }: Region): Call[] {
  const { isAsync, isGenerator, body } = view.functions[entry.index]!;
  if (!isAsync || isGenerator || awaitsOf(view).isIn(body.start, body.end)) return [];
  return returnStarts(view, entry.index).flatMap((start) => {
    const chain = chainAt(view, start);
    const [call] = chain;
    if (call === undefined || chain.length > 1) return [];
    if (call.nameToken !== call.start) return isOfStore(view, call) ? [call] : [];
    return callbacks.has(textAt(view, call.nameToken)) || !asksElsewhere(view, call) ? [] : [call];
  });
}

/** `cache.has(id)`, `store.delete(id)`, of what the file does not make as a set or a map, and that is not called like one. */
function isOfStore(view: FileView, call: Call): boolean {
  if (call.constructs || call.nameToken - 2 < call.start) return false;
  if (!/^(?:has|set|add|delete)$/.test(textAt(view, call.nameToken))) return false;
  return !isOfValue(view, call) && !hasPureRoot(view, call);
}

/** I/O calls in source order, without those that only read the body of what one of them has fetched. */
export function withoutBodies(view: FileView, calls: ReadonlyMap<Call, IoCallKind>): Map<Call, IoCallKind> {
  const found = [...calls];
  const others = found.filter(([call]) => !readsBody(view, call));
  const fetches = others.length < found.length && found.some(([call]) => givesAnswerOfFetch(view, call));
  return new Map((fetches ? others : found).sort(([left], [right]) => left.open - right.open));
}

/** Where what is found goes. */
interface Findings {
  readonly add: (call: Call | undefined, kind: IoCallKind) => void;
  /** Calls that are waited for, be they I/O calls or not. */
  readonly waited: Set<Call>;
}

/** The I/O calls of {@link findIoCalls} as places in the text. */
export function ioCallsOf(
  view: FileView,
  found: ReadonlyMap<Call, IoCallKind>,
  positionOf: (offset: number) => Position,
): IoCall[] {
  return [...found].map(([call, kind]) => {
    const { tokens } = view;
    // Engines point at the name only where it stands before the parentheses.
    const isNamed = call.nameToken >= 0 && nameStart(view, call) === call.start;
    const at = isNamed ? call.nameToken : call.open;
    return {
      expression: callText(view, call),
      kind,
      range: { start: tokens.starts[call.start]!, end: tokens.ends[call.end - 1]! },
      position: positionOf(tokens.starts[at]!),
    };
  });
}

function addChain(view: FileView, start: number, region: Region, held: Held, findings: Findings): void {
  const { add, waited: allWaited } = findings;
  const chain = chainAt(view, start);
  const first = chain[0]!;
  const path = calleePath(view, first);
  chain.forEach((link, position) => {
    if (position > 0 && tellsOfPromise(view, link)) addLink(view, chain, position, region, findings);
  });
  if (path.startsWith("async.")) {
    allWaited.add(first);
    for (const task of namedTasks(view, path, first, region)) add(task, "callback");
  }
  if (path === FROM_ASYNC) {
    allWaited.add(first);
    for (const one of namedForEach(view, path, first, region)) add(one, "promise");
    const source = waitedCall(view, first.open + 1);
    if (source !== undefined && !isClearlyPlain(view, source, region.entries)) add(source, "stream");
    return;
  }
  if (first.constructs && isPromiseClass(path)) allWaited.add(first);
  if (first.nameToken > start && isCallOfPromise(view, first) && goesOnWithName(view, first, held))
    allWaited.add(first);
  if (isPromiseMaker(path) && !isAdaptedCall(path)) {
    allWaited.add(first);
    // What makes the reason of a rejection is not waited for.
    if (path.endsWith(".reject")) return;
    for (const one of namedForEach(view, path, first, region)) add(one, "promise");
    for (const item of awaitedItems(view, first)) {
      const call = waitedCall(view, item);
      if (call !== undefined) addList(view, call, region, findings);
      // Of `Promise.all(ids.map(load))` it is the list, and else something in one.
      const isList = view.atoms[item - 1] === Atom.OpenParenthesis && item - 1 === first.open;
      const isPlainOne = TAKES_LIST.test(path) ? isClearlyPlainList : isClearlyPlain;
      const isPlain = isList ? isPlainOne : isClearlyPlainInList;
      if (call !== undefined && !isPlain(view, call, region.entries)) add(call, kindOf(view, call, region));
    }
    return;
  }
  if (region.entry.pattern === "fiber") {
    addFiberCall(view, chain, add);
    return;
  }
  // Of parentheses that are waited for, what they can result in is; not a condition in them.
  const isCondition = held.results.has(start - 1) && !held.results.has(start);
  const found = held.results.has(start) ? "promise" : isCondition ? null : waitAt(view, start);
  const waited = waitedCall(view, start);
  if (waited === undefined) return;
  const wait = found === "yield" ? waitOfYield(view, waited, region) : found;
  if (wait === "promise" && found === "yield" && isYieldedList(view, waited, region)) {
    addList(view, waited, region, findings);
    return;
  }
  if (isHeldBy(view, first, held.names)) addList(view, waited, region, findings);
  const isJob = isOfClient(view, waited) || (found === "promise" && textAt(view, waited.nameToken) === "add");
  if (takesPlainFunctions(textAt(view, waited.nameToken)) && isFollowedByFunction(view, waited) && !isJob) {
    if (wait === "promise" && reducesList(view, waited)) allWaited.add(waited);
    return;
  }
  if (wait === "stream") add(waited, "stream");
  else if (
    wait === "promise" ||
    (region.entry.pattern === "generator" && isInYieldedList(view, first)) ||
    // Observables have a method of that name, too, which waits for nothing.
    (waited !== chain.at(-1) && region.entry.pattern !== "observable") ||
    (isHeldBy(view, first, held.names) && !isClearlyPlain(view, waited, region.entries)) ||
    (isHeldBy(view, first, held.givenBack) &&
      (isOfFile(view, waited, region) || keepsPromise(view, first, region))) ||
    (resolversOf(view, region).takesOver(waited) &&
      (isOfFile(view, waited, region) ||
        givesPromiseByName(view, waited) ||
        isAllOfPromise(view, waited, region)))
  )
    add(waited, kindOf(view, waited, region));
}

/** `before.then(async () => …)`, of a promise that a name holds, where somebody waits for what it gives. */
function goesOnWithName(view: FileView, call: Call, held: Held): boolean {
  const before = view.atoms[call.start - 1];
  if (before === Word.return || before === Word.await || before === Atom.Arrow) return true;
  return isHeldBy(view, call, held.names) || isHeldBy(view, call, held.givenBack);
}

/** `ids.reduce(async (before, id) => { await before; … })`: who waits for it waits for one after the other. */
function reducesList(view: FileView, call: Call): boolean {
  const isReducer = call.nameToken > call.start && /^reduce(?:Right)?$/.test(textAt(view, call.nameToken));
  return isReducer && isFollowedByFunction(view, call);
}

/** `const page = got(url).text(); …; return page`: what is given back by its name is a promise, as far as is known of what gives it. */
function keepsPromise(view: FileView, call: Call, { entry }: Region): boolean {
  return givesPromiseByName(view, call) && !isUsedAsValue(view, call, entry.index);
}

/** `new Promise((resolve) => resolve(db.get(id)))`: what is resolved with at once is as likely a promise as what an async function returns. */
function isAllOfPromise(view: FileView, call: Call, { entries }: Region): boolean {
  const owner = view.functions[call.owner];
  return owner !== undefined && isExecutor(view, owner) && !isClearlyPlain(view, call, entries);
}

/** Whether a call is of an asynchronous function of the same file. */
function isOfFile(view: FileView, call: Call, { entries }: Region): boolean {
  const local = localCallee(view, call);
  return local !== undefined && entries.has(local);
}

/**
 * Whether a call behind `yield` is waited for: what drives a generator waits for what it yields, and so does an
 * asynchronous generator, where most of that are values; any other generator gives it to whoever goes through it.
 */
function waitOfYield(view: FileView, call: Call, region: Region): "promise" | "stream" | null {
  if (region.entry.pattern === "generator") return "promise";
  const owner = view.functions[call.owner];
  if (owner === undefined) return null;
  if (!owner.isAsync) return isDriven(owner) ? "promise" : null;
  const isDelegated = view.atoms[call.start - 1] === Atom.Star;
  // What is delegated to is gone through: no promise can be.
  if (isDelegated) return isClearlyPlain(view, call, region.entries) ? null : "stream";
  if (isPlainResult(view, call, region.entries)) return null;
  return isOfFile(view, call, region) || isWaitedForAsItem(view, call) ? "promise" : null;
}

/** `await async.parallel([(done) => …])`: what caolan's async is given does the I/O. */
function runsTasks(view: FileView, call: Call, region: Region): boolean {
  const path = calleePath(view, call);
  if (!path.startsWith("async.")) return false;
  const { functionList } = view;
  const first = functionList.firstFrom(call.open);
  if (first < functionList.length && functionList.starts[first]! < call.end) return true;
  return namedTasks(view, path, call, region).length > 0;
}

/** A call whose list is waited for: what it calls for each item is, too. */
function addList(view: FileView, call: Call, region: Region, { add, waited }: Findings): void {
  waited.add(call);
  if (call.nameToken > call.start)
    for (const one of namedForEach(view, "", call, region)) add(one, "promise");
}

/** A link of a promise's chain, as `.then(…)`, and Bluebird's before it: what they are given is waited for. */
function addLink(
  view: FileView,
  chain: readonly Call[],
  position: number,
  region: Region,
  findings: Findings,
): void {
  findings.waited.add(chain[position]!);
  for (let before = position - 1; before > 0 && isLinkOfPromise(view, chain[before]!); before--)
    addList(view, chain[before]!, region, findings);
}

/** An array method with a function does not itself answer later: `await list.forEach(async …)`. */
function isFollowedByFunction(view: FileView, call: Call): boolean {
  return functionStartingAt(view, call.open + 1) !== undefined;
}

/** `blob.sync.put(…)`, `put(…).wait()`: answers like a plain call. */
function addFiberCall(
  view: FileView,
  chain: readonly Call[],
  add: (call: Call | undefined, kind: IoCallKind) => void,
): void {
  chain.forEach((call, position) => {
    if (call.nameToken < 0) return;
    if (textAt(view, call.nameToken) === "wait") add(chain[position - 1], "sync");
    else if (textAt(view, call.nameToken) === "sync" && call.nameToken > call.start) add(call, "sync");
    else if (textAt(view, call.nameToken - 2) === "sync") add(call, "sync");
  });
}

/** How a call that is waited for answers, by what it is given and by what waits for it. */
function kindOf(view: FileView, call: Call, region: Region): IoCallKind {
  const { pattern, runner } = region.entry;
  if (pattern === "observable") return "stream";
  if (pattern !== "generator") return "promise";
  if (answersByResuming(view, call)) return "callback";
  return runner === "gens" ? "thunk" : runner === "galaxy" ? "callback" : "promise";
}

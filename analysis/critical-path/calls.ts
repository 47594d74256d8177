import type { Call } from "../functions/found.ts";
import { Atom } from "../functions/atoms.ts";
import { afterItem, opensGroup } from "../breakdown/statements.ts";
import { argumentsOf, calleePath, chainAt } from "../patterns/chains.ts";
import { listItems } from "../functions/lists.ts";
import { isCallbackName } from "../patterns/callback-names.ts";
import { functionStartingAt, textAt } from "../patterns/file-view.ts";
import { beginsWithPromise, isPromiseMaker } from "../patterns/promises.ts";
import { FROM_ASYNC } from "../io-calls/by-name.ts";
import type { Walk } from "./state.ts";

/** Where the items of one list of arguments stand. */
type Items = readonly { readonly start: number; readonly end: number }[];

const ON_FAILURE = /^(?:catch|fail|otherwise|tapCatch|catchError)$/;
const FIRST_OF = /(?:^|\.)(?:race|any)$/;
/** Functions that begin with an item, or a round, when the one before has ended: of libraries of promises, and of caolan's async, whose `each` and `concat` begin with all at once. */
const ONE_BY_ONE = /(?:Series|\.each|\.reduce|\.iterate|\.unfold)$/;
const TASKS_ONE_BY_ONE =
  /(?:Series|\.(?:reduce|reduceRight|inject|foldl|foldr|retry|forever)|(?:[Ww]hilst|[Uu]ntil|[Dd]uring))$/;
/** Calls that let go of a function, and do not run it. */
const LETS_GO = /^(?:off|remove\w*|unsubscribe|delete)$/;

/**
 * Walks the chain of calls that starts at a token, as `a.b(c).then(d)`; gives one past its last call, and the depth at
 * which its value is there.
 */
export function walkChain(walk: Walk, start: number, limit: number): { end: number; depth: number } {
  const { view } = walk;
  const chain = chainAt(view, start);
  let at = start;
  if (walk.streamsAt.has(start)) {
    hold(walk, textAt(view, start), walk.called());
  }
  let depth = walk.held.get(textAt(view, start)) ?? 0;
  if (walk.namedAt.has(start)) depth = Math.max(depth, walk.called());
  for (const call of chain) {
    if (call.open >= limit || call.open < at) break;
    depth = Math.max(depth, walkCallee(walk, at, call.open));
    depth = walkCall(walk, call, depth);
    at = Math.min(call.end, limit);
  }
  return { end: Math.max(at, start + 1), depth };
}

/** What stands in brackets before a call's own: `(await a()).b`, `c[d]`. */
function walkCallee(walk: Walk, start: number, open: number): number {
  const { view } = walk;
  let depth = 0;
  for (let at = start; at < open;) {
    const next = afterItem(view, at);
    const isWalked = opensGroup(view.atoms[at]!) || functionStartingAt(view, at) !== undefined;
    if (isWalked) {
      const isGroup = functionStartingAt(view, at) === undefined;
      depth = Math.max(depth, walk.span(isGroup ? at + 1 : at, Math.min(isGroup ? next - 1 : next, open)));
    }
    at = Math.max(next, at + 1);
  }
  return depth;
}

/** One call whose receiver is there at a depth. */
function walkCall(walk: Walk, call: Call, receiver: number): number {
  const { view, region } = walk;
  const given = argumentsOf(view, call);
  if (walk.ioCalls.has(call)) return walkIoCall(walk, call, receiver, given);
  const path = calleePath(view, call);
  if (path.startsWith("async.")) return walkTasks(walk, path, given);
  if (isPromiseMaker(path)) return walkTogether(walk, path, given);
  if (path === FROM_ASYNC) return walkOneByOne(walk, given);
  const name = call.nameToken < 0 ? "" : textAt(view, call.nameToken);
  if (call.nameToken > call.start && ON_FAILURE.test(name))
    return Math.max(receiver, walkAll(walk, given, 0));
  if (name === "pipe" && region.entry.pattern === "observable") {
    let depth = receiver;
    for (const { start, end } of given) depth = Math.max(depth, walk.spanAt(start, end, depth));
    return depth;
  }
  const local = call.start === call.nameToken ? view.functionNamed.within(name, call.owner) : undefined;
  const isOwn = local !== undefined && local !== region.entry.index && region.functions.has(local);
  if (isOwn && callsBack(walk, local, given)) {
    const before = Math.max(receiver, walkAll(walk, given.slice(0, -1), receiver), walk.named(local));
    const answer = given.at(-1)!;
    return Math.max(before, walk.spanAt(answer.start, answer.end, Math.max(before, walk.now)));
  }
  const run = name === "" || !LETS_GO.test(name) ? given : given.filter(({ start, end }) => end > start + 1);
  const repeats = /^(?:forEach|each|map)$/.test(name) ? 1 : 0;
  const { begun } = walk;
  if (repeats > 0) walk.begun = new Set();
  walk.repeats += repeats;
  let depth = Math.max(receiver, walkAll(walk, run, receiver));
  walk.repeats -= repeats;
  walk.begun = begun;
  if (
    /^reduce(?:Right)?$/.test(name) &&
    (isAsyncFunction(walk, given[0]) || beginsWithPromise(view, call.open)) &&
    depth > Math.max(walk.now, receiver)
  )
    walk.inLoop = true;
  if (isOwn) depth = Math.max(depth, walk.named(local));
  if (name === "push" && call.nameToken > call.start) hold(walk, textAt(view, call.nameToken - 2), depth);
  return depth;
}

/** Whether a function of the entry calls back, when it has done what it does, the function that is written in its last place. */
function callsBack({ view }: Walk, index: number, given: Items): boolean {
  const answer = given.at(-1);
  if (answer === undefined || functionStartingAt(view, answer.start) === undefined) return false;
  return isCallbackName(textAt(view, view.callbackUses.lastNames[index]!));
}

/** Whether an item is an asynchronous function: a list is gone through one by one when it waits for the value before. */
function isAsyncFunction({ view }: Walk, item: Items[number] | undefined): boolean {
  const index = item === undefined ? undefined : functionStartingAt(view, item.start);
  return index !== undefined && view.functions[index]!.isAsync;
}

/** Items that all start together, not before a depth. */
function walkAll(walk: Walk, items: Items, from: number): number {
  let depth = 0;
  for (const { start, end } of items)
    depth = Math.max(depth, from > walk.now ? walk.spanAt(start, end, from) : walk.span(start, end));
  return depth;
}

function walkIoCall(walk: Walk, call: Call, receiver: number, given: Items): number {
  const { pattern } = walk.region.entry;
  const kind = walk.ioCalls.get(call);
  const answers = kind === "callback" && pattern !== "generator" && pattern !== "streamline";
  const answer = answers ? given.at(-1) : undefined;
  const others = answer === undefined ? given : given.slice(0, -1);
  const isFunction = ({ start }: { readonly start: number }): boolean =>
    walk.region.functions.has(functionStartingAt(walk.view, start) ?? -1);
  let before = walkAll(
    walk,
    others.filter((item) => !isFunction(item)),
    0,
  );
  const depth = Math.max(walk.now, receiver) + 1;
  walk.deepest = Math.max(walk.deepest, depth);
  // What runs a function has begun before it does: `await db.transaction(async (t) => …)`.
  for (const { start, end } of others.filter(isFunction))
    before = Math.max(before, walk.spanAt(start, end, depth));
  if (kind === "sync" || pattern === "streamline") {
    walk.now = Math.max(walk.now, depth);
    return 0;
  }
  const after = answer === undefined ? 0 : walk.spanAt(answer.start, answer.end, depth);
  return Math.max(depth, before, after);
}

/** `Promise.all([a(), b()])`; `Promise.race` is there when the first of its values is. */
function walkTogether(walk: Walk, path: string, given: Items): number {
  const { view } = walk;
  const [first] = given;
  if (first !== undefined && FIRST_OF.test(path) && view.atoms[first.start] === Atom.OpenBracket) {
    const depths = listItems(view, first.start + 1, afterItem(view, first.start) - 1).map(({ start, end }) =>
      walk.span(start, end),
    );
    return depths.length === 0 ? 0 : Math.min(...depths);
  }
  const values = walkAll(walk, given.slice(0, 1), 0);
  const depth = Math.max(values, walkAll(walk, given.slice(1), values));
  if (ONE_BY_ONE.test(path) && depth > Math.max(walk.now, values)) walk.inLoop = true;
  return depth;
}

/** `Array.fromAsync(stream)`, `Array.fromAsync(ids, load)`: one item after the other. */
function walkOneByOne(walk: Walk, given: Items): number {
  const { view, ioCalls, now } = walk;
  const values = walkAll(walk, given.slice(0, 1), 0);
  const depth = Math.max(values, walkAll(walk, given.slice(1), values));
  const source = given[0] === undefined ? undefined : chainAt(view, given[0].start).at(-1);
  const isStream = source !== undefined && ioCalls.get(source) === "stream";
  if (isStream || depth > Math.max(now, values)) walk.inLoop = true;
  return depth;
}

/** A function of caolan's async: its tasks one after another or together, then its callback. */
function walkTasks(walk: Walk, path: string, given: Items): number {
  const { view } = walk;
  const [first] = given;
  if (first === undefined) return 0;
  const opens = view.atoms[first.start];
  const isList = opens === Atom.OpenBracket || opens === Atom.OpenBrace;
  let depth = walk.now;
  if (isList && functionStartingAt(view, first.start) === undefined) {
    const tasks = listItems(view, first.start + 1, afterItem(view, first.start) - 1);
    if (/\.(?:series|waterfall|seq|tryEach)$/.test(path))
      for (const { start, end } of tasks) depth = Math.max(depth, walk.spanAt(start, end, depth));
    else if (/\.auto(?:Inject)?$/.test(path)) depth = walkDependent(walk, tasks);
    else depth = Math.max(depth, walkAll(walk, tasks, 0));
  } else depth = Math.max(depth, walkAll(walk, given.slice(0, 1), 0));
  const before = depth;
  depth = Math.max(depth, walkAll(walk, given.slice(1, -1), 0));
  if (TASKS_ONE_BY_ONE.test(path) && depth > walk.now) walk.inLoop = true;
  const last = given.length > 1 ? given.at(-1) : undefined;
  const from = isList && given.length === 2 ? before : depth;
  return last === undefined ? depth : Math.max(depth, walk.spanAt(last.start, last.end, from));
}

/** `{ a: function …, b: ["a", function …] }`: a task starts when those that it names have ended. */
function walkDependent(walk: Walk, tasks: Items): number {
  const { view } = walk;
  const ends = new Map<string, number>();
  let deepest = walk.now;
  for (const { start, end } of tasks) {
    let from = walk.now;
    for (let at = start + 2; at < end; at = afterItem(view, at)) {
      if (at === start + 2 && view.atoms[at] === Atom.OpenBracket) {
        for (const item of listItems(view, at + 1, afterItem(view, at) - 1))
          from = Math.max(from, ends.get(textAt(view, item.start).slice(1, -1)) ?? 0);
      }
    }
    const depth = Math.max(from, walk.spanAt(start, end, from));
    ends.set(textAt(view, start).replace(/^["']|["']$/g, ""), depth);
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** Notes that what a name holds is there only at a depth. */
export function hold(walk: Walk, name: string, depth: number): void {
  if (depth > (walk.held.get(name) ?? 0)) walk.held.set(name, depth);
}

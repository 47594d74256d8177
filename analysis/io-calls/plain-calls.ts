import type { Call } from "../functions/found.ts";
import { takesPlainFunctions } from "../patterns/callback-names.ts";
import { calledMethod } from "../patterns/called-method.ts";
import { argumentsOf, calleePath, chainAt, nameStart } from "../patterns/chains.ts";
import { functionWithParameter, REQUEST } from "../patterns/parameter-names.ts";
import { handlerOf } from "../patterns/responses.ts";
import { isOfPlainPackage } from "../patterns/plain-packages.ts";
import { functionStartingAt, textAt, type FileView } from "../patterns/file-view.ts";
import { returnStarts } from "../patterns/returns.ts";
import { importedBy } from "../imports/imported-functions.ts";
import { isAwaitedElsewhere } from "./awaited-callees.ts";
import { isOfClient, isOfProject, isOfSocket, isPlainGivenBack } from "./given-back.ts";
import { givesHandle } from "./handles.ts";
import { isOfValue } from "./of-values.ts";

const PURE_ROOT =
  /^(?:JSON|Object|Math|Array|String|Number|Date|Boolean|Symbol|Reflect|BigInt|RegExp|Error|\w+Error|Buffer|Map|Set|parseInt|parseFloat|isNaN|structuredClone|console|(?:server\.)?(?:Next)?Response|path|assert|lodash|_|querystring)(?:\.|$)/;
/** Node's; modules of projects have such names, too. */
const PURE_OF_NODE =
  /^(?:util\.(?:promisify|callbackify|inspect|format\w*|is[A-Z]\w*|types\.\w+|inherits|deprecate|debuglog|parseArgs|styleText|stripVTControlCharacters)|url\.(?:fileURLToPath|pathToFileURL|parse|format|resolve|domainTo\w+|urlToHttpOptions))$/;

const PURE_METHODS: ReadonlySet<string> = new Set([
  ...[
    "slice",
    "splice",
    "concat",
    "join",
    "split",
    "trim",
    "trimEnd",
    "trimStart",
    "toString",
    "toLowerCase",
  ],
  ...[
    "toUpperCase",
    "toISOString",
    "toFixed",
    "valueOf",
    "indexOf",
    "includes",
    "startsWith",
    "endsWith",
    "match",
  ],
  ...[
    "keys",
    "values",
    "entries",
    "reverse",
    "fill",
    "flat",
    "at",
    "pop",
    "shift",
    "charAt",
    "charCodeAt",
    "substring",
  ],
  ...["substr", "padStart", "padEnd", "test", "call", "apply", "hasOwnProperty", "toJSON", "concat", "has"],
  // Of schemas and formats: those that answer later are awaited, or have another name.
  ...["parse", "safeParse", "stringify"],
  "emit",
]);

/** Whether a name is one of a method that only computes, whatever it is of: `parse`, `slice`, `toString`. */
export function isPlainMethod(name: string): boolean {
  return PURE_METHODS.has(name);
}

/** Methods of a response that read its body, which comes with the answer to `fetch`. */
const BODY_READERS: ReadonlySet<string> = new Set([
  "json",
  "text",
  "blob",
  "arrayBuffer",
  "formData",
  "bytes",
  "dump",
  "transformToString",
  "transformToByteArray",
]);

/** `fetch` and what answers as it does, with the head of the answer; that of a module by its name, whatever it is imported as. */
const FETCH =
  /^(?:(?:globalThis|window|self|undici|node-fetch|cross-fetch|node-fetch-native)\.)?fetch$|^undici\.request$|^(?:node-fetch|cross-fetch|isomorphic-fetch|node-fetch-native|make-fetch-happen|minipass-fetch)(?:\.default)?$/;
/** The SDK of AWS answers a command so whose result has a body. */
const GETS_OBJECT = "GetObjectCommand";

/** Whether a call may read the body of what `fetch` has answered: the second half of that call, and none of its own. */
export function readsBody(view: FileView, call: Call): boolean {
  const isReader = call.end === call.open + 2 && call.nameToken > call.start;
  if (!isReader || !BODY_READERS.has(textAt(view, call.nameToken))) return false;
  // What a handler reads of the request that it was given is no answer.
  const answer = textAt(view, call.nameToken - 2);
  return !REQUEST.test(answer) || functionWithParameter(view, call.owner, answer) < 0;
}

/** Whether what a call gives is the head of an answer to `fetch`, be it given through a helper: `withTimeout(fetch(url), 500)`. */
export function givesAnswerOfFetch(view: FileView, call: Call): boolean {
  if (isFetch(view, call)) return true;
  return argumentsOf(view, call).some(({ start }) => {
    const index = functionStartingAt(view, start);
    const starts = index === undefined ? [start] : returnStarts(view, index);
    return starts.some((one) => {
      const last = chainAt(view, one).at(-1);
      return last !== undefined && isFetch(view, last);
    });
  });
}

/** Whether a call is one of `fetch`, or answers as it does: undici's `request`, and what gets an object of S3. */
function isFetch(view: FileView, call: Call): boolean {
  if (FETCH.test(calleePath(view, call))) return true;
  const isSend = call.nameToken > call.start && textAt(view, call.nameToken) === "send";
  return isSend && textAt(view, call.open + 2) === GETS_OBJECT;
}

/** So many local functions that return what others return are followed; the stack has an end. */
const MOST_FOLLOWED = 500;

/** The local functions that are followed from one on. */
interface Followed {
  count: number;
  /** Those that are still in question, and those that were taken for plain because one of these was. */
  readonly open: number[];
  /** The places of these in the list. */
  readonly places: Map<number, number>;
  /** The first place that was come to from the function which is looked at. */
  first: number;
}

const nothingFollowed = (): Followed => ({ count: 0, open: [], places: new Map(), first: Infinity });

/**
 * Whether a call that nothing says is waited for is clearly a plain one: of a builtin, or of a function or method of the
 * same file, or of another that was read, that is not asynchronous and returns nothing but what is plain itself.
 */
export function isClearlyPlain(
  view: FileView,
  call: Call,
  entries: ReadonlySet<number>,
  followed = nothingFollowed(),
): boolean {
  if (call.constructs || call.nameToken < 0) return true;
  // The answer of a handler, for which nobody waits.
  if (handlerOf(view, call.owner, call.start) >= 0) return true;
  const name = textAt(view, call.nameToken);
  if (takesPlainFunctions(name)) return !isOfClient(view, call);
  if (PURE_METHODS.has(name) || name.endsWith("Sync")) return true;
  if (name === "digest" && textAt(view, call.nameToken - 2) !== "subtle") return true;
  if (hasPureRoot(view, call) || builds(view, call) || isSettled(view, call)) return true;
  const local = localCallee(view, call);
  if (local === undefined) return importedBy(view).answerOf(call) === "plain";
  return !entries.has(local) && returnsPlain(view, local, entries, followed);
}

/** The same of a call whose value is given back: {@link isPlainGivenBack}, too. */
export function isPlainResult(
  view: FileView,
  call: Call,
  entries: ReadonlySet<number>,
  followed = nothingFollowed(),
): boolean {
  return isClearlyPlain(view, call, entries, followed) || isPlainByName(view, call, entries);
}

/** The same of a call that an asynchronous function gives back in such a list: `ids.map(async (id) => byId.set(id, await load(id)))`. */
export function isPlainForItem(view: FileView, call: Call, entries: ReadonlySet<number>): boolean {
  if (isClearlyPlainInList(view, call, entries)) return true;
  return isOfValue(view, call) && isClearlyPlain(view, call, entries);
}

/** The same of a call that a promise's handler gives back, where a promise is as likely as in a list of them. */
export function isPlainInHandler(view: FileView, call: Call, entries: ReadonlySet<number>): boolean {
  if (isPlainForItem(view, call, entries)) return true;
  if (isOfSocket(view, call) || givesHandle(view, call)) return true;
  // Methods of those names are as often of what answers later.
  return call.start === call.nameToken && isPlainByName(view, call, entries);
}

function isPlainByName(view: FileView, call: Call, entries: ReadonlySet<number>): boolean {
  const local = localCallee(view, call);
  if (local !== undefined && entries.has(local)) return false;
  const answer = local === undefined ? importedBy(view).answerOf(call) : undefined;
  if (answer !== undefined) return answer === "plain";
  return isPlainGivenBack(view, call) && !isAwaitedElsewhere(view, call);
}

/**
 * Whether functions still return nothing but what is plain, or still do not: `before` has what `knownPlain` had of the same
 * functions in an earlier text.
 */
export function arePlainAsBefore(
  view: FileView,
  entries: ReadonlySet<number>,
  before: ReadonlyMap<number, boolean>,
): boolean {
  for (const [index, wasPlain] of before)
    if (returnsPlain(view, index, entries, nothingFollowed()) !== wasPlain) return false;
  return true;
}

/** The function or method of the same file that a call calls. */
export function localCallee(view: FileView, call: Call): number | undefined {
  if (call.nameToken < 0) return undefined;
  const isName = call.nameToken === call.start;
  return isName
    ? view.functionNamed.within(textAt(view, call.nameToken), call.owner)
    : calledMethod(view, call);
}

/** `this.broker.Promise.resolve(…)`: a promise that is settled from the beginning. */
function isSettled(view: FileView, { start, nameToken }: Call): boolean {
  const isOfPromise = nameToken - 2 > start && textAt(view, nameToken - 2) === "Promise";
  return isOfPromise && /^(?:resolve|reject)$/.test(textAt(view, nameToken));
}

/** What is done to something under construction, and to what: `writeInt`, `setName`. */
const BUILDS = /^(?:write|append|add|set|push|put|with)(?=[A-Z\d])/;

/** `new Encoder().writeInt(n).writeText(s)`: the same is done again and again to what was constructed. */
function builds(view: FileView, call: Call): boolean {
  const [first, ...others] = chainAt(view, call.start);
  if (first?.constructs !== true || others.length < 2) return false;
  const verbs = new Set(
    others.map(({ nameToken }) => (nameToken < 0 ? undefined : BUILDS.exec(textAt(view, nameToken))?.[0])),
  );
  return verbs.size === 1 && !verbs.has(undefined);
}

/** Names of methods of lists, sets and texts by which databases and caches have operations as well. */
const OF_DATABASES_TOO: ReadonlySet<string> = new Set([
  ...["find", "delete", "add", "set", "has", "replace", "push", "subscribe", "unsubscribe"],
]);

/**
 * The same of a call that stands where a promise is expected, in the list that `Promise.all` waits for: `db.find(id)`
 * is none of a list there, unless it is given a function.
 */
export function isClearlyPlainInList(view: FileView, call: Call, entries: ReadonlySet<number>): boolean {
  const mayBeIo =
    !call.constructs &&
    call.nameToken > call.start &&
    OF_DATABASES_TOO.has(textAt(view, call.nameToken)) &&
    functionStartingAt(view, call.open + 1) === undefined &&
    !hasPureRoot(view, call);
  return !mayBeIo && !builds(view, call) && isClearlyPlain(view, call, entries);
}

/**
 * The same of a call that gives the list itself, `Promise.all(tasks(ids))`: what a function of the project gives there is no promise, and
 * what is in it is waited for all the same.
 */
export function isClearlyPlainList(view: FileView, call: Call, entries: ReadonlySet<number>): boolean {
  const isOfProject = localCallee(view, call) !== undefined || importedBy(view).answerOf(call) !== undefined;
  return !isOfProject && isClearlyPlain(view, call, entries);
}

/** `Math.max(…)`, `JSON.stringify(…)`. */
export function hasPureRoot(view: FileView, call: Call): boolean {
  const path = calleePath(view, call);
  if (PURE_ROOT.test(path) || PURE_OF_NODE.test(path)) return true;
  // A parameter may have the name of a package, and a module of the project as well.
  const root = textAt(view, nameStart(view, call));
  return isOfPlainPackage(path) && view.names.has(root) && !isOfProject(view, root);
}

/** Whether a function that is not asynchronous by itself gives nothing but what is clearly plain. */
export function returnsPlain(
  view: FileView,
  index: number,
  entries: ReadonlySet<number>,
  followed = nothingFollowed(),
): boolean {
  const { knownPlain } = view;
  const known = knownPlain.get(index);
  if (known !== undefined) {
    followed.first = Math.min(followed.first, followed.places.get(index) ?? Infinity);
    return known;
  }
  if (followed.count === MOST_FOLLOWED) return false;
  followed.count++;
  const { open, places, first } = followed;
  const place = open.push(index) - 1;
  places.set(index, place);
  followed.first = place;
  // What functions return of themselves and of one another adds nothing to what else they return.
  knownPlain.set(index, true);
  const isPlain = returnStarts(view, index).every((start) => {
    const last = chainAt(view, start).at(-1);
    return last === undefined || isPlainResult(view, last, entries, followed);
  });
  if (!isPlain || followed.first === place) {
    for (const other of open.splice(place)) {
      places.delete(other);
      // They may have been taken for plain only because this one was, so far.
      if (!isPlain) knownPlain.delete(other);
    }
  }
  if (!isPlain) knownPlain.set(index, false);
  followed.first = Math.min(first, isPlain ? followed.first : Infinity);
  return isPlain;
}

import { isText } from "../functions/scan.ts";
import type { Call } from "../functions/found.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { callsIn, endsWithArgument } from "../patterns/callbacks.ts";
import { isEmit } from "../patterns/emitters.ts";
import { argumentsOf, calleePath, chainAt, endOfPath } from "../patterns/chains.ts";
import { functionStartingAt, textAt, type FileView } from "../patterns/file-view.ts";
import { NameFilter } from "../patterns/name-filter.ts";
import { parameterNames } from "../patterns/parameter-names.ts";
import { returnStarts } from "../patterns/returns.ts";
import { settlersOf, type Region } from "./region.ts";

const LISTENS: readonly string[] = ["on", "once", "addListener", "prependListener", "addEventListener"];
const LISTENING = new NameFilter(LISTENS);

/** What settles a deferred, be it called or handed on. */
const SETTLES_DEFERRED = /^(?:resolve|reject|fulfill)$/;

/** Where something is listened to: the first token of what it is, and the function around it. */
type Listener = Pick<Call, "start" | "owner">;

/** Links that hand the same stream on, or another that what comes out of it flows into. */
const PASSES_STREAM_ON: ReadonlySet<string> = new Set([
  ...LISTENS,
  ...["pipe", "setEncoding", "resume", "pause", "unref", "ref", "setMaxListeners", "setTimeout", "end"],
]);

/** Emitters that do nothing by themselves: what emits on them is what does the I/O. */
const PLAIN_EMITTER = /(?:^|\.)(?:EventEmitter\w*|EventTarget|PassThrough|AbortController)$/;

/**
 * The streams and emitters that an entry waits for by their events: those of which a handler goes on with it, be it by a
 * callback, by `resolve`, or by an event of the emitter that the entry gives back. Each is the call that made it,
 * `fs.createReadStream`, or where no call of the entry did, what it is called by, as in {@link streamsWithoutCall}.
 * What another call hands to its own handler, as `http.get` does with its response, belongs to that call.
 */
export function listenedStreams(view: FileView, region: Region): Call[] {
  const streams = new Map<string, Call>();
  let settles: ReadonlySet<string> | undefined;
  const settlers = (): ReadonlySet<string> =>
    (settles ??= new Set([...region.callbacks, ...settlersOf(view, region)]));
  const add = (source: Call | undefined): void => {
    if (source === undefined) return;
    const { starts, ends, text } = view.tokens;
    const isCall = source.open !== source.end;
    const key = isCall ? String(source.open) : text.slice(starts[source.start], ends[source.nameToken]);
    if (!streams.has(key)) streams.set(key, source);
  };
  for (const index of region.functions) {
    for (const callIndex of view.callsOf.of(index)) {
      const nameToken = view.calls.nameTokens[callIndex]!;
      if (nameToken <= view.calls.starts[callIndex]! || !LISTENING.has(view.tokens, nameToken)) continue;
      const call = view.calls.at(callIndex);
      if (isListener(view, call, region, settlers())) add(sourceOf(view, call, region));
    }
    const listener = handlerProperty(view, index);
    if (listener !== undefined && goesOn(view, index, region, settlers()))
      add(sourceOf(view, listener, region));
    for (const settled of settledByProperty(view, index)) add(sourceOf(view, settled, region));
  }
  return [...streams.values()];
}

/** A property of an object's that holds the handler of an event that is no bad news: `request.onsuccess`. */
const HANDLER_PROPERTY = /^on(?!error|abort|timeout|blocked|messageerror)[a-z]+$/;

/** Where the object is named of which a function is set as a handler: `request.onsuccess = () => …`. */
function handlerProperty(view: FileView, index: number): Listener | undefined {
  const { start } = view.functions[index]!;
  if (!isHandlerProperty(view, start - 2)) return undefined;
  const { target } = view.functions[index]!;
  return target?.kind === "assignment" ? { start: target.left.start, owner: target.place.owner } : undefined;
}

/** The same where what settles a promise is set as it is, within `new Promise`: `image.onload = resolve`. */
function settledByProperty(view: FileView, executor: number): Listener[] {
  const found = view.functions[executor]!;
  if (found.start < 2 || !isText(view.tokens, found.start - 2, "Promise")) return [];
  const names = parameterNames(view, found);
  const listeners: Listener[] = [];
  for (let token = found.body.start; token < found.body.end; token++) {
    if (!isHandlerProperty(view, token) || !names.includes(textAt(view, token + 2))) continue;
    let start = token - 2;
    while (isText(view.tokens, start - 1, ".")) start -= 2;
    listeners.push({ start, owner: executor });
  }
  return listeners;
}

/** Whether a token is the name of a property that holds a handler, and is set. */
function isHandlerProperty(view: FileView, token: number): boolean {
  return (
    token > 1 &&
    isText(view.tokens, token + 1, "=") &&
    isText(view.tokens, token - 1, ".") &&
    HANDLER_PROPERTY.test(textAt(view, token))
  );
}

/**
 * What the stream or emitter that an entry gives back comes from: `fs.createReadStream` of `return
 * fs.createReadStream(path).pipe(parser)`, or of `fs.createReadStream(path).pipe(out)` anywhere in it.
 */
export function streamsGivenBack(view: FileView, region: Region): Call[] {
  const starts = [...returnStarts(view, region.entry.index)];
  for (const index of region.functions) {
    for (const callIndex of view.callsOf.of(index)) {
      const { start, nameToken } = view.calls.at(callIndex);
      if (nameToken > start && textAt(view, nameToken) === "pipe") starts.push(start);
    }
  }
  return starts.flatMap((start) => {
    const made = sourceInChain(view, start);
    return made === undefined || made.constructs ? [] : [made];
  });
}

/** `x.on("end", …)` with a handler that goes on with the entry; failures alone are not waited for. */
function isListener(view: FileView, call: Call, region: Region, settles: ReadonlySet<string>): boolean {
  if (!LISTENS.includes(textAt(view, call.nameToken))) return false;
  const [event, handler] = argumentsOf(view, call);
  if (event === undefined || handler === undefined) return false;
  if (isOfError(view, call)) return false;
  const literal = functionStartingAt(view, handler.start);
  if (literal !== undefined) return region.functions.has(literal) && goesOn(view, literal, region, settles);
  const last = textAt(view, handler.end - 1);
  if (handler.end === handler.start + 3) return SETTLES_DEFERRED.test(last);
  if (handler.end !== handler.start + 1) return false;
  if (settles.has(last)) return true;
  const named = view.functionNamed.get(last);
  return (
    named !== undefined &&
    named !== region.entry.index &&
    region.functions.has(named) &&
    goesOn(view, named, region, settles)
  );
}

/** `x.on("error", …)`. */
function isOfError(view: FileView, { open, end }: Call): boolean {
  return end > open + 2 && /^["'`]error["'`]$/.test(textAt(view, open + 1));
}

function goesOn(view: FileView, handler: number, region: Region, settles: ReadonlySet<string>): boolean {
  const emits = region.entry.pattern === "event-emitter";
  return callsIn(view, handler).some((call) => {
    if (call.nameToken < 0) return false;
    if (emits && isEmit(view, call)) return true;
    const name = textAt(view, call.nameToken);
    if (call.nameToken === call.start ? settles.has(name) : SETTLES_DEFERRED.test(name)) return true;
    return !isOfError(view, call) && [...settles].some((settle) => endsWithArgument(view, call, settle));
  });
}

/** What is listened to; undefined where that is no I/O of its own. */
function sourceOf(view: FileView, listener: Listener, region: Region): Call | undefined {
  const made = sourceInChain(view, listener.start);
  if (made !== undefined) return isPlainEmitter(view, made) ? undefined : made;
  // More than names and dots.
  const end = endOfPath(view, listener.start) - 2;
  if (view.tokens.kinds[listener.start]! > TokenKind.Keyword || end <= listener.start) return undefined;
  const root = textAt(view, listener.start);
  for (const index of region.functions) {
    if (index !== region.entry.index && parameterNames(view, view.functions[index]!).includes(root))
      return undefined;
    for (const callIndex of view.callsOf.of(index)) {
      const call = view.calls.at(callIndex);
      if (!goesInto(view, call, root)) continue;
      const maker = sourceInChain(view, call.start) ?? call;
      return isPlainEmitter(view, maker) ? undefined : maker;
    }
  }
  const { owner, start } = listener;
  return { start, nameToken: end - 1, open: end, end, constructs: false, result: null, owner };
}

/** `fs.createReadStream` of `fs.createReadStream(path).setEncoding("utf8").on(…)`. */
function sourceInChain(view: FileView, start: number): Call | undefined {
  const chain = chainAt(view, start);
  const link = chain.findIndex(
    ({ nameToken }) => nameToken > start && PASSES_STREAM_ON.has(textAt(view, nameToken)),
  );
  return link < 0 ? chain.at(-1) : chain[link - 1];
}

function goesInto(view: FileView, { result }: Call, name: string): boolean {
  if (result?.kind === "variable") return isText(view.tokens, result.nameToken, name);
  return (
    result?.kind === "assignment" &&
    result.left.end === result.left.start + 1 &&
    isText(view.tokens, result.left.start, name)
  );
}

function isPlainEmitter(view: FileView, call: Call): boolean {
  return call.constructs && PLAIN_EMITTER.test(calleePath(view, call));
}

import type { Call } from "../functions/found.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { argumentsOf, calleePath, chainAt, endOfPath } from "../patterns/chains.ts";
import { functionStartingAt, textAt, type FileView } from "../patterns/file-view.ts";
import { NameFilter } from "../patterns/name-filter.ts";
import { parameterNames } from "../patterns/parameter-names.ts";
import { returnStarts } from "../patterns/returns.ts";
import { GoingOn, isOfError } from "./going-on.ts";
import { handlerProperty, SettledByProperty, type Listener } from "./handler-properties.ts";
import type { Region } from "./region.ts";

const LISTENS: readonly string[] = ["on", "once", "addListener", "prependListener", "addEventListener"];
const LISTENING = new NameFilter(LISTENS);

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
  const goingOn = new GoingOn(view, region);
  const settled = new SettledByProperty(view);
  const sources = new Sources(view, region);
  const asked = new Set<number>();
  const add = (listener: Listener): void => {
    // All that starts at a token has the same source.
    if (asked.has(listener.start)) return;
    asked.add(listener.start);
    const source = sources.of(listener);
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
      if (isListener(view, call, region, goingOn)) add(call);
    }
    // What is a handler itself is called by others: `exports.onevent = function (event, done) …`.
    const listener = index === region.entry.index ? undefined : handlerProperty(view, index);
    if (listener !== undefined && goingOn.isIn(index)) add(listener);
    for (const one of settled.in(index)) add(one);
  }
  return [...streams.values()];
}

/**
 * What the stream or emitter that an entry gives back comes from: `fs.createReadStream` of `return
 * fs.createReadStream(path).pipe(parser)`, or of `fs.createReadStream(path).pipe(out)` anywhere in it.
 */
export function streamsGivenBack(view: FileView, region: Region): Call[] {
  const starts = new Set(returnStarts(view, region.entry.index));
  for (const index of region.functions) {
    for (const callIndex of view.callsOf.of(index)) {
      const { start, nameToken } = view.calls.at(callIndex);
      if (nameToken > start && textAt(view, nameToken) === "pipe") starts.add(start);
    }
  }
  return [...starts].flatMap((start) => {
    const made = sourceInChain(view, start);
    return made === undefined || made.constructs ? [] : [made];
  });
}

/** `x.on("end", …)` with a handler that goes on with the entry; failures alone are not waited for. */
function isListener(view: FileView, call: Call, region: Region, goingOn: GoingOn): boolean {
  if (!LISTENS.includes(textAt(view, call.nameToken))) return false;
  const [event, handler] = argumentsOf(view, call);
  if (event === undefined || handler === undefined) return false;
  if (isOfError(view, call)) return false;
  const literal = functionStartingAt(view, handler.start);
  if (literal !== undefined) return region.functions.has(literal) && goingOn.isIn(literal);
  const last = textAt(view, handler.end - 1);
  if (handler.end === handler.start + 3) return goingOn.settlesDeferred(last);
  if (handler.end !== handler.start + 1) return false;
  if (goingOn.hasName(last)) return true;
  const named = view.functionNamed.within(last, call.owner);
  return (
    named !== undefined && named !== region.entry.index && region.functions.has(named) && goingOn.isIn(named)
  );
}

/** What is listened to in a region. */
class Sources {
  readonly #view: FileView;
  readonly #region: Region;
  /** By the name of a variable, what makes its value; null where that is no I/O of the entry's own. */
  #byName: ReadonlyMap<string, Call | null> | undefined;

  constructor(view: FileView, region: Region) {
    this.#view = view;
    this.#region = region;
  }

  /** What is listened to; undefined where that is no I/O of its own. */
  of({ start, owner }: Listener): Call | undefined {
    const view = this.#view;
    const made = sourceInChain(view, start);
    if (made !== undefined) return isPlainEmitter(view, made) ? undefined : made;
    // More than names and dots.
    const end = endOfPath(view, start) - 2;
    if (view.tokens.kinds[start]! > TokenKind.Keyword || end <= start) return undefined;
    this.#byName ??= makersByName(view, this.#region);
    const maker = this.#byName.get(textAt(view, start));
    if (maker !== undefined) return maker ?? undefined;
    return { start, nameToken: end - 1, open: end, end, constructs: false, result: null, owner };
  }
}

/** The first in source order counts, be it a call whose value a variable gets or a parameter of a function in the entry. */
function makersByName(view: FileView, region: Region): Map<string, Call | null> {
  const makers = new Map<string, Call | null>();
  for (const index of region.functions) {
    if (index !== region.entry.index)
      for (const name of parameterNames(view, view.functions[index]!))
        if (!makers.has(name)) makers.set(name, null);
    for (const callIndex of view.callsOf.of(index)) {
      const call = view.calls.at(callIndex);
      const name = nameOfResult(view, call);
      if (name === undefined || makers.has(name)) continue;
      const maker = sourceInChain(view, call.start) ?? call;
      makers.set(name, isPlainEmitter(view, maker) ? null : maker);
    }
  }
  return makers;
}

/** `fs.createReadStream` of `fs.createReadStream(path).setEncoding("utf8").on(…)`. */
function sourceInChain(view: FileView, start: number): Call | undefined {
  const chain = chainAt(view, start);
  const link = chain.findIndex(
    ({ nameToken }) => nameToken > start && PASSES_STREAM_ON.has(textAt(view, nameToken)),
  );
  return link < 0 ? chain.at(-1) : chain[link - 1];
}

/** The variable that a call's value goes into. */
function nameOfResult(view: FileView, { result }: Call): string | undefined {
  if (result?.kind === "variable") return textAt(view, result.nameToken);
  const isName = result?.kind === "assignment" && result.left.end === result.left.start + 1;
  return isName ? textAt(view, result.left.start) : undefined;
}

function isPlainEmitter(view: FileView, call: Call): boolean {
  return call.constructs && PLAIN_EMITTER.test(calleePath(view, call));
}

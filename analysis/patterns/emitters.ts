import { Atom } from "../functions/atoms.ts";
import type { Call } from "../functions/found.ts";
import { isText } from "../functions/scan.ts";
import { argumentsOf, calleePath, chainAt, endsExpression } from "./chains.ts";
import { callsIn } from "./callbacks.ts";
import { ENDING_EVENTS } from "./ending-events.ts";
import { textAt, type FileView } from "./file-view.ts";
import { NameFilter } from "./name-filter.ts";
import { returnStarts } from "./returns.ts";

/**
 * What has to be called in a function that gives an emitter back, unless its library is imported under another name, or a
 * function within it emits.
 */
export const TELLS_OF_EMITTERS: readonly string[] = [
  ...["createReadStream", "EventEmitter", "Emitter", "Readable", "Duplex", "Transform", "PassThrough"],
];

const EMITS = new NameFilter(["emit"]);
const EMITTER_CLASS =
  /(?:^|\.)(?:EventEmitter\w*|Emitter|Readable|Duplex|Transform|PassThrough)$|^(?:events|eventemitter[23])$/;
const STREAM_CLASS = /(?:^|\.)(?:Readable|Duplex|Transform|PassThrough)$/;
const READABLE = /(?:^|\.)Readable$/;
const STREAM_MAKER = /(?:^|\.)(?:createReadStream|Readable\.from)$/;
/** What lets a stream that somebody else makes flow into a stream, or ends it. */
const FILLS: ReadonlySet<string> = new Set(["end", "push", "write", "pipe", "destroy", "pipeline"]);

/**
 * Whether a function gives back an emitter or a stream whose events tell of what it has begun: one that it makes, and on
 * which functions in it emit an end or a failure, or into which streams flow; or one that comes of a file or of another
 * stream's `pipe`.
 */
export function returnsEmitter(view: FileView, index: number): boolean {
  return returnStarts(view, index).some((start) => {
    const chain = chainAt(view, start);
    if (chain.length > 0) return isStream(view, chain);
    if (!endsExpression(view, start + 1) && view.tokens.newlineBefore[start + 1] !== 1) return false;
    const name = textAt(view, start);
    if (name === "this") return emitsEnd(view, index, name);
    const made = madeInto(view, index, name);
    return made !== undefined && (emitsEnd(view, index, name) || isFilled(view, index, name, made));
  });
}

/** `fs.createReadStream(path).pipe(parser)`, `new Readable({ … })`: a stream by itself. */
function isStream(view: FileView, chain: readonly Call[]): boolean {
  const [first] = chain;
  // One that is written to does nothing by itself, and without a way to read it is a plain value.
  if (first!.constructs)
    return (
      chain.length === 1 &&
      READABLE.test(calleePath(view, first!)) &&
      view.atoms[first!.open + 1] === Atom.OpenBrace
    );
  return chain.some((call) => STREAM_MAKER.test(calleePath(view, call)));
}

/** Whether a callee is a class of emitters or streams: `EventEmitter`, `stream.PassThrough`. */
export function isEmitterClass(path: string): boolean {
  return EMITTER_CLASS.test(path);
}

/** The call of a class of emitters whose value a variable of the function has. */
function madeInto(view: FileView, index: number, name: string): Call | undefined {
  for (const callIndex of view.callsOf.of(index)) {
    const call = view.calls.at(callIndex);
    const { result } = call;
    if (result?.kind !== "variable" || !isText(view.tokens, result.nameToken, name)) continue;
    return call.constructs && isEmitterClass(calleePath(view, call)) ? call : undefined;
  }
  return undefined;
}

/** Whether a function within this one emits an end or a failure on an emitter: nothing that is emitted at once is heard. */
function emitsEnd(view: FileView, index: number, emitter: string): boolean {
  const { calls } = view;
  const { start, end } = view.functions[index]!;
  for (let call = calls.firstFrom(start); call < calls.length && calls.opens[call]! < end; call++) {
    if (calls.owners[call] === index || !isEmitOn(view, calls.at(call), emitter)) continue;
    const [event] = argumentsOf(view, calls.at(call));
    const text = event === undefined ? "" : textAt(view, event.start);
    if (text === '"error"' || text === "'error'" || ENDING_EVENTS.includes(text.slice(1, -1))) return true;
  }
  return false;
}

/** `emitter.emit(…)`. */
function isEmitOn(view: FileView, { start, nameToken }: Call, emitter: string): boolean {
  if (nameToken !== start + 2 || !EMITS.has(view.tokens, nameToken)) return false;
  return textAt(view, nameToken) === "emit" && isText(view.tokens, start, emitter);
}

/** Whether something flows into a stream that was made, or it is ended: `source.pipe(out)`, `out.end(text)`. */
function isFilled(view: FileView, index: number, stream: string, made: Call): boolean {
  if (!STREAM_CLASS.test(calleePath(view, made))) return false;
  return callsIn(view, index).some((call) => {
    if (call.nameToken < 0 || !FILLS.has(textAt(view, call.nameToken))) return false;
    if (call.nameToken === call.start + 2 && isText(view.tokens, call.start, stream)) return true;
    return argumentsOf(view, call).some(
      ({ start, end }) => end === start + 1 && isText(view.tokens, start, stream),
    );
  });
}

/** Whether a call tells, in a function that gives an emitter back, of how its work goes on: `emitter.emit("end")`. */
export function isEmit(view: FileView, { start, nameToken }: Call): boolean {
  return nameToken > start && EMITS.has(view.tokens, nameToken) && textAt(view, nameToken) === "emit";
}

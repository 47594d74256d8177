import { Atom } from "../functions/atoms.ts";
import type { Call } from "../functions/found.ts";
import { calleePath, chainAt, endsExpression } from "./chains.ts";
import { emitterUsesOf } from "./emitter-uses.ts";
import { textAt, type FileView } from "./file-view.ts";
import { NameFilter } from "./name-filter.ts";
import { returnStarts } from "./returns.ts";

/** What has to be called in a function that gives back a stream of its own, unless it is imported under another name. */
export const MAKERS_OF_STREAMS: readonly string[] = ["createReadStream", "Readable"];

/**
 * What a function that gives an emitter back makes with `new`, unless the class is imported under another name, or functions
 * within it emit on `this`.
 */
export const EMITTER_CLASSES: readonly string[] = [
  ...["EventEmitter", "Emitter", "Readable", "Duplex", "Transform", "PassThrough"],
];

const EMITS = new NameFilter(["emit"]);
const EMITTER_CLASS =
  /(?:^|\.)(?:EventEmitter\w*|Emitter|Readable|Duplex|Transform|PassThrough)$|^(?:events|eventemitter[23])$/;
const STREAM_CLASS = /(?:^|\.)(?:Readable|Duplex|Transform|PassThrough)$/;
const READABLE = /(?:^|\.)Readable$/;
const MAY_MAKE_STREAM = new NameFilter(["createReadStream", "from", "Readable"]);
const STREAM_MAKER = /(?:^|\.)(?:createReadStream|Readable\.from)$/;

/**
 * Whether a function gives back an emitter or a stream whose events tell of what it has begun: one that it makes, and on
 * which functions in it emit an end or a failure, or into which streams flow; or one that comes of a file or of another
 * stream's `pipe`.
 */
export function returnsEmitter(view: FileView, index: number): boolean {
  const names = new Set<string>();
  for (const start of returnStarts(view, index)) {
    const chain = chainAt(view, start);
    if (chain.length > 0) {
      if (isStream(view, chain)) return true;
    } else if (endsExpression(view, start + 1) || view.tokens.newlineBefore[start + 1] === 1)
      names.add(textAt(view, start));
  }
  const uses = emitterUsesOf(view);
  if (names.delete("this") && uses.emitsEnd(index, "this")) return true;
  if (names.size === 0) return false;
  for (const [name, made] of madeInto(view, index, names)) {
    const path = calleePath(view, made);
    // Node's classes of streams make one without `new`, too.
    const isStream = STREAM_CLASS.test(path);
    if (!isStream && !(made.constructs && isEmitterClass(path))) continue;
    if (uses.emitsEnd(index, name)) return true;
    if (isStream && uses.fills(index, name)) return true;
  }
  return false;
}

/** `fs.createReadStream(path).pipe(parser)`, `new Readable({ … })`: a stream by itself. */
function isStream(view: FileView, chain: readonly Call[]): boolean {
  // Most callees have none of these names, in whatever way their libraries are imported.
  const mayBeStream =
    view.roots.has(view.tokens, chain[0]!.start) ||
    chain.some(({ nameToken }) => nameToken >= 0 && MAY_MAKE_STREAM.has(view.tokens, nameToken));
  if (!mayBeStream) return false;
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

/** Of the variables with some names, the call of the function itself that each first gets its value from. */
function madeInto(view: FileView, index: number, names: ReadonlySet<string>): Map<string, Call> {
  const made = new Map<string, Call>();
  const { calls, callsOf } = view;
  for (let call = callsOf.first[index]!; call >= 0; call = callsOf.next[call]!) {
    const variable = calls.variableOf(call);
    if (variable < 0) continue;
    const name = textAt(view, variable);
    if (names.has(name) && !made.has(name)) made.set(name, calls.at(call));
  }
  return made;
}

/** Whether a call tells, in a function that gives an emitter back, of how its work goes on: `emitter.emit("end")`. */
export function isEmit(view: FileView, { start, nameToken }: Call): boolean {
  return nameToken > start && EMITS.has(view.tokens, nameToken) && textAt(view, nameToken) === "emit";
}

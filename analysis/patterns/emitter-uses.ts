import { firstFrom } from "./ascending.ts";
import { argumentsOf } from "./chains.ts";
import { ENDING_EVENTS } from "./ending-events.ts";
import { textAt, type FileView } from "./file-view.ts";
import { NameFilter } from "./name-filter.ts";

const EMITS = new NameFilter(["emit"]);
/** What lets a stream that somebody else makes flow into a stream, or ends it. */
const FILLS: readonly string[] = ["end", "push", "write", "pipe", "destroy", "pipeline"];
const FILLING = new NameFilter(FILLS);

/** Calls in source order, as indexes, by the name of what they are made on or get. */
type CallsByName = Map<string, number[]>;

/**
 * Where a file emits on what, and fills which stream, found in one pass over its calls: functions that give an emitter
 * back stand within each other, and to go through the calls of each would take their depth times the text.
 */
class EmitterUses {
  readonly #view: FileView;
  #emits: CallsByName | undefined;
  #fills: CallsByName | undefined;

  constructor(view: FileView) {
    this.#view = view;
  }

  /** Whether a function within one emits an end or a failure on a name: nothing that is emitted at once is heard. */
  emitsEnd(index: number, emitter: string): boolean {
    this.#emits ??= emitsByName(this.#view);
    return this.#isWithin(this.#emits, index, emitter, true);
  }

  /** Whether in a function something flows into a stream, or it is ended: `source.pipe(out)`, `out.end(text)`. */
  fills(index: number, stream: string): boolean {
    this.#fills ??= fillsByName(this.#view);
    return this.#isWithin(this.#fills, index, stream, false);
  }

  #isWithin(uses: CallsByName, index: number, name: string, isDeeper: boolean): boolean {
    const calls = uses.get(name);
    if (calls === undefined) return false;
    const { opens, owners } = this.#view.calls;
    const { start, end } = this.#view.functions[index]!;
    for (let at = firstFrom(calls, this.#view.calls.firstFrom(start)); at < calls.length; at++) {
      const call = calls[at]!;
      if (opens[call]! >= end) return false;
      if (!isDeeper || owners[call] !== index) return true;
    }
    return false;
  }
}

const known = new WeakMap<FileView, EmitterUses>();

/** The uses of emitters in a file; always the same ones for the same view. */
export function emitterUsesOf(view: FileView): Pick<EmitterUses, "emitsEnd" | "fills"> {
  const uses = known.get(view) ?? new EmitterUses(view);
  known.set(view, uses);
  return uses;
}

/** `emitter.emit("end")` and the like, by `emitter`. */
function emitsByName(view: FileView): CallsByName {
  const { starts, nameTokens, nameKeys, length } = view.calls;
  const emits: CallsByName = new Map();
  for (let index = 0; index < length; index++) {
    if (!EMITS.hasKey(nameKeys[index]!) || nameTokens[index] !== starts[index]! + 2) continue;
    if (textAt(view, nameTokens[index]!) !== "emit") continue;
    const call = view.calls.at(index);
    const [event] = argumentsOf(view, call);
    const text = event === undefined ? "" : textAt(view, event.start);
    if (text === '"error"' || text === "'error'" || ENDING_EVENTS.includes(text.slice(1, -1)))
      add(emits, textAt(view, call.start), index);
  }
  return emits;
}

/** `source.pipe(out)` by `out` and by `source`, `out.end(text)` by `out` and by `text`. */
function fillsByName(view: FileView): CallsByName {
  const { nameTokens, nameKeys, length } = view.calls;
  const fills: CallsByName = new Map();
  for (let index = 0; index < length; index++) {
    if (!FILLING.hasKey(nameKeys[index]!)) continue;
    const nameToken = nameTokens[index]!;
    if (nameToken < 0) continue;
    if (!FILLS.includes(textAt(view, nameToken))) continue;
    const call = view.calls.at(index);
    if (nameToken === call.start + 2) add(fills, textAt(view, call.start), index);
    for (const { start, end } of argumentsOf(view, call))
      if (end === start + 1) add(fills, textAt(view, start), index);
  }
  return fills;
}

function add(calls: CallsByName, name: string, call: number): void {
  const known = calls.get(name);
  if (known === undefined) calls.set(name, [call]);
  else known.push(call);
}

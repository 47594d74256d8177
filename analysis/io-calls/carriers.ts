import { AnyBetween } from "../patterns/any-between.ts";
import { isCallbackName } from "../patterns/callback-names.ts";
import { lastArgument } from "../patterns/callbacks.ts";
import { isEmit } from "../patterns/emitters.ts";
import type { Call } from "../functions/found.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";
import { parameterNames } from "../patterns/parameter-names.ts";
import type { Region } from "./region.ts";

const SETTLES: ReadonlySet<string> = new Set(["resolve", "reject", "fulfill", "res", "rej"]);

/**
 * The calls of a file by which functions go on with an entry's work: they answer it, or run a function of the entry that does.
 * Entries that are answered by the same names share what is known of them, since entries may stand within each other.
 */
class Carriers {
  readonly #view: FileView;
  readonly #emits: boolean;
  readonly #settles: ReadonlySet<string>;
  readonly #answers: AnyBetween;
  /** Calls of functions of whatever entry that carry on, and those of the functions of one entry. */
  readonly #runs: AnyBetween;
  readonly #runsOf = new WeakMap<Region, AnyBetween>();
  /** Whether functions carry on by one of their own calls, as far as that was asked. */
  readonly #carrying = new Map<number, boolean>();

  constructor(view: FileView, { entry, callbacks }: Region) {
    const { calls } = view;
    this.#view = view;
    this.#emits = entry.pattern === "event-emitter";
    this.#settles = callbacks.size > 0 ? callbacks : SETTLES;
    this.#answers = new AnyBetween((call) => this.#isAnswer(calls.at(call)));
    this.#runs = new AnyBetween((call) => {
      const called = calledByName(view, calls.at(call));
      return called !== undefined && this.#carries(called);
    });
  }

  /** Whether there is any, for the work of an entry, from one call of the file up to another. */
  isIn(first: number, last: number, region: Region): boolean {
    if (this.#answers.isIn(first, last)) return true;
    return this.#runs.isIn(first, last) && this.#ofRegion(region).isIn(first, last);
  }

  #ofRegion(region: Region): AnyBetween {
    const { calls } = this.#view;
    const known =
      this.#runsOf.get(region) ??
      new AnyBetween((call) => {
        const called = calledByName(this.#view, calls.at(call));
        return called !== undefined && isPartOf(called, region) && this.#carries(called);
      });
    this.#runsOf.set(region, known);
    return known;
  }

  /** `next(done)`, of a function that carries on by one of its own calls: steps that follow one another. */
  #carries(index: number): boolean {
    const known = this.#carrying.get(index);
    if (known !== undefined) return known;
    const view = this.#view;
    const own = parameterNames(view, view.functions[index]!).at(-1) ?? "";
    const carries = view.callsOf.of(index).some((one) => {
      const call = view.calls.at(one);
      const isOwn = call.start === call.nameToken && isCallbackName(own) && textAt(view, call.start) === own;
      return isOwn || this.#isAnswer(call);
    });
    this.#carrying.set(index, carries);
    return carries;
  }

  #isAnswer(call: Call): boolean {
    const view = this.#view;
    if (this.#emits && isEmit(view, call)) return true;
    if (call.start === call.nameToken && this.#settles.has(textAt(view, call.start))) return true;
    if (call.nameToken === call.start + 2 && /^(?:resolve|reject)$/.test(textAt(view, call.nameToken)))
      return true;
    return this.#settles.has(lastArgument(view, call));
  }
}

const carriers = new WeakMap<FileView, Map<string, Carriers>>();

/** Whether a function goes on with an entry's work by a call in it. */
export function carriesOn(view: FileView, index: number, region: Region): boolean {
  const ofFile = carriers.get(view) ?? new Map<string, Carriers>();
  carriers.set(view, ofFile);
  const emits = region.entry.pattern === "event-emitter";
  const key = [String(emits), ...region.callbacks].join(" ");
  const shared = ofFile.get(key) ?? new Carriers(view, region);
  ofFile.set(key, shared);
  const { start, end } = view.functions[index]!;
  return shared.isIn(view.calls.firstFrom(start), view.calls.firstFrom(end), region);
}

/** The function of the file that a call calls by its name alone. */
function calledByName(view: FileView, { start, nameToken, owner }: Call): number | undefined {
  return start === nameToken ? view.functionNamed.within(textAt(view, start), owner) : undefined;
}

/** Whether a function stands within the entry, and carries its flow on so. */
export function isPartOf(index: number | undefined, { functions, entry }: Region): boolean {
  return index !== undefined && functions.has(index) && index !== entry.index;
}

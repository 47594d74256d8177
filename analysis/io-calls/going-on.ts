import type { Call } from "../functions/found.ts";
import { AnyBetween } from "../patterns/any-between.ts";
import { lastArgument } from "../patterns/callbacks.ts";
import { isEmit } from "../patterns/emitters.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";
import { settlersOf, type Region } from "./region.ts";

/** What settles a deferred, be it called or handed on. */
const SETTLES_DEFERRED = /^(?:resolve|reject|fulfill)$/;

/** `x.on("error", …)`, `signal.addEventListener("abort", …)`: who is told so does not go on. */
export function isOfError(view: FileView, { open, end }: Call): boolean {
  return end > open + 2 && /^["'`](?:error|abort)["'`]$/.test(textAt(view, open + 1));
}

/** Which handlers go on with an entry. They stand within each other, or one is set thousands of times. */
export class GoingOn {
  readonly #view: FileView;
  readonly #region: Region;
  #names: ReadonlySet<string> | undefined;
  readonly #calls: AnyBetween;

  constructor(view: FileView, region: Region) {
    this.#view = view;
    this.#region = region;
    this.#calls = new AnyBetween((call) => this.#goesOn(view.calls.at(call)));
  }

  /** Whether a name is a node-style callback's, or settles a promise within `new Promise`. */
  hasName(name: string): boolean {
    this.#names ??= new Set([...this.#region.callbacks, ...settlersOf(this.#view, this.#region)]);
    return this.#names.has(name);
  }

  /** Whether the last word of `deferred.resolve` settles it. */
  settlesDeferred(name: string): boolean {
    return SETTLES_DEFERRED.test(name);
  }

  /** Whether a call in a function, or in one within it, goes on with the entry. */
  isIn(handler: number): boolean {
    const { calls } = this.#view;
    const { start, end } = this.#view.functions[handler]!;
    return this.#calls.isIn(calls.firstFrom(start), calls.firstFrom(end));
  }

  #goesOn(call: Call): boolean {
    if (call.nameToken < 0) return false;
    if (this.#region.entry.pattern === "event-emitter" && isEmit(this.#view, call)) return true;
    const name = textAt(this.#view, call.nameToken);
    if (call.nameToken === call.start ? this.hasName(name) : this.settlesDeferred(name)) return true;
    return this.hasName(lastArgument(this.#view, call)) && !isOfError(this.#view, call);
  }
}

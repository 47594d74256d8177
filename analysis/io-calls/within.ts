import { Atom } from "../functions/atoms.ts";
import type { Call } from "../functions/found.ts";
import type { IoCallKind } from "../model.ts";
import type { Classified } from "../patterns/classify.ts";
import { takesPlainFunctions } from "../patterns/callback-names.ts";
import { argumentsOf, calleePath } from "../patterns/chains.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";
import { isRunnerName } from "../patterns/job-runners.ts";
import { parameterNames } from "../patterns/parameter-names.ts";
import { isPromiseClass } from "../patterns/promises.ts";
import { returnStarts } from "../patterns/returns.ts";
import { findIoCalls, withoutBodies } from "./find.ts";
import { doesIoItself, keepsOrSends, runsNow } from "./given-functions.ts";
import { regionOf, type Region } from "./region.ts";

/** The I/O calls of an entry, with those of asynchronous functions in it that run as part of it. */
export interface WholeIo {
  readonly calls: ReadonlyMap<Call, IoCallKind>;
  /** Calls that wait for those of a function that they are given, and are no I/O calls beside them: `retry`, `pMap`. */
  readonly helpers: ReadonlyMap<Call, IoCallKind>;
  /** With those functions. */
  readonly region: Region;
}

/** What is found in one entry by itself. */
interface Own {
  readonly region: Region;
  readonly calls: ReadonlyMap<Call, IoCallKind>;
  /** Asynchronous functions that run where they stand, with the calls that run them. */
  readonly run: readonly { readonly index: number; readonly by: Call; readonly isCalled: boolean }[];
  /** I/O calls that are none beside those of a plain function that they run. */
  readonly runners: readonly Call[];
}

/** So deep do functions count in those around them: each is read that often at most, however deep they nest. */
const MOST_LEVELS = 5;

/** Methods of lists that wait for each item, or give what is waited for; and a queue's that tells when a job is done. */
const RUNS_ITEMS = /^(?:map|flatMap|filter|forEach|reduce|reduceRight|each|from|add)$/;

/** The I/O calls of the entries of a file, each read when it is asked for. */
export class IoOfFile {
  readonly #view: FileView;
  readonly #entries: ReadonlySet<number>;
  readonly #classified = new Map<number, Classified>();
  readonly #own = new Map<number, Own>();

  constructor(view: FileView, classified: readonly Classified[], entries: ReadonlySet<number>) {
    this.#view = view;
    this.#entries = entries;
    for (const one of classified) this.#classified.set(one.index, one);
  }

  /** Those of the entry whose function has an index. */
  of(index: number): WholeIo {
    const { calls, region, run, runners } = this.#ownOf(index);
    if (run.length === 0 && runners.length === 0) return { calls, helpers: new Map(), region };
    const all = new Map<Call, IoCallKind>();
    const helpers = new Map<Call, IoCallKind>();
    const functions = new Set<number>();
    this.#add(index, MOST_LEVELS, all, helpers, functions);
    for (const helper of helpers.keys()) all.delete(helper);
    return {
      calls: withoutBodies(this.#view, all),
      helpers: new Map([...helpers].filter(([{ nameToken }]) => nameToken >= 0)),
      region: { ...region, functions },
    };
  }

  /** Adds what one entry does, and what those in it do; gives how many I/O calls that are. */
  #add(
    index: number,
    levels: number,
    all: Map<Call, IoCallKind>,
    helpers: Map<Call, IoCallKind>,
    functions: Set<number>,
  ): number {
    const { calls, region, run, runners } = this.#ownOf(index);
    for (const [call, kind] of calls) all.set(call, kind);
    for (const runner of runners) helpers.set(runner, calls.get(runner)!);
    for (const one of region.functions) functions.add(one);
    if (levels === 0) return calls.size - runners.length;
    let count = calls.size - runners.length;
    for (const { index: inner, by, isCalled } of run) {
      const within = this.#add(inner, levels - 1, all, helpers, functions);
      count += within;
      const kind = calls.get(by);
      if (kind === undefined || !(isCalled || (within > 0 && !this.#doesIo(by)))) continue;
      if (!helpers.has(by)) count--;
      helpers.set(by, kind);
    }
    return count;
  }

  #doesIo({ nameToken }: Call): boolean {
    return nameToken >= 0 && doesIoItself(textAt(this.#view, nameToken));
  }

  #ownOf(index: number): Own {
    const known = this.#own.get(index);
    if (known !== undefined) return known;
    const view = this.#view;
    const region = regionOf(view, this.#classified.get(index)!, this.#entries);
    const waited = new Set<Call>();
    const calls = findIoCalls(view, region, waited);
    const run = region.nested.flatMap((inner) => {
      const { isAsync, isGenerator } = view.functions[inner]!;
      if (!isAsync || isGenerator) return [];
      const called = callOf(view, inner);
      if (called !== undefined)
        return waited.has(called) ? [{ index: inner, by: called, isCalled: true }] : [];
      const by = this.#runBy(inner);
      return by !== undefined && waited.has(by) ? [{ index: inner, by, isCalled: false }] : [];
    });
    const own = { region, calls, run, runners: this.#runnersIn(region, calls) };
    this.#own.set(index, own);
    return own;
  }

  /** Of calls that are waited for, those that run a plain function which gives back the promise of another one: `retry(() => { return load(id).then(…); })`. */
  #runnersIn({ functions }: Region, calls: ReadonlyMap<Call, IoCallKind>): Call[] {
    const view = this.#view;
    const runners = new Set<Call>();
    const starts = new Set<number>();
    for (const [call, kind] of calls) if (kind === "promise") starts.add(call.start);
    for (const index of functions) {
      const { target, isAsync, isGenerator } = view.functions[index]!;
      if (target?.kind !== "argument" || isAsync || isGenerator) continue;
      const by = this.#runBy(index);
      if (by === undefined || calls.get(by) !== "promise" || !isRunnerName(textAt(view, by.nameToken)))
        continue;
      if (returnStarts(view, index).some((start) => start !== by.start && starts.has(start))) runners.add(by);
    }
    return [...runners];
  }

  /** The call that gets a function and runs it, as far as its name tells. */
  #runBy(index: number): Call | undefined {
    const view = this.#view;
    const { target } = view.functions[index]!;
    if (target?.kind !== "argument") return undefined;
    const call = view.calls.at(target.call);
    if (call.constructs) return isPromiseClass(calleePath(view, call)) ? call : undefined;
    const name = call.nameToken < 0 ? "" : textAt(view, call.nameToken);
    if (keepsOrSends(name) && !this.#runsNow(name, call, index)) return undefined;
    const keeps = takesPlainFunctions(name) && !RUNS_ITEMS.test(name);
    return keeps && !calleePath(view, call).startsWith("async.") ? undefined : call;
  }

  /** Whether a call runs the function at `index` now, though its name may be that of what keeps one. */
  #runsNow(name: string, call: Call, index: number): boolean {
    const view = this.#view;
    const parameters = parameterNames(view, view.functions[index]!).length;
    return runsNow(name, receiverOf(view, call), parameters, argumentsOf(view, call).length);
  }
}

/** The last name of the call whose answer an operation is asked of: `forEach` of `pool.forEach(ids).process`; else "". */
function receiverOf(view: FileView, { nameToken }: Call): string {
  const close = nameToken - 2;
  if (view.atoms[close] !== Atom.CloseParenthesis) return "";
  const open = view.tokens.match[close]!;
  return open > 0 ? textAt(view, open - 1) : "";
}

/** The call of a function where it stands: `(async () => { … })()`. */
function callOf({ atoms, functions, calls }: FileView, index: number): Call | undefined {
  const { start, end } = functions[index]!;
  if (atoms[start - 1] !== Atom.OpenParenthesis || atoms[end] !== Atom.CloseParenthesis) return undefined;
  const call = calls.firstFrom(end + 1);
  return call < calls.length && calls.opens[call] === end + 1 ? calls.at(call) : undefined;
}

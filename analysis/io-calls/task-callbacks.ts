import type { FoundFunction } from "../functions/found.ts";
import { isErrorName } from "../patterns/callback-names.ts";
import { argumentsOf, calleePath } from "../patterns/chains.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";
import { parameterNames } from "../patterns/parameter-names.ts";

/** Functions of caolan's async that call an iterator for each item, and where they get it. */
const ITERATES =
  /^async\.(?:map|mapValues|flatMap|each|eachOf|forEach|forEachOf|filter|select|reject|detect|find|some|any|every|all|concat|groupBy|sortBy|times)(?:Series)?$/;
const ITERATES_LATER = /^async\.(?:(?:\w+Limit)|reduce|reduceRight|inject|foldl|foldr|transform)$/;

/** The calls of caolan's async in files, in source order. */
const ofFiles = new WeakMap<FileView, readonly number[]>();

/**
 * The last parameter of a function that caolan's async is given, as a task or for each item: it calls that back, whatever
 * it is called. Undefined for any other function, and for what the library itself calls back when all is done.
 */
export function taskCallback(view: FileView, index: number): string | undefined {
  const calls = callsOfAsync(view);
  if (calls.length === 0) return undefined;
  const found = view.functions[index]!;
  if (found.isAsync || found.isGenerator || !isTask(view, found, calls)) return undefined;
  const names = parameterNames(view, found);
  return names.length === 0 || isErrorName(names[0]!) ? undefined : names.at(-1);
}

function isTask(view: FileView, { start, parent, target }: FoundFunction, calls: readonly number[]): boolean {
  const { opens, ends, owners } = view.calls;
  const around = calls.findLast((call) => opens[call]! < start && start < ends[call]!);
  if (around === undefined || owners[around] !== parent) return false;
  // A task in a list or an object.
  if (target?.kind !== "argument") return true;
  const { position } = target;
  if (target.call !== around) return false;
  const call = view.calls.at(around);
  const isLast = position === argumentsOf(view, call).length - 1;
  return !isLast || position === iteratorPlace(calleePath(view, call));
}

/** At which place a function of caolan's async is given what it calls for each item; -1 where it calls nothing so. */
export function iteratorPlace(path: string): number {
  return ITERATES.test(path) ? 1 : ITERATES_LATER.test(path) ? 2 : -1;
}

function callsOfAsync(view: FileView): readonly number[] {
  const known = ofFiles.get(view);
  if (known !== undefined) return known;
  const names = new Set<string>();
  for (const [name, path] of view.names) if (/^async(?:\.|$)/.test(path)) names.add(name);
  const found: number[] = [];
  if (names.size > 0) {
    const { starts, length } = view.calls;
    for (let call = 0; call < length; call++) {
      if (!names.has(textAt(view, starts[call]!))) continue;
      if (calleePath(view, view.calls.at(call)).startsWith("async.")) found.push(call);
    }
  }
  ofFiles.set(view, found);
  return found;
}

import { provenCallback } from "../patterns/callbacks.ts";
import type { Classified } from "../patterns/classify.ts";
import type { FileView } from "../patterns/file-view.ts";
import { parameterNames } from "../patterns/parameter-names.ts";
import { isExecutor } from "../patterns/promises.ts";
import { sortedByHand, sortedCallback } from "../patterns/sorted-callback.ts";
import { taskCallback } from "./task-callbacks.ts";

/** The part of the text that belongs to one entry: its own tokens, and those of plain functions in it. */
export interface Region {
  readonly entry: Classified;
  /** The entry's function, and those in it that have no entry of their own, in source order. */
  readonly functions: ReadonlySet<number>;
  /** The entries that stand directly in these functions. */
  readonly nested: readonly number[];
  /** Names that node-style callbacks go by in it. */
  readonly callbacks: ReadonlySet<string>;
  /** All functions of the file that have entries. */
  readonly entries: ReadonlySet<number>;
}

/** The region of an entry. */
export function regionOf(view: FileView, entry: Classified, entries: ReadonlySet<number>): Region {
  const functions = new Set<number>();
  const nested: number[] = [];
  const callbacks = new Set<string>();
  if (entry.callback !== undefined) {
    callbacks.add(entry.callback);
    const sorted = [
      sortedByHand(view, entry.index),
      ...view.callbackUses.of(entry.index).map((call) => sortedCallback(view, view.calls.at(call))),
    ];
    for (const name of sorted) if (name !== undefined) callbacks.add(name);
  }
  collect(entry.index);
  return { entry, functions, nested, callbacks, entries };

  function collect(index: number): void {
    functions.add(index);
    if (index !== entry.index) {
      const callback = provenCallback(view, index) ?? taskCallback(view, index);
      if (callback !== undefined) callbacks.add(callback);
    }
    for (const child of view.childrenOf.of(index)) {
      if (entries.has(child)) nested.push(child);
      else collect(child);
    }
  }
}

/** Names by which a promise is settled within `new Promise`: the parameters of its executor. */
export function settlersOf(view: FileView, region: Region): Set<string> {
  const names = new Set<string>();
  for (const index of region.functions) {
    const found = view.functions[index]!;
    if (isExecutor(view, found)) for (const name of parameterNames(view, found)) names.add(name);
  }
  return names;
}

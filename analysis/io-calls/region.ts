import { provenCallback } from "../patterns/callbacks.ts";
import type { Classified } from "../patterns/classify.ts";
import type { FileView } from "../patterns/file-view.ts";

/** The part of the text that belongs to one entry: its own tokens, and those of plain functions in it. */
export interface Region {
  readonly entry: Classified;
  /** The entry's function, and those in it that have no entry of their own, in source order. */
  readonly functions: ReadonlySet<number>;
  /** Names that node-style callbacks go by in it. */
  readonly callbacks: ReadonlySet<string>;
  /** All functions of the file that have entries. */
  readonly entries: ReadonlySet<number>;
}

/** The region of an entry. */
export function regionOf(view: FileView, entry: Classified, entries: ReadonlySet<number>): Region {
  const functions = new Set<number>();
  const callbacks = new Set<string>();
  if (entry.callback !== undefined) callbacks.add(entry.callback);
  collect(entry.index);
  return { entry, functions, callbacks, entries };

  function collect(index: number): void {
    functions.add(index);
    if (index !== entry.index) {
      const callback = provenCallback(view, index);
      if (callback !== undefined) callbacks.add(callback);
    }
    for (const child of view.childrenOf.of(index)) if (!entries.has(child)) collect(child);
  }
}

import { analyzeFor } from "../analyze.ts";
import { ANONYMOUS, displayName } from "../entries/names.ts";
import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import type { AsyncFunction } from "../model.ts";
import { viewOf, type FileView } from "../patterns/file-view.ts";
import type { FileVersion } from "./versions.ts";

/** Where the functions of a text stand, asynchronous or not: by the names around them and their own. */
interface Places {
  /** By where they begin. */
  readonly ofStart: ReadonlyMap<number, string>;
  /** Where they begin; null for a place that several have. */
  readonly startOf: ReadonlyMap<string, number | null>;
}

/**
 * Finds functions that are asynchronous in one version of a file and, as far as its text tells, not in the other: one that
 * gave back another's promise, or only began I/O. Each file is read once, when it is first asked for.
 */
export class NotAsynchronous {
  readonly #places = new Map<FileVersion, Places>();

  /** The function of the same name at the same place in the other version, read as an asynchronous one. */
  counterpart(file: FileVersion, found: AsyncFunction, other: FileVersion): AsyncFunction | undefined {
    const place = this.#of(file).ofStart.get(found.range.start);
    if (place === undefined || this.#of(file).startOf.get(place) === null) return undefined;
    const start = this.#of(other).startOf.get(place) ?? null;
    if (start === null) return undefined;
    const isThere = ({ range }: AsyncFunction): boolean => range.start === start;
    // One that is asynchronous there has been looked at before.
    if (other.analysis.functions.some(isThere)) return undefined;
    return analyzeFor(other.text, other.language, start).functions.find(isThere);
  }

  #of(file: FileVersion): Places {
    let places = this.#places.get(file);
    if (places === undefined) this.#places.set(file, (places = placesIn(file)));
    return places;
  }
}

function placesIn({ text, language }: FileVersion): Places {
  const view = viewOf(findFunctions(lex(text, language), language));
  const names: string[] = [];
  const ofStart = new Map<number, string>();
  const startOf = new Map<string, number | null>();
  view.functions.forEach((found, index) => {
    const name = nameOf(view, index);
    const around = found.parent < 0 ? "" : `${names[found.parent]!}\u0000`;
    const place = around + name;
    names.push(place);
    if (name === ANONYMOUS) return;
    const start = view.tokens.starts[found.start]!;
    ofStart.set(start, place);
    startOf.set(place, startOf.has(place) ? null : start);
  });
  return { ofStart, startOf };
}

function nameOf(view: FileView, index: number): string {
  return displayName(view, view.functions[index]!, null);
}

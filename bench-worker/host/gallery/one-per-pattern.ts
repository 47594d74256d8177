import { patternLabel } from "../../../analysis/pattern.ts";
import type { AmongGallery } from "../../document.ts";
import type { CatalogueEntry } from "./catalogue.ts";
import { libraryName } from "./installed.ts";

type Entry = Pick<CatalogueEntry, "name" | "library" | "pattern" | "runner">;

/** One variant for each pattern, and the patterns that none stands for. */
export interface OnePerPattern<T> {
  readonly chosen: readonly T[];
  readonly missing: AmongGallery["missing"];
}

/**
 * For each pattern, generators by their runner, the first entry of the catalogue that can run, one that
 * needs no library before others.
 *
 * @param canRun whether the entry's library is there.
 */
export function onePerPattern<T extends Entry>(
  entries: readonly T[],
  canRun: (entry: T) => boolean,
): OnePerPattern<T> {
  const chosen: T[] = [];
  const missing: AmongGallery["missing"] = [];
  for (const [pattern, alike] of byPattern(entries)) {
    const [first] = alike;
    const able = alike.filter(canRun);
    const running = able.find(({ library }) => library === null) ?? able[0];
    if (running !== undefined) chosen.push(running);
    else if (first !== undefined) {
      missing.push({
        pattern,
        reason: `${first.library === null ? "Its library" : libraryName(first.library)} is not installed.`,
        hint: `Install it: “Async Cost: Open Gallery” or async-cost variants install ${first.name}`,
      });
    }
  }
  return { chosen, missing };
}

function byPattern<T extends Entry>(entries: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const entry of entries) {
    const label = patternLabel(entry.pattern, entry.runner);
    groups.set(label, [...(groups.get(label) ?? []), entry]);
  }
  return groups;
}

import type { Gap } from "../program/fill.ts";
import type { StandIn } from "../../contract/stand-in.ts";
import type { WayFlags } from "../../way.ts";
import type { Attempt } from "../attempts.ts";
import { ITEMS_OF_LISTS, type Shape } from "../load/stand-ins.ts";

/** What an attempt was made with. */
export interface Settings extends WayFlags {
  readonly attempt: Attempt;
  readonly shapes: Map<string, Shape>;
  /** The rule by which a value, or what an operation gives, came to be what it is, by its name. */
  readonly because: Map<string, string>;
  readonly promises: Set<string>;
  readonly plain: Set<string>;
  /** Files of the project that are made up, by what they threw. */
  readonly replacedFiles: Map<string, string>;
  readonly gaps: Gap[];
  readonly freeNames: Set<string>;
  readonly lists: Set<string>;
  /** Items of a list that is a stand-in. */
  readonly itemsOfLists: number;
  /** What stand-ins were to a call before, which are plain values in this attempt. */
  readonly standIns: readonly StandIn[] | null;
}

/** What an attempt is first made with; of free names what others have asked for. */
export function firstSettings(attempt: Attempt, { freeNames }: Pick<Settings, "freeNames">): Settings {
  return {
    attempt,
    shapes: new Map(),
    because: new Map(),
    promises: new Set(),
    plain: new Set(),
    replacedFiles: new Map(),
    gaps: [],
    makesBodies: false,
    freeNames,
    lists: new Set(),
    itemsOfLists: ITEMS_OF_LISTS,
    standIns: null,
  };
}

/** The same, which what an attempt learns later does not change. */
export function copyOf(settings: Settings): Settings {
  const { shapes, because, promises, plain, replacedFiles, gaps, lists } = settings;
  return {
    ...settings,
    shapes: new Map(shapes),
    because: new Map(because),
    promises: new Set(promises),
    plain: new Set(plain),
    replacedFiles: new Map(replacedFiles),
    gaps: [...gaps],
    lists: new Set(lists),
  };
}

import type { StandIn } from "../../contract/stand-in.ts";
import type { Isolation } from "./isolate.ts";

/** What is made up beyond what must be, from attempt to attempt more. */
export interface StandIns {
  /** Packages that fakes stand in for although they could be loaded. */
  readonly replaced: ReadonlySet<string>;
  /** Files of the project that fakes stand in for, as they failed on made-up values. */
  readonly replacedFiles: ReadonlyMap<string, string>;
  /** Files of the project that are imported and not there are made up. */
  readonly replacesMissing: boolean;
  /** Optional parameters are filled, and what an instance lacks is made up. */
  readonly isGenerous: boolean;
  /** The function is taken out of its module, with so much of what it uses there; null: the module is loaded. */
  readonly isolation: Isolation | null;
  /** The function is taken from where it is made: as its module loads, or in calls of what is around it. */
  readonly takesMade: boolean;
  /** What errors told of the fakes. */
  readonly corrections: Corrections;
}

/** What errors told of made-up values. */
export interface Corrections {
  /** Values that fakes of these names have. */
  readonly shapes: ReadonlyMap<string, Shape>;
  /** The rule that told so of a value, or of what an operation gives, by its name. */
  readonly because: ReadonlyMap<string, string>;
  /** Operations, by their last name, that return a promise although nothing near their call says so. */
  readonly promises: ReadonlySet<string>;
  /** Operations, by their last name, that answer at once although the source seems to wait for them. */
  readonly plain: ReadonlySet<string>;
  /** An empty object as the body of what `fetch` answers, or as what text holds, did not do. */
  readonly makesBodies: boolean;
  /** Each call has an instance of its own, as a call uses one up. */
  readonly ownInstances?: object | undefined;
  /** Globals that nobody defines: grows as they are met. */
  readonly freeNames: Set<string>;
  /** What stand-ins were to a call before, which are plain values now; null where they are what answers anything. */
  readonly standIns: readonly StandIn[] | null;
  /** Names of streams that are lists in what the target is compared with. */
  readonly lists: ReadonlySet<string>;
  /** Items of a list that is a stand-in, unless it is one of an item. */
  readonly itemsOfLists: number;
}

/** Two, so that what happens for each item tells from what happens once, and one after the other from at once. */
export const ITEMS_OF_LISTS = 2;

/** What a made-up value is where a universal fake does not do: itself, or one of a kind. */
export type Shape =
  | { readonly value: string | number | boolean | bigint | undefined }
  /** `fake`: one like any other, although its name made it something else; `json`: text that has what the source reads of it, and `json-bytes` its bytes. */
  | { readonly instanceOf: string }
  | {
      readonly make: "buffer" | "json" | "list" | "object" | "url" | "fake" | "promise" | "json-bytes";
    };

/** The first attempt: nothing is made up that is there. */
export const noStandIns = (): StandIns => ({
  replaced: new Set(),
  replacedFiles: new Map(),
  replacesMissing: false,
  isGenerous: false,
  isolation: null,
  takesMade: false,
  corrections: {
    shapes: new Map(),
    because: new Map(),
    promises: new Set(),
    plain: new Set(),
    makesBodies: false,
    freeNames: new Set(),
    standIns: null,
    lists: new Set(),
    itemsOfLists: ITEMS_OF_LISTS,
  },
});

import type { StandIn } from "../../contract/stand-in.ts";
import { Facts } from "../facts.ts";
import type { Isolation } from "./isolate.ts";

/** What is made up beyond what must be, from attempt to attempt more. */
export interface StandIns {
  /** Optional parameters are filled, and what an instance lacks is made up. */
  readonly isGenerous: boolean;
  /** The function is taken out of its module, with so much of what it uses there; null: the module is loaded. */
  readonly isolation: Isolation | null;
  /** The function is taken from where it is made: as its module loads, or in calls of what is around it. */
  readonly takesMade: boolean;
  /** What attempts before have told: globals that nobody defines are added as they are met. */
  readonly facts: Facts;
  /** What stand-ins were to a call before, which are plain values now; null where they are what answers anything. */
  readonly standIns: readonly StandIn[] | null;
  /** Items of a list that is a stand-in, unless it is one of an item. */
  readonly itemsOfLists: number;
}

/** Two, so that what happens for each item tells from what happens once, and one after the other from at once. */
export const ITEMS_OF_LISTS = 2;

/** The first attempt: nothing is made up that is there. */
export const noStandIns = (): StandIns => ({
  isGenerous: false,
  isolation: null,
  takesMade: false,
  facts: new Facts(),
  standIns: null,
  itemsOfLists: ITEMS_OF_LISTS,
});

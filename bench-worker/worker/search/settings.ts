import type { Attempt } from "../attempts.ts";
import type { Facts } from "../facts.ts";
import { ITEMS_OF_LISTS, type StandIns } from "../load/stand-ins.ts";

/** What an attempt was made with. */
export interface Settings extends Pick<StandIns, "facts" | "itemsOfLists" | "standIns"> {
  readonly attempt: Attempt;
}

/** What an attempt is first made with: what holds for all attempts at its target. */
export function firstSettings(attempt: Attempt, facts: Facts): Settings {
  return { attempt, facts: facts.ofNewAttempt(), itemsOfLists: ITEMS_OF_LISTS, standIns: null };
}

/** The same, which what an attempt learns later does not change. */
export function copyOf(settings: Settings): Settings {
  return { ...settings, facts: settings.facts.copy() };
}

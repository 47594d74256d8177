import type { Defaults } from "../../../../analysis/scopes/defaults.ts";
import type { StandIn } from "../../../contract/stand-in.ts";
import type { Shape } from "../../../contract/fact.ts";
import type { Facts } from "../../facts.ts";
import { ITEMS_OF_LISTS } from "../../load/stand-ins.ts";
import { NO_TYPES, type Scope } from "../../types/type.ts";
import { fileNamesOf } from "../file-names.ts";

/** What is known of the fakes beside the calls that are waited for. */
export interface Known {
  /** What attempts before have told: globals that nobody defines are added as they are met. */
  readonly facts: Facts;
  /** Defaults that only versions have with which the target is compared, by the fake's name. */
  readonly defaultsElsewhere: ReadonlyMap<string, Shape>;
  /** Members that the source has a default for, by what it takes them of: what it gives itself nobody makes up. */
  readonly defaults: ReadonlyMap<string, Defaults>;
  /** Whether a member is a function that the source calls only where it is there: whoever calls need not give it. */
  readonly isAskedBeforeCalled: (of: string, name: string) => boolean;
  /** Whether the target's file declares or imports what goes by a name. */
  readonly isDeclared: (name: string) => boolean;
  /** A global that the target's file takes from nowhere, a file of its project sets, and `isAsked` of. */
  readonly setByProject: (isAsked: (name: string) => boolean) => string | undefined;
  /** What directories hold. */
  readonly fileNames: readonly string[];
  /** What the names of types stand for in the target's file. */
  readonly types: Scope;
  /** Whether the source reads a member of a value of that name. */
  readonly hasMembers: (name: string) => boolean;
  /** Whether a value of that name is there only if it is no function: `if (typeof options === "function") done = options`. */
  readonly isNoFunction: (name: string) => boolean;
  /** Parameters that the target never calls, and that are no functions unless an error tells that one has to be. */
  readonly uncalled: ReadonlySet<string>;
  /** Whether the source calls a member of that name. */
  readonly isCalled: (name: string) => boolean;
  /** Whether the source calls a value of that name, or reads a member of it. */
  readonly isUsed: (name: string) => boolean;
  /** Whether the source reads values as they come, as streams give them. */
  readonly readsStreams: boolean;
  /** What stand-ins were to a call before: so much of each is there as a plain value; null where nothing is known of that. */
  readonly standIns: readonly StandIn[] | null;
  /** Items of a list, unless it is one of an item. */
  readonly itemsOfLists: number;
  /** Whether the source takes what a call of that name gives, or a value of that name, apart: `[a, b] = name()`. */
  readonly isTakenApart: (name: string) => boolean;
  /** Whether the source changes dates. */
  readonly setsDates: boolean;
  /** Whether what is gone through on a line of the target's file is a list that is passed on: `yield* data`. */
  readonly passesListOn: (line: number) => boolean;
}

/** What is known of fakes before anything has been read or has failed. */
export const NOTHING_KNOWN: Omit<Known, "facts"> = {
  defaultsElsewhere: new Map(),
  defaults: new Map(),
  isAskedBeforeCalled: () => false,
  isDeclared: () => false,
  setByProject: () => undefined,
  fileNames: fileNamesOf("txt"),
  types: NO_TYPES,
  hasMembers: () => false,
  isNoFunction: () => false,
  uncalled: new Set(),
  isCalled: () => false,
  isUsed: () => false,
  readsStreams: true,
  standIns: null,
  itemsOfLists: ITEMS_OF_LISTS,
  isTakenApart: () => false,
  setsDates: false,
  passesListOn: () => false,
};

import type { Answer } from "./answers.ts";
import type { OrderKeeper } from "./recorded-order.ts";
import type { Shared } from "./decode.ts";

/** All that one call of the target needs, made before it begins. */
export interface PlayedCall {
  receiver: unknown;
  arguments: unknown[];
  /** Values of variables in the order in which they are set, while other calls go on. */
  readonly variables: unknown[];
  /** By the place of an answer among all. */
  values: unknown[];
  callbacks: (readonly (readonly unknown[])[] | undefined)[];
  /** How many answers were given at each site. */
  readonly used: number[];
  /** The function, where each call has its own. */
  run: ((...given: unknown[]) => unknown) | null;
  /** Events that are to come, by the object that they come from. */
  events: Map<unknown, PendingEvents> | null;
  /** Events that come while a call is made, by the place of that among all answers. */
  during: Map<number, (() => unknown)[]> | null;
  /** How many functions were made, and began, by which others had the recorded call go on: by their index. */
  woken: { readonly made: number[]; readonly given: number[] } | null;
  /** What I/O calls were made on, and given. */
  answered: Set<object> | null;
  /** Of one that gives nothing to wait for: what it is told by that it is over. */
  ending: Ending | null;
  /** What has I/O calls complete in the recorded order, where they would not by themselves. */
  keeper: OrderKeeper | null;
  readonly shared: Shared;
}

/** How a call is heard to be over that gives nothing to wait for. */
export interface Ending {
  /** Its operations that have begun and not come yet. */
  inFlight: number;
  /** Those that were recorded and have not come yet. */
  left: number;
  /** One has failed that had not: what comes now is another end. */
  isOff: boolean;
  readonly over: () => void;
  /** The place among all answers of the one by which it ends what it answers by; undefined where that is not known. */
  readonly by: number | undefined;
  /** What was given to that. */
  given: readonly unknown[] | null;
}

/** Events of one object, in the order in which they came. */
export interface PendingEvents {
  readonly waiting: PendingEvent[];
  isRunning: boolean;
  /** When the last one came as it was recorded, or what they were asked of: since the call began. */
  lastMilliseconds: number;
}

/** An event that is to come. */
export interface PendingEvent {
  readonly milliseconds: number;
  readonly expression: string;
  /** The I/O call that it is one of. */
  readonly answer: Answer;
  readonly fire: () => void;
  readonly fail: (error: Error) => void;
}

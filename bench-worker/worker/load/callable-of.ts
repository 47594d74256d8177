import { argumentsFor } from "../call/arguments.ts";
import type { Callable } from "../call/caller.ts";
import { runByCo } from "../call/run-by-co.ts";
import { endingEventsOf } from "../../ending-events.ts";
import type { LoaderParts } from "./load-entry.ts";

/** What calls take of the loading of a target. */
type Parts = Pick<LoaderParts, "asyncFunction" | "fakes" | "standIns">;

/** What a function is called on, and how another is made for a further call; left out where there is but one. */
export interface Receivers {
  readonly first: unknown;
  readonly next?: () => unknown;
}

/** A function that was taken out of its module, however that was done, with all that its calls need. */
export function callableOf(
  run: Callable["run"],
  { first: receiver, next }: Receivers,
  { asyncFunction, fakes, standIns }: Parts,
): Callable {
  const { completion, parameters } = asyncFunction;
  return {
    run: runByCo(run, asyncFunction),
    receiver,
    isRenewable: next !== undefined,
    ...(next !== undefined && standIns.facts.has("instances") && { makeReceiver: next }),
    makeArguments: argumentsFor(parameters, fakes, { fillsOptional: standIns.isGenerous, completion }),
    completion,
    endingEvents: endingEventsOf(run),
  };
}
